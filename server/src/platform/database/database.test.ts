import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { startSilentProxy } from '../../../test/silent-proxy.ts';
import { createLogger } from '../logger.ts';
import { isBusy, isSilence, openClient, SERVING } from './connection.ts';
import { type Db, inTransaction, openDatabase } from './database.ts';

const quiet = createLogger('silent', 'test');

/** A database of the test's own; with `patience` in place of what serving waits for. */
async function freshDatabase({ max = 20, patience = SERVING } = {}) {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  const proxy = await startSilentProxy(url);
  const database = openDatabase(proxy.url, quiet, max, patience);
  onTestFinished(async () => {
    await database.close();
    proxy.close();
    await drop();
  });
  return { ...database, proxy };
}

test('a server that goes away in the middle of a transaction fails that transaction, and nothing else', async () => {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  const database = openDatabase(url, createLogger('silent', 'test'), 3);
  const ended = new Promise<void>((resolve) => {
    database.pool.once('connect', (client) => client.once('end', () => resolve()));
  });
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  let unexpected: unknown;
  process.once('uncaughtException', (error) => {
    unexpected = error;
  });
  const broken = inTransaction(database.db, async (tx) => {
    const { rows } = await tx.execute('select pg_backend_pid() as pid');
    // Between two statements, while the client is in use and no query waits: like a call to a provider.
    await admin.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
    await ended;
    await tx.execute('select 1');
  });
  await expect(broken).rejects.toThrow();
  expect(unexpected).toBeUndefined();
  expect((await database.db.execute('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await admin.end();
  await database.close();
  await drop();
});

test('a connection of one’s own that the server ends fails its statements, not the process', async () => {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  const client = openClient(url, 'test', SERVING);
  await client.connect();
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.once('uncaughtException', note);
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
  await ended;
  await expect(client.query('select 1')).rejects.toThrow();
  process.off('uncaughtException', note);
  expect(uncaught).toEqual([]);
  await admin.end();
  await drop();
});

test('a connection waits for no lock, no statement and no forgotten transaction beyond its deadline', async () => {
  const { db } = await freshDatabase();
  const names = [
    'lock_timeout',
    'statement_timeout',
    'idle_in_transaction_session_timeout',
    'tcp_keepalives_idle',
    'tcp_keepalives_interval',
    'tcp_keepalives_count',
    'tcp_user_timeout',
  ];
  const shown: Record<string, unknown> = {};
  for (const name of names) shown[name] = Object.values((await db.execute(`show ${name}`)).rows[0] ?? {})[0];
  expect(shown).toEqual({
    lock_timeout: '2s',
    statement_timeout: '10s',
    idle_in_transaction_session_timeout: '10s',
    tcp_keepalives_idle: '5',
    tcp_keepalives_interval: '2',
    tcp_keepalives_count: '3',
    tcp_user_timeout: '10000',
  });
});

test('waiting for a connection or for a lock ends with an error at its deadline', async () => {
  const patience = { ...SERVING, connect: 500, lock: 100 };
  const { db } = await freshDatabase({ max: 2, patience });
  await Promise.all([db.execute('select pg_sleep(0.1)'), db.execute('select pg_sleep(0.1)')]);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: hasLock, resolve: locked } = Promise.withResolvers<void>();
  const holder = inTransaction(db, async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(1)');
    locked();
    await held;
  });
  await hasLock;
  const waiter = await inTransaction(db, (tx) => tx.execute('select pg_advisory_xact_lock(1)')).catch(
    (error: unknown) => error,
  );
  expect(waiter).toMatchObject({ cause: { code: '55P03' } });
  const second = inTransaction(db, () => held);
  const third = await inTransaction(db, async () => 'no').catch((error: unknown) => error);
  expect(third).toMatchObject({ message: 'timeout exceeded when trying to connect' });
  for (const error of [waiter, third]) expect(isBusy(error)).toBe(true);
  expect(isBusy(new Error('another'))).toBe(false);
  letGo();
  await Promise.all([holder, second]);
});

test.each([
  ['a query', (db: Db) => db.execute('select 1')],
  ['a transaction at its begin', (db: Db) => inTransaction(db, (tx) => tx.execute('select 1'))],
])('connections that went silent cost one deadline, not one each: %s', async (_what, ask) => {
  const { db, pool, proxy } = await freshDatabase({ max: 8, patience: { ...SERVING, answer: 2_000 } });
  await Promise.all(Array.from({ length: 8 }, () => db.execute('select pg_sleep(0.1)')));
  expect(proxy.silence()).toBe(8);
  const silence = await ask(db).catch((error: unknown) => error);
  expect(isSilence(silence)).toBe(true);
  // The first deadline cleared the pool: nobody after it met a silent one.
  for (let turn = 0; turn < 8; turn += 1) expect(await ask(db)).toMatchObject({ rowCount: 1 });
  expect(pool.totalCount).toBeLessThan(8);
});

test('a transaction whose connection goes silent fails and keeps no place in the pool', async () => {
  const { db, pool, proxy } = await freshDatabase({ max: 1, patience: { ...SERVING, answer: 2_000 } });
  const broken = await inTransaction(db, async (tx) => {
    await tx.execute('select 1');
    proxy.silence();
    await tx.execute('select 1');
  }).catch((error: unknown) => error);
  expect(isSilence(broken)).toBe(true);
  expect(await inTransaction(db, async (tx) => (await tx.execute('select 2 as two')).rows)).toEqual([
    { two: 2 },
  ]);
  expect(pool.totalCount).toBe(1);
});

test('a transaction within another is part of it', async () => {
  const { db } = await freshDatabase();
  await db.execute('create table things (id int)');
  const thrown = new Error('no');
  const outer = inTransaction(db, async (tx) => {
    await inTransaction(tx, (inner) => inner.execute('insert into things values (1)'));
    throw thrown;
  });
  await expect(outer).rejects.toBe(thrown);
  expect((await db.execute('select * from things')).rowCount).toBe(0);
});
