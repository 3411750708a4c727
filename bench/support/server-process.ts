import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { APP_SECRET } from './people.ts';

export const SOURCES = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

/** The built server if `npm test` sets it. */
const MAIN = process.env.SERVER_MAIN ?? SOURCES;

const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/drumbeat', import.meta.url));

/** The database, ports and folder of a server process. */
export type ServerSettings = { databaseUrl: string; sandboxPort: number; smtpPort: number; folder: string };

/** Starts one role of the server as in production, except for `NODE_ENV`, which allows crash points. */
export function spawnServer(
  role: 'api' | 'worker',
  settings: ServerSettings,
  more: Record<string, string>,
  main = MAIN,
): ChildProcess {
  const log = openSync(join(settings.folder, `${role}.log`), 'a');
  return spawn(process.execPath, ['--max-semi-space-size=4', main, role], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: COMPILED,
      LOG_LEVEL: process.env.CHAOS_LOG_LEVEL ?? 'warn',
      APP_SECRET,
      DATABASE_URL: settings.databaseUrl,
      DATABASE_POOL: '10',
      DATA_DIR: settings.folder,
      SANDBOX_PORT: String(settings.sandboxPort),
      SANDBOX_SMTP_PORT: String(settings.smtpPort),
      ...more,
    },
    stdio: ['ignore', log, log, 'ipc'],
  });
}

export type Api = { url: string; pid: number; died(): boolean; stop(): Promise<void> };

/** Starts the API on a free port, optionally with more settings, and waits until it listens. */
export async function startApi(
  settings: ServerSettings,
  more: Record<string, string> = {},
  main = MAIN,
): Promise<Api> {
  const port = await freePort();
  const child = spawnServer('api', settings, { PORT: String(port), HOST: '127.0.0.1', ...more }, main);
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The API did not start'))),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    died: () => child.exitCode !== null || child.signalCode !== null,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (!address || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}
