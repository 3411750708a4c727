import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { type PgDatabase, PgDialect } from 'drizzle-orm/pg-core';
import type { SQL } from 'drizzle-orm/sql';
import pg from 'pg';
import type { Logger } from './logger.ts';

/** What a store function runs on: the pool or an open transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export type Database = { pool: pg.Pool; db: Db; close(): Promise<void> };

// Ids are bigint in the database and stay far below 2^53: plain numbers are exact.
const types = { getTypeParser: pg.types.getTypeParser } as pg.CustomTypesConfig;
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens a pool. A connection that breaks while idle is logged and replaced; the next query reconnects. */
export function openDatabase(url: string, log: Logger, max = 20): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'drumbeat',
  });
  // A client in use that loses its server says so twice: to its query, and here, where nobody would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => log.warn({ err: error.message }, 'a database connection broke'));
  const db: Db = drizzle({ client: pool });
  return { pool, db, close: () => pool.end() };
}

/** Runs the work in one transaction: all of it holds, or none of it. */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction((tx) => work(tx));
}

const dialect = new PgDialect();

/**
 * Runs a statement under a name, so that each connection parses it once: for the few that run many times a second.
 * One name stands for one text: what differs from call to call must be a parameter.
 */
export function executePrepared<Row extends Record<string, unknown>>(
  db: Db,
  name: string,
  statement: SQL,
): Promise<pg.QueryResult<Row>> {
  const query = dialect.sqlToQuery(statement);
  const prepared = db._.session.prepareQuery(query, undefined, name, false);
  return prepared.execute() as Promise<pg.QueryResult<Row>>;
}
