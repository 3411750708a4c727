import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createLogger } from '../platform/logger.ts';
import { prepareServingRole } from './serving-role.ts';

const silent = createLogger('silent', 'test');
const rolesOf = (database: string) => [`${database}_serving`, `${database}_definer`];

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
    for (const role of rolesOf(pathname.slice(1))) {
      await owner.query(`drop owned by ${role} cascade`);
      await owner.query(`drop role ${role}`);
    }
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

test('ADM-AUD-07 the role that serves makes no temporary tables, and with some it still runs nothing as the owner', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const name = new URL(database.url).pathname.slice(1);
  const owner = await connect(database.url);
  const serving = await connect(await prepareServingRole(database.url, 'a secret of tests', silent));
  onTestFinished(async () => {
    await serving.end();
    for (const role of rolesOf(name)) await owner.query(`drop owned by ${role} cascade; drop role ${role}`);
    await owner.end();
    await database.drop();
  });
  await serving.query(`insert into audit_entries (created_at, action, details) values (now(), 'a.b', '{}')`);
  const attack = `
    create function pg_temp.evil() returns bigint language plpgsql as $$ begin
      alter table public.audit_entries disable trigger user;
      update public.audit_entries set action = 'x.y';
      return 1;
    end $$;
    create temp view audit_seals as select pg_temp.evil() as number, array[1]::bigint[] as entry_ids,
      array['x'] as entry_hashes, ''::text as previous, ''::text as hash, now() as sealed_at`;
  await expect(serving.query(attack)).rejects.toThrow('permission denied to create temporary tables');
  await owner.query(`grant temporary on database ${name} to ${name}_serving`);
  await serving.query(attack);
  await serving.query('select public.end_audit_stretches(now(), 1)');
  expect((await owner.query('select action from audit_entries')).rows).toEqual([{ action: 'a.b' }]);
  // Whatever runs with more rights than its caller's has a fixed path, and belongs to a role without many rights.
  const definers = await owner.query(
    `select proname, proconfig, rolsuper, rolcanlogin from pg_proc join pg_roles r on r.oid = proowner
      where prosecdef and pronamespace = 'public'::regnamespace order by proname`,
  );
  const safe = {
    proconfig: ['search_path=pg_catalog, public, pg_temp'],
    rolsuper: false,
    rolcanlogin: false,
  };
  expect(definers.rows).toEqual([
    { proname: 'end_audit_stretches', ...safe },
    { proname: 'queue_audit_entry', ...safe },
  ]);
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
    for (const role of [...rolesOf(name), name]) await owner.query(`drop role ${role}`);
    await owner.end();
  });
  await migrate(url.href, silent);
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
  await serving.query(`insert into audit_entries (created_at, action, details) values (now(), 'a.b', '{}')`);
  await serving.query('select end_audit_stretches(now(), 100)');
  await expect(serving.query('delete from audit_entries')).rejects.toThrow('permission denied');
  expect(warn).not.toHaveBeenCalled();
});
