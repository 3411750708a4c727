import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { inTransaction, openDatabase } from './database.ts';
import { createLogger } from './logger.ts';

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
    const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid');
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
