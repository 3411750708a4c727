import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../../../test/database.ts';
import { createLogger } from '../logger.ts';
import { type Database, inTransaction, openDatabase, prepared } from './database.ts';
import { column, preparedRead, readRows, readRowsPrepared } from './rows.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await createTestDatabase(inject('postgresUrl'));
  drop = made.drop;
  database = openDatabase(made.url, createLogger('silent', 'test'), 2);
});
afterAll(async () => {
  await database.close();
  await drop();
});

const row = z.object({
  id: column.number,
  at: column.instant,
  gone: column.instant.nullable(),
  status: z.enum(['pending', 'posted']),
  detail: column.record,
});
const statement = (status: string) => sql`
  select 9007199254740991::bigint as id, '2026-11-21T09:00:00.125Z'::timestamptz as at, null::timestamptz as gone,
    ${status}::text as status, '{"text": true}'::jsonb as detail, 'not asked for' as more`;

test('a row arrives as its schema says, prepared or not: bigint as number, timestamptz as Date, nothing else', async () => {
  const expected = {
    id: 9_007_199_254_740_991,
    at: new Date('2026-11-21T09:00:00.125Z'),
    gone: null,
    status: 'posted',
    detail: { text: true },
  };
  expect(await readRows(database.db, row, statement('posted'))).toEqual([expected]);
  expect(await readRowsPrepared(database.db, 'rows_test', row, statement('posted'))).toEqual([expected]);
});

test('a frequent statement is parsed once on a connection, under its name, whatever is filled in', async () => {
  const read = preparedRead(
    'rows_filled',
    z.object({ n: column.number, at: column.instant }),
    sql`select ${sql.placeholder('n')}::bigint as n, '2026-11-21T09:00:00Z'::timestamptz as at`,
  );
  await inTransaction(database.db, async (tx) => {
    for (const n of [1, 2])
      expect(await read(tx, { n })).toEqual([{ n, at: new Date('2026-11-21T09:00:00Z') }]);
    await readRowsPrepared(tx, 'rows_named', row, statement('posted'));
    const { rows } = await tx.execute(
      `select name, generic_plans + custom_plans as runs from pg_prepared_statements where name in ('rows_filled', 'rows_named') order by name`,
    );
    expect(rows).toEqual([
      { name: 'rows_filled', runs: 2 },
      { name: 'rows_named', runs: 1 },
    ]);
  });
  let built = 0;
  const query = prepared(() => {
    built += 1;
    return { number: built };
  });
  expect(query(database.db)).toBe(query(database.db));
  expect([built, query({ ...database.db }).number]).toEqual([1, 2]);
});

test('a word that the schema does not know, or a column of another kind, is an error', async () => {
  await expect(readRows(database.db, row, statement('paused'))).rejects.toThrow('status');
  await expect(
    readRows(database.db, z.object({ at: column.instant }), sql`select 'soon' as at`),
  ).rejects.toThrow('not an instant: soon');
  await expect(readRows(database.db, z.object({ n: column.number }), sql`select '1' as n`)).rejects.toThrow(
    'number',
  );
});
