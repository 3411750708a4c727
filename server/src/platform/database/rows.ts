import type { SQL } from 'drizzle-orm/sql';
import { z } from 'zod';
import { type Db, executePrepared, prepareStatement } from './database.ts';

/*
 * Plain SQL returns what the driver makes of it: timestamps are text, an enum is any string. So rows are
 * parsed with a schema, declared next to the statement, and their types are reliable.
 */

/** Parsers for columns of plain SQL rows. For enums use `z.enum`. */
export const column = {
  /** integer, bigint (exact below 2^53) and count(*). */
  number: z.number(),
  text: z.string(),
  boolean: z.boolean(),
  /** timestamptz. */
  instant: z.string().transform((text, context): Date => {
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) context.addIssue(`not an instant: ${text}`);
    return date;
  }),
  /** A jsonb object. */
  record: z.record(z.string(), z.unknown()),
};

/** Runs a statement and parses its rows. Throws ZodError if a row does not match the schema. */
export async function readRows<S extends z.ZodType>(db: Db, row: S, statement: SQL): Promise<z.output<S>[]> {
  const { rows } = await db.execute(statement);
  return rows.map((each) => row.parse(each));
}

/** Like `readRows` for a frequent statement: each connection parses it once, under its name. */
export async function readRowsPrepared<S extends z.ZodType>(
  db: Db,
  name: string,
  row: S,
  statement: SQL,
): Promise<z.output<S>[]> {
  const { rows } = await executePrepared(db, name, statement);
  return rows.map((each) => row.parse(each));
}

/**
 * A frequent read as a function of the database and its placeholders' values: the SQL text is built once, and
 * each connection parses it once.
 */
export function preparedRead<S extends z.ZodType>(
  name: string,
  row: S,
  statement: SQL,
): (db: Db, values: Record<string, unknown>) => Promise<z.output<S>[]> {
  const execute = prepareStatement(name, statement);
  return async (db, values) => (await execute(db, values)).rows.map((each) => row.parse(each));
}
