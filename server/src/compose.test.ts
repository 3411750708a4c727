import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startSandbox } from '../../sandbox/src/start.ts';
import { createTestDatabase } from '../test/database.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { createLogger } from './platform/logger.ts';
import { queues } from './platform/queues.ts';

/** All parts of a process, none of them started. */
async function composed({ hasNews = true } = {}) {
  const [database, sandbox] = await Promise.all([
    createTestDatabase(inject('postgresUrl')),
    startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:' }),
  ]);
  const given = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATABASE_POOL: '4',
    SANDBOX_PORT: String(sandbox.port),
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
  });
  const config = { ...given, news: hasNews ? given.news : undefined };
  const log = createLogger('silent', 'test');
  const parts = await compose(config, { databaseUrl: database.url, appSecret: 'x'.repeat(40), log });
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= parts.stop();
    return stopping;
  };
  onTestFinished(async () => {
    await stop();
    await sandbox.close();
    await database.drop();
  });
  return { ...parts, stop, databaseUrl: database.url };
}

/** What is still connected to a database, by the names that our connections go by. */
async function connectionsTo(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

test.each([
  ['the API first', ['startApi', 'startWorker'], { hasNews: true }],
  ['the worker first, without a source of news', ['startWorker', 'startApi'], { hasNews: false }],
] as const)('every queue is worked on, whichever role starts first: %s', async (_which, order, given) => {
  const parts = await composed(given);
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
  const { rows } = await parts.platform.db.execute(
    sql`select name from pgboss.queue where name not like '\\_\\_%'`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.values(queues).sort());

  // What a worker asks for when it starts, once however many start.
  const asked = await parts.platform.db.execute(
    sql`select distinct name, singleton_key as key from pgboss.job where singleton_key = 'start' order by name`,
  );
  expect(asked.rows).toEqual(
    [queues.refreshCatalogue, queues.updatePlannedCosts, queues.checkRestored].map((name) => ({
      name,
      key: 'start',
    })),
  );

  await parts.stop();
  // The database ends them a moment after we did.
  await expect.poll(() => connectionsTo(parts.databaseUrl)).toEqual([]);
});
