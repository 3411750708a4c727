import type { FastifyInstance } from 'fastify';
import { inject, onTestFinished } from 'vitest';
import { startSandbox } from '../../sandbox/src/start.ts';
import { compose } from '../src/compose.ts';
import { type Config, readConfig } from '../src/config.ts';
import type { Parts } from '../src/parts.ts';
import { createLogger } from '../src/platform/logger.ts';
import { createTestDatabase } from './database.ts';
import { type TestClock, testClock } from './test-clock.ts';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export type TestApp = Parts & {
  http: FastifyInstance;
  clock: TestClock;
  config: Config;
  databaseUrl: string;
  /** The URL of this app's own sandbox. */
  sandboxUrl: string;
  close(): Promise<void>;
};

/**
 * The whole server with its own database and sandbox. Its jobs and engine do not run until a test drives them
 * (`platform.jobs.drain()`). Share one per file with beforeAll, or call it within a test: then it closes
 * automatically.
 */
export async function buildApp(
  options: {
    env?: Record<string, string>;
    shared?: boolean;
    now?: string;
    /** A migrated database and a sandbox that outlive the app, if a test needs that. */
    on?: { databaseUrl: string; sandbox: Sandbox; appSecret: string };
  } = {},
): Promise<TestApp> {
  const [database, sandbox] = await Promise.all([
    options.on
      ? { url: options.on.databaseUrl, drop: async () => undefined }
      : createTestDatabase(inject('postgresUrl'), 'started'),
    options.on
      ? { ...options.on.sandbox, close: async () => undefined }
      : startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:' }),
  ]);
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    DATABASE_URL: database.url,
    DATABASE_POOL: '8',
    SANDBOX_PORT: String(sandbox.port),
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    PUBLIC_URL: 'http://localhost:3000',
    TEST_TRIALS: 'true',
    ...options.env,
  });
  const log = createLogger(config.logLevel, 'test');
  const clock = testClock(options.now);
  const parts = await compose(config, {
    databaseUrl: database.url,
    appSecret: options.on?.appSecret ?? 'a secret of tests, long enough to be one',
    log,
    clock,
  });
  await parts.startApi();
  const app: TestApp = {
    ...parts,
    http: await parts.buildApi(),
    clock,
    config,
    databaseUrl: database.url,
    sandboxUrl: sandbox.url,
    async close() {
      await parts.stop();
      await sandbox.close();
      await database.drop();
    },
  };
  if (!options.shared) onTestFinished(() => app.close());
  return app;
}
