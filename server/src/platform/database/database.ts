import type { Socket } from 'node:net';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { type PgDatabase, PgDialect } from 'drizzle-orm/pg-core';
import type { SQL } from 'drizzle-orm/sql';
import pg from 'pg';
import type { Logger } from '../logger.ts';
import { connectionSettings, isSilence, SERVING } from './connection.ts';

type Drizzle = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;
type UnreadRows = pg.QueryResult<Record<string, unknown>>;

/**
 * What store functions run on: the pool or an open transaction. The rows of `execute` are untyped; read them
 * with `rows.ts`.
 */
export type Db = Omit<Drizzle, 'execute' | 'transaction'> & {
  execute(statement: SQL | string): Promise<UnreadRows>;
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
};

export type Database = { pool: pg.Pool; db: Db; close(): Promise<void> };

// Ids are bigint in the database but far below 2^53, so numbers are exact.
const types = { getTypeParser: pg.types.getTypeParser } as pg.CustomTypesConfig;
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Opens a pool whose connections have a deadline for everything (`patience`). Broken connections are logged
 * and replaced. If one goes silent, the idle ones are replaced too, because they may share the cause.
 */
export function openDatabase(url: string, log: Logger, max = 20, patience = SERVING): Database {
  const pool = new pg.Pool({
    ...connectionSettings(url, 'drumbeat', patience),
    max,
    types,
    idleTimeoutMillis: 30_000,
  });
  const idle = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    // A client that loses the server also emits 'error'; without a listener this would end the process.
    client.on('error', () => undefined);
  });
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('release', (error, client) => {
    if (!error) return void idle.add(client);
    if (!isSilence(error)) return;
    log.error({ idle: idle.size }, 'a database connection stopped answering; replacing it and the idle ones');
    for (const each of idle) cut(each);
  });
  pool.on('error', (error) =>
    log.warn({ err: error.message }, 'an idle database connection broke; the pool replaces it'),
  );
  const db: Db = drizzle({ client: pool }) as Drizzle;
  return { pool, db, close: () => pool.end() };
}

/** Removes an idle connection from the pool and destroys it without waiting for the server. */
function cut(client: pg.PoolClient): void {
  client.emit('error', new Error('replaced because another connection stopped answering'));
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/**
 * Runs the work in one transaction; inside a transaction, the work joins it. A connection that no longer
 * answers is discarded, and PostgreSQL rolls back when it notices.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const { $client: pool } = db as Db & { $client?: unknown };
  if (!(pool instanceof pg.Pool)) return work(db);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(drizzle({ client }));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    if (isSilence(error)) client.release(error as Error);
    else
      await client.query('rollback').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      );
    throw error;
  }
}

const dialect = new PgDialect();

/**
 * Runs a prepared statement, so that each connection parses it only once: for frequent statements. A name
 * must always have the same text, so everything that varies must be a parameter.
 */
export function executePrepared(db: Db, name: string, statement: SQL): Promise<UnreadRows> {
  const query = dialect.sqlToQuery(statement);
  const prepared = db._.session.prepareQuery(query, undefined, name, false);
  return prepared.execute() as Promise<UnreadRows>;
}

/** Like `executePrepared` with placeholders: the SQL text is built once, for all calls. */
export function prepareStatement(
  name: string,
  statement: SQL,
): (db: Db, values: Record<string, unknown>) => Promise<UnreadRows> {
  const query = dialect.sqlToQuery(statement);
  return (db, values) => {
    const statementOfDb = db._.session.prepareQuery(query, undefined, name, false);
    return statementOfDb.execute(values) as Promise<UnreadRows>;
  };
}

/**
 * Caches a frequent Drizzle query that ends in `.prepare(name)`: its text is built once per pool, and each
 * connection parses it once. Use placeholders for everything that varies. Transactions build their own.
 */
export function prepared<Q>(build: (db: Db) => Q): (db: Db) => Q {
  const built = new WeakMap<Db, Q>();
  return (db) => {
    const known = built.get(db);
    if (known) return known;
    const query = build(db);
    built.set(db, query);
    return query;
  };
}
