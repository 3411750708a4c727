import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestApp } from './build-app.ts';
import { SERVER_MAIN } from './server-main.ts';

/** The secret with which a test's app and workers encrypt. */
export const APP_SECRET = 'a secret of tests, long enough to be one';

const { NODE_COMPILE_CACHE } = process.env;

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
