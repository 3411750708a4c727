import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestApp } from './build-app.ts';

/** The server that tests start: the built one if `npm test` sets it, otherwise the sources. */
const SERVER_MAIN = process.env.SERVER_MAIN ?? fileURLToPath(new URL('../src/main.ts', import.meta.url));

const { NODE_COMPILE_CACHE } = process.env;

/** The secret with which a test's app and workers encrypt. */
export const APP_SECRET = 'a secret of tests, long enough to be one';

const READY_WITHIN_MS = 60_000;

/** Starts a worker process on this app's sandbox, and by default its database, and waits until ready. */
export async function startWorkerProcess(
  app: TestApp,
  more: Record<string, string> = {},
): Promise<ChildProcess> {
  const { sandbox } = app.config;
  const worker = spawn(process.execPath, [SERVER_MAIN, 'worker'], {
    env: {
      NODE_ENV: 'test',
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      LOG_LEVEL: 'silent',
      APP_SECRET,
      DATABASE_URL: app.databaseUrl,
      DATABASE_POOL: '8',
      SANDBOX_PORT: String(sandbox?.port),
      SANDBOX_SMTP_PORT: String(sandbox?.smtpPort),
      ...more,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    await once(worker, 'message', { signal: AbortSignal.timeout(READY_WITHIN_MS) });
  } catch (error) {
    worker.kill('SIGKILL');
    throw error;
  }
  return worker;
}

/** Runs a role of the server to its end, as an operator does; gives its exit code and all that it said. */
export async function runRole(
  role: string,
  given: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [SERVER_MAIN, role, ...given], {
    env: {
      NODE_ENV: 'test',
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said.trim() };
}
