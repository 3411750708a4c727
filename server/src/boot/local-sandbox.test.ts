import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { StartupError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { startLocalSandbox } from './local-sandbox.ts';
import { readyLines } from './ready-lines.ts';

async function freePort(): Promise<number> {
  const server = createSocket().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('the sandbox runs beside us on its ports, tells our webhook, and ends with us; a taken port is said so', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'drumbeat sandbox '));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const told: { url: string | undefined; isSigned: boolean }[] = [];
  const receiver = createServer((request, response) => {
    told.push({ url: request.url, isSigned: 'stripe-signature' in request.headers });
    response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void receiver.close());
  await once(receiver, 'listening');
  const [port, smtpPort] = [await freePort(), await freePort()];
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: String((receiver.address() as AddressInfo).port),
    SANDBOX_PORT: String(port),
    SANDBOX_SMTP_PORT: String(smtpPort),
  });
  const log = { warn: vi.fn(), error: vi.fn() };
  const start = () => startLocalSandbox(config, { port, smtpPort, providers: [] }, log as unknown as Logger);
  const sandbox = await start();
  expect(sandbox.url).toBe(`http://localhost:${port}`);
  const mail = connect(smtpPort, '127.0.0.1');
  await once(mail, 'data');
  mail.destroy();
  const made = await fetch(`http://127.0.0.1:${port}/v1/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.stripe.secretKey}` },
    body: new URLSearchParams({ email: 'ada@people.example' }),
  });
  expect(made.status).toBe(200);
  await expect.poll(() => told).toContainEqual({ url: '/api/webhooks/stripe', isSigned: true });

  const line = `sandbox: port ${port} is taken; stop what uses it, or set SANDBOX_PORT to another`;
  await expect(start()).rejects.toEqual(new StartupError(line));
  expect(log.warn.mock.calls).toContainEqual([{ sandbox: line }, 'sandbox']);
  await sandbox.stop();
  expect(log.error).not.toHaveBeenCalled();
  await expect(fetch(sandbox.url)).rejects.toThrow('fetch failed');
  expect(await readdir(dataDir)).not.toEqual([]);
});

test('once all runs, the terminal names the addresses, and what to try where the sandbox runs', () => {
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost:3000', SANDBOX_PORT: '3010' });
  const app = `
  Drumbeat is ready (1.5 s)

  App              http://localhost:3000
`;
  const docs = '  API docs         http://localhost:3000/api/docs\n';
  expect(readyLines(config, 1.46, '/data/drumbeat.log')).toBe(`${app}  Sandbox console  http://localhost:3010
${docs}  Log              /data/drumbeat.log

  To try:
  1. Open the app, choose 'Get Started for Free', sign up; the email arrives in the sandbox console.
  2. Start the trial with card 4242 4242 4242 4242, connect X as ada, let the AI write your week.
  3. Edit a post to be due in a minute and watch it go out on ada's timeline in the console.

`);
  expect(readyLines({ ...config, sandbox: undefined }, 1.46, undefined)).toBe(`${app}${docs}\n`);
});
