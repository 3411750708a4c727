import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { createLogger } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import { buildHttp } from './build-http.ts';

/** A server whose deadlines come from settings, with one call that answers late and one that streams. */
async function serve(env: Record<string, string>): Promise<{ port: number; answerLate: () => void }> {
  const config = readConfig({ NODE_ENV: 'test', ...env });
  const app = await buildHttp({
    ...config.http,
    log: createLogger('silent', 'test'),
    metrics: createMetrics(),
    authenticate: async () => undefined,
    countLargeBody: async () => undefined,
    imageOrigins: [],
    https: false,
    trustProxy: undefined,
    proxyWatch: { look: () => undefined, warnings: () => [] },
  });
  const late = Promise.withResolvers<void>();
  app.post('/late', async () => {
    await late.promise;
    return { done: true };
  });
  app.get('/stream', (_, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    const beat = setInterval(() => reply.raw.write(': beat\n\n'), 100);
    reply.raw.on('close', () => clearInterval(beat));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    late.resolve();
    app.server.closeAllConnections();
    await app.close();
  });
  return { port: (app.server.address() as AddressInfo).port, answerLate: late.resolve };
}

type Line = { socket: Socket; received(): string; isOpen(): boolean };

function open(port: number): Line {
  let text = '';
  let isOpen = true;
  const socket = connect(port, '127.0.0.1');
  socket.on('data', (data) => {
    text += data.toString();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isOpen = false;
  });
  onTestFinished(() => void socket.destroy());
  return { socket, received: () => text, isOpen: () => isOpen };
}

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
const within = { timeout: 20_000, interval: 50 };

describe('a request that is late', () => {
  test('is cut although its body trickles, while a late answer and a stream go on', async () => {
    const { port, answerLate } = await serve({ REQUEST_TIMEOUT_MS: '300' });
    const [trickle, whole, stream, heads] = [open(port), open(port), open(port), open(port)];
    trickle.socket.write(head('/late', 1_000));
    const drip = setInterval(() => trickle.isOpen() && trickle.socket.write(' '), 20);
    onTestFinished(() => clearInterval(drip));
    whole.socket.write(`${head('/late', 2)}{}`);
    stream.socket.write('GET /stream HTTP/1.1\r\nhost: x\r\n\r\n');
    heads.socket.write('GET /stream HTTP/1.1\r\nhost:');

    await expect.poll(() => [trickle.isOpen(), heads.isOpen()], within).toEqual([false, false]);
    expect(trickle.received()).toMatch(/^HTTP\/1\.1 408 /);
    const beats = stream.received().length;
    await expect.poll(() => stream.received().length, within).toBeGreaterThan(beats + 20);
    answerLate();
    await expect.poll(() => whole.received(), within).toContain('{"done":true}');
    expect(stream.isOpen()).toBe(true);
  });
});

test('a connection that carries nothing is cut, and one that carries beats is not', async () => {
  const { port } = await serve({ IDLE_TIMEOUT_MS: '400' });
  const [silent, stream] = [open(port), open(port)];
  stream.socket.write('GET /stream HTTP/1.1\r\nhost: x\r\n\r\n');
  silent.socket.write(`${head('/late', 2)}{}`);
  await expect.poll(() => silent.isOpen(), within).toBe(false);
  await expect.poll(() => stream.received().match(/beat/g)?.length, within).toBeGreaterThan(6);
  expect(stream.isOpen()).toBe(true);
});

test('no more connections are held than the setting says', async () => {
  const { port } = await serve({ MAX_CONNECTIONS: '10' });
  const lines = Array.from({ length: 15 }, () => open(port));
  await expect.poll(() => lines.filter((line) => line.isOpen()), within).toHaveLength(10);
});
