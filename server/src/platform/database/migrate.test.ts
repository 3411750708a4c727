import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { StartupError } from '../errors.ts';
import { createLogger } from '../logger.ts';
import { migrate, migrationNames } from './migrate.ts';

const log = createLogger('silent', 'test');

/** An empty database and a connection to it, both gone after the test. */
async function emptyDatabase(): Promise<{ url: string; client: pg.Client }> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  const name = `migrate_${crypto.randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return { url: url.href, client };
}

test('processes that start together apply each migration once, and a later start applies none', async () => {
  const { url } = await emptyDatabase();
  const applied = (await Promise.all([1, 2, 3].map(() => migrate(url, log)))).flat();
  expect(applied.toSorted()).toEqual(await migrationNames());
  expect(await migrate(url, log)).toEqual([]);
});

test('a database made from another set of files is refused in words, and left as it is', async () => {
  const { url, client } = await emptyDatabase();
  await client.query(
    `create table schema_migrations (name text primary key, applied_at timestamptz not null default now())`,
  );
  await client.query(
    `insert into schema_migrations (name) values ('0001_platform.sql'), ('0003_others.sql')`,
  );
  const refused = migrate(url, log);
  await expect(refused).rejects.toBeInstanceOf(StartupError);
  await expect(refused).rejects.toThrow(
    'This database was made by a preview of Drumbeat (its migration 0003_others.sql is unknown), and cannot be ' +
      'upgraded. Start with an empty one: name another in DATABASE_URL, or empty the data folder.',
  );
  const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`);
  expect(rows).toEqual([{ tablename: 'schema_migrations' }]);
});

test('a migration that fails is named with the fault, and leaves nothing of itself', async () => {
  const { url, client } = await emptyDatabase();
  await client.query('create table worker_heartbeats (id int)');
  await expect(migrate(url, log)).rejects.toThrow(
    /^Migration 0001_platform\.sql failed: relation "worker_heartbeats" already exists$/,
  );
  const { rows } = await client.query(
    `select tablename from pg_tables where schemaname = 'public' order by tablename`,
  );
  expect(rows).toEqual([{ tablename: 'schema_migrations' }, { tablename: 'worker_heartbeats' }]);
  expect((await client.query('select name from schema_migrations')).rows).toEqual([]);
});

test('a database that a newer version has migrated is used as it is', async () => {
  const { url, client } = await emptyDatabase();
  await migrate(url, log);
  await client.query(`insert into schema_migrations (name) values ('9999_newer.sql')`);
  expect(await migrate(url, log)).toEqual([]);
});
