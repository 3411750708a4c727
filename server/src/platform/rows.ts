import type { SQL } from 'drizzle-orm/sql';
import { z } from 'zod';
import { type Db, executePrepared, prepareStatement } from './database.ts';

/*
 * Plain SQL answers with what the driver makes of it: timestamps are text, an enum is any string. A row is read with a
 * schema, declared once beside its statement, so that a type says only what has arrived.
 */

/** How the columns of a plain SQL row are read. Enums are read with `z.enum`. */
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

/** Runs a statement and reads its rows. Throws ZodError where a row is not what the schema says. */
export async function readRows<S extends z.ZodType>(db: Db, row: S, statement: SQL): Promise<z.output<S>[]> {
  const { rows } = await db.execute(statement);
  return rows.map((each) => row.parse(each));
}

/** The same for a statement that runs many times a second: each connection parses it once, under its name. */
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
 * A read that calls make over and over, as a function of the database and the statement's placeholders: the text is
 * built once, and each connection parses it once, under its name.
 */
export function preparedRead<S extends z.ZodType>(
  name: string,
  row: S,
  statement: SQL,
): (db: Db, values: Record<string, unknown>) => Promise<z.output<S>[]> {
  const execute = prepareStatement(name, statement);
  return async (db, values) => (await execute(db, values)).rows.map((each) => row.parse(each));
}
