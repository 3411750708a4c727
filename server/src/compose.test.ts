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

/** By the name of a queue: when it runs by the clock, its further tries, their pause, and when a run counts as dead. */
const SETTINGS = {
  [queues.deleteOldTexts]: ['3-59/10 * * * *', 2, 60, 300],
  [queues.endOldAudit]: ['7 4 * * *', 2, 60, 600],
  [queues.deleteEndedCredentials]: ['17 3 * * *', 2, 60, 300],
  [queues.sendResetLink]: [null, 5, 5, 60],
  [queues.cancelSurplus]: [null, 10, 5, 120],
  [queues.endPublishing]: ['* * * * *', 0, 0, 300],
  [queues.endRefusedTrial]: [null, 10, 5, 120],
  [queues.expireCheckout]: [null, 10, 5, 120],
  [queues.judgeTrial]: [null, 10, 5, 120],
  [queues.processWebhook]: [null, 10, 5, 120],
  [queues.reconcileBilling]: ['*/10 * * * *', 0, 0, 600],
  [queues.reconcileWithProvider]: ['23 3 * * *', 3, 600, 3600],
  [queues.refreshCatalogue]: ['17 * * * *', 10, 5, 120],
  [queues.remindOfTrialEnd]: ['*/10 * * * *', 0, 0, 300],
  [queues.updatePlannedCosts]: ['17 * * * *', 2, 60, 900],
  [queues.sendEmail]: [null, 20, 15, 120],
  [queues.refreshFeeds]: ['*/10 * * * *', 0, 0, 360],
  [queues.deleteOldFeedback]: ['47 3 * * *', 2, 60, 300],
  [queues.deleteOldCosts]: ['53 3 * * *', 2, 60, 300],
  [queues.updateFigureDays]: ['* * * * *', 0, 0, 300],
  [queues.deleteOldJobs]: ['41 3 * * *', 2, 60, 300],
  [queues.writePosts]: [null, 8, 2, 90],
  [queues.refreshNews]: [null, 0, 0, 90],
  [queues.deleteEndedLimits]: ['7 3 * * *', 2, 60, 300],
  [queues.deleteOldChanges]: ['23 * * * *', 2, 60, 300],
  [queues.deleteOldRequests]: ['47 3 * * *', 2, 60, 300],
  [queues.checkLanes]: ['17 * * * *', 2, 60, 600],
  [queues.checkRestored]: [null, 20, 5, 300],
  [queues.deleteTraces]: ['41 3 * * *', 2, 60, 300],
  [queues.renewAhead]: ['* * * * *', 0, 0, 120],
  [queues.sendSummaries]: ['*/5 * * * *', 2, 60, 300],
  [queues.emailFailures]: ['*/5 * * * *', 2, 60, 300],
  [queues.closeProviderAccounts]: [null, 10, 5, 120],
  [queues.eraseDeletedUsers]: ['43 * * * *', 0, 0, 600],
  [queues.deleteOldLessons]: ['53 3 * * *', 2, 60, 300],
};

test.each([
  ['the API first', ['startApi', 'startWorker'], { hasNews: true }],
  ['the worker first, without a source of news', ['startWorker', 'startApi'], { hasNews: false }],
] as const)(
  'queues are worked on, each at its own pace, whichever role starts first: %s',
  async (_which, order, given) => {
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
    const { rows } = await parts.platform.db.execute(sql`
    select q.name, s.cron, q.retry_limit, q.retry_delay, q.expire_seconds from pgboss.queue q
    left join pgboss.schedule s using (name) where q.name not like '\\_\\_%'`);
    const settings = rows.map(({ name, ...given }) => [name, Object.values(given)]);
    expect(Object.fromEntries(settings)).toEqual(SETTINGS);

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
  },
);
