import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startSandbox } from '../../sandbox/src/start.ts';
import { createTestDatabase } from '../test/database.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { createLogger } from './platform/logger.ts';
import { queues } from './platform/queues.ts';

/** All parts of a process, none of them started. */
async function composed() {
  const [database, sandbox] = await Promise.all([
    createTestDatabase(inject('postgresUrl')),
    startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:' }),
  ]);
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATABASE_POOL: '4',
    SANDBOX_PORT: String(sandbox.port),
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
  });
  const log = createLogger('silent', 'test');
  const parts = await compose(config, { databaseUrl: database.url, appSecret: 'x'.repeat(40), log });
  onTestFinished(async () => {
    await parts.stop();
    await sandbox.close();
    await database.drop();
  });
  return parts;
}

test.each([
  ['the API first', ['startApi', 'startWorker']],
  ['the worker first', ['startWorker', 'startApi']],
] as const)('queues are worked on whichever role starts first: %s', async (_which, order) => {
  const parts = await composed();
  for (const start of order) await parts[start]();
  // The worker's start asks for the catalogue: its job reads it from the payment provider.
  await vi.waitFor(
    async () => {
      const { rows } = await parts.platform.db.execute(
        sql`select state from pgboss.job where name = ${queues.refreshCatalogue}`,
      );
      expect(rows).toContainEqual({ state: 'completed' });
    },
    { timeout: 20_000, interval: 200 },
  );
});
