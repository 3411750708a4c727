import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../src/platform/database/migrate.ts';
import { createJobs } from '../src/platform/jobs.ts';
import { createLogger } from '../src/platform/logger.ts';
import { testClock } from './test-clock.ts';

/** What a test's database has: the tables alone, or also what the server's first start adds. */
type Stage = 'migrated' | 'started';
const silent = createLogger('silent', 'test');

/**
 * A separate database for a test file, cloned from a template with all migrations and the job queue's tables.
 * The first caller of a run creates the template; the others wait for it.
 */
export async function createTestDatabase(
  postgresUrl: string,
  stage: Stage = 'migrated',
): Promise<{ url: string; drop(): Promise<void> }> {
  const template = `drumbeat_${stage}`;
  const admin = new pg.Client({ connectionString: postgresUrl });
  await admin.connect();
  await admin.query('select pg_advisory_lock(41)');
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template]);
  if (!rowCount) await makeTemplate(admin, postgresUrl, template, stage);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  await admin.query('select pg_advisory_unlock(41)');
  return {
    url: withDatabase(postgresUrl, name),
    async drop() {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

async function makeTemplate(
  admin: pg.Client,
  postgresUrl: string,
  template: string,
  stage: Stage,
): Promise<void> {
  await admin.query(`create database ${template}_making`);
  const url = withDatabase(postgresUrl, `${template}_making`);
  await migrate(url, silent);
  const jobs = createJobs(url, silent);
  await jobs.start([], 'send');
  await jobs.stop();
  await spreadIds(url);
  if (stage === 'started') await startOnce(url);
  // Renamed only once complete, so that an aborted run leaves no broken template behind.
  await admin.query(`alter database ${template}_making rename to ${template}`);
}

/** Lets the server add its queues, prompts and emails, which would take most of the time of each later start. */
async function startOnce(url: string): Promise<void> {
  const [{ compose }, { readConfig }] = await Promise.all([
    import('../src/compose.ts'),
    import('../src/config.ts'),
  ]);
  const appSecret = 'only of this start, which keeps nothing secret';
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: url });
  const parts = await compose(config, { databaseUrl: url, appSecret, log: silent, clock: testClock() });
  await parts.startApi();
  await parts.stop();
}

/** Starts the ids of each table in a different million, so that an id of the wrong table finds nothing. */
async function spreadIds(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  for (const [index, { name }] of rows.entries())
    await client.query(`alter sequence ${name} restart with ${(index + 1) * 1_000_000 + 1}`);
  await client.end();
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
