import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createJobs } from '../src/platform/jobs.ts';
import { createLogger } from '../src/platform/logger.ts';
import { migrate } from '../src/platform/migrate.ts';

const TEMPLATE = 'drumbeat_template';
const silent = createLogger('silent', 'test');

/**
 * A separate database for a test file, cloned from a template with all migrations and the job queue's tables.
 * The first caller of a run creates the template; the others wait for it.
 */
export async function createTestDatabase(
  postgresUrl: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = new pg.Client({ connectionString: postgresUrl });
  await admin.connect();
  await admin.query('select pg_advisory_lock(41)');
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [TEMPLATE]);
  if (!rowCount) await makeTemplate(admin, postgresUrl);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  await admin.end();
  return {
    url: withDatabase(postgresUrl, name),
    async drop() {
      const client = new pg.Client({ connectionString: postgresUrl });
      await client.connect();
      await client.query(`drop database ${name} with (force)`);
      await client.end();
    },
  };
}

async function makeTemplate(admin: pg.Client, postgresUrl: string): Promise<void> {
  await admin.query(`create database ${TEMPLATE}_making`);
  const url = withDatabase(postgresUrl, `${TEMPLATE}_making`);
  await migrate(url, silent);
  const jobs = createJobs(url, silent);
  await jobs.start([], 'send');
  await jobs.stop();
  await spreadIds(url);
  // Renamed only once complete, so that an aborted run leaves no broken template behind.
  await admin.query(`alter database ${TEMPLATE}_making rename to ${TEMPLATE}`);
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
