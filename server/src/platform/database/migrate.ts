import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { StartupError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { openClient, UPKEEP } from './connection.ts';

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url));
/** An arbitrary number; every process must use the same. */
const ADVISORY_LOCK = 7_203_319;

/**
 * The names of all migrations in order. Throws if a name is malformed or the numbers are not 1, 2, 3 and so
 * on.
 */
export async function migrationNames(): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const inOrder = names.every(
    (name, index) => Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]) === index + 1,
  );
  if (!inOrder)
    throw new Error('Migrations are named 0001_what_it_does.sql, each number once, without a gap');
  return names;
}

/**
 * Applies missing migrations in order, each in its own transaction, under an advisory lock, so that processes
 * starting together wait for each other. Returns the names that were applied. Throws StartupError for a
 * database made from a different set of files. Never edit a merged file.
 */
export async function migrate(databaseUrl: string, log: Logger): Promise<string[]> {
  const client = openClient(databaseUrl, 'drumbeat migrations', UPKEEP);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
    const done = new Set(rows.map((row) => row.name));
    const names = await migrationNames();
    refuseForeign(done, names);
    const missing = names.filter((name) => !done.has(name));
    for (const name of missing) {
      await applyMigration(client, name);
      log.info({ migration: name }, 'migration applied');
    }
    return missing;
  } finally {
    await client.end();
  }
}

/** Names after our last one are fine: a newer version has run on this database. */
function refuseForeign(applied: Set<string>, names: string[]): void {
  const foreign = [...applied].sort().find((name) => !names.includes(name) && name < (names.at(-1) ?? ''));
  if (foreign)
    throw new StartupError(
      `This database was made by a preview of Drumbeat (its migration ${foreign} is unknown), and cannot be ` +
        'upgraded. Start with an empty one: name another in DATABASE_URL, or empty the data folder.',
    );
}

async function applyMigration(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(`${folder}${name}`, 'utf8');
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into schema_migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
