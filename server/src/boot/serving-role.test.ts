import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { createLogger } from '../platform/logger.ts';
import { prepareServingRole } from './serving-role.ts';

const silent = createLogger('silent', 'test');

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

test('ADM-AUD-07 the role that serves owns no table, trigger or function, and cannot change the audit log', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const owner = await connect(database.url);
  await owner.query('create table early (id bigserial, name text)');
  const prepare = (secret: string) => prepareServingRole(database.url, secret, silent);
  // Two processes at once.
  const [former, same] = await Promise.all([prepare('a former secret'), prepare('a former secret')]);
  expect(same).toBe(former);
  // Another secret is another password.
  const url = await prepare('a secret of tests');
  expect(url).not.toBe(former);
  expect(await prepare('a secret of tests')).toBe(url);
  const { pathname } = new URL(database.url);
  expect(new URL(url)).toMatchObject({
    pathname,
    username: `${pathname.slice(1)}_serving`,
    password: expect.stringMatching(/^[\da-f]{64}$/),
  });
  // What else the operator's address asks for stays.
  const asked = await prepareServingRole(
    `${database.url}?application_name=pulse`,
    'a secret of tests',
    silent,
  );
  expect(asked).toBe(`${url}?application_name=pulse`);
  const serving = await connect(url);
  onTestFinished(async () => {
    await serving.end();
    const owner = await connect(database.url);
    const role = new URL(url).username;
    await owner.query(`drop owned by ${role}`);
    await owner.query(`drop role ${role}`);
    await owner.end();
    await database.drop();
  });
  const owned = await serving.query(
    `select relname from pg_class where relowner = current_user::regrole
     union all select proname from pg_proc where proowner = current_user::regrole`,
  );
  expect(owned.rows).toEqual([]);
  await serving.query(
    `insert into audit_entries (created_at, action, details) values ('2010-01-01', 'audit.tested', '{}')`,
  );
  const { rows } = await serving.query('select count(*)::int as waiting from audit_unsealed');
  expect(rows).toEqual([{ waiting: 1 }]);
  for (const statement of [
    'update audit_entries set action = action',
    'delete from audit_entries',
    'truncate audit_entries',
    'drop table audit_entries',
    'alter table audit_entries disable trigger all',
    'drop trigger audit_entries_append_only on audit_entries',
    'delete from audit_seals',
    'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return new; end $$',
    `set drumbeat.audit_ends = 'on'; delete from audit_entries`,
    'delete from schema_migrations',
    'set session_replication_role = replica',
  ])
    await expect(serving.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
  // What later migrations and the queue of jobs make is served, too.
  const later = ['public.later', 'pgboss.later'];
  for (const table of later) await owner.query(`create table ${table} (id bigserial, name text)`);
  await owner.end();
  for (const table of ['public.early', ...later]) {
    await serving.query(`insert into ${table} (name) values ('a')`);
    await serving.query(`update ${table} set name = 'b'`);
    await serving.query(`delete from ${table}`);
  }
  await serving.query('select name from schema_migrations');
  await serving.query('select end_audit_stretches(now(), 100)');
  expect((await serving.query('select 1 from audit_entries')).rowCount).toBe(1);
});

test('a role that makes no others serves itself, and says so', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const owner = await connect(database.url);
  await owner.query(`create role plain_role login password 'plain'`);
  onTestFinished(async () => {
    await owner.query('drop role plain_role');
    await owner.end();
    await database.drop();
  });
  const plain = new URL(database.url);
  plain.username = 'plain_role';
  plain.password = 'plain';
  const warn = vi.fn();
  const log = { warn } as unknown as typeof silent;
  expect(await prepareServingRole(plain.href, 'a secret of tests', log)).toBe(plain.href);
  expect(warn.mock.calls).toEqual([
    ['the role in DATABASE_URL cannot create roles: serving as the owner of the tables'],
  ]);
});

test('a role that may make others and is no superuser serves as one that it has made', async () => {
  const owner = await connect(inject('postgresUrl'));
  const name = `maker_${randomUUID().slice(0, 8)}`;
  await owner.query(`create role ${name} login createrole password 'maker'`);
  await owner.query(`create database ${name} owner ${name}`);
  const url = new URL(inject('postgresUrl'));
  Object.assign(url, { pathname: name, username: name, password: 'maker' });
  const maker = await connect(url.href);
  onTestFinished(async () => {
    await maker.end();
    await owner.query(`drop database ${name} with (force)`);
    await owner.query(`drop role ${name}_serving`);
    await owner.query(`drop role ${name}`);
    await owner.end();
  });
  for (const table of ['schema_migrations', 'audit_entries', 'audit_seals', 'posts'])
    await maker.query(`create table ${table} (id bigserial, name text)`);
  const warn = vi.fn();
  const log = { warn } as unknown as typeof silent;
  const first = await prepareServingRole(url.href, 'a former secret', log);
  const second = await prepareServingRole(url.href, 'a secret of tests', log);
  expect([first, second].map((each) => new URL(each).username)).toEqual([
    `${name}_serving`,
    `${name}_serving`,
  ]);
  await expect(connect(first)).rejects.toThrow('password authentication failed');
  const serving = await connect(second);
  onTestFinished(() => serving.end());
  await serving.query(`insert into posts (name) values ('a')`);
  await serving.query('delete from posts');
  await expect(serving.query('delete from audit_entries')).rejects.toThrow('permission denied');
  expect(warn).not.toHaveBeenCalled();
});
