import type { Socket } from 'node:net';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { type PgDatabase, PgDialect } from 'drizzle-orm/pg-core';
import type { SQL } from 'drizzle-orm/sql';
import pg from 'pg';
import { connectionSettings, isSilence, SERVING } from './connection.ts';
import type { Logger } from './logger.ts';

type Drizzle = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;
type UnreadRows = pg.QueryResult<Record<string, unknown>>;

/**
 * What a store function runs on: the pool or an open transaction. `execute` promises nothing of its rows; `rows.ts`
 * reads them.
 */
export type Db = Omit<Drizzle, 'execute' | 'transaction'> & {
  execute(statement: SQL | string): Promise<UnreadRows>;
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
};

export type Database = { pool: pg.Pool; db: Db; close(): Promise<void> };

// Ids are bigint in the database and stay far below 2^53: plain numbers are exact.
const types = { getTypeParser: pg.types.getTypeParser } as pg.CustomTypesConfig;
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Opens a pool whose connections wait for nothing without a deadline (SERVING). A connection that breaks is logged and
 * replaced. When one goes silent, the idle ones are replaced as well: what cut one may have cut them all.
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
    // A client that loses its server while in use fails its query and emits this event, too; unheard, it ends the process.
    client.on('error', () => undefined);
  });
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('release', (error, client) => {
    if (!error) return void idle.add(client);
    if (!isSilence(error)) return;
    log.error({ idle: idle.size }, 'a database connection went silent; it and the idle ones are replaced');
    for (const each of idle) cut(each);
  });
  pool.on('error', (error) => log.warn({ err: error.message }, 'a database connection broke'));
  const db: Db = drizzle({ client: pool }) as Drizzle;
  return { pool, db, close: () => pool.end() };
}

/** Takes an idle connection out of the pool at once, and ends it without waiting for the other side. */
function cut(client: pg.PoolClient): void {
  client.emit('error', new Error('replaced, for another went silent'));
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/**
 * Runs the work in one transaction: all of it holds, or none of it. Within a transaction the work becomes part of that
 * one. A connection that no longer answers is thrown away; PostgreSQL rolls back when it notices.
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
 * Runs a statement under a name, so that each connection parses it once: for the few that run many times a second.
 * One name stands for one text: what differs from call to call must be a parameter.
 */
export function executePrepared(db: Db, name: string, statement: SQL): Promise<UnreadRows> {
  const query = dialect.sqlToQuery(statement);
  const prepared = db._.session.prepareQuery(query, undefined, name, false);
  return prepared.execute() as Promise<UnreadRows>;
}

/** The same with placeholders in the place of what differs: the text is built once, for all calls. */
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
 * A query of Drizzle that many calls make, to be ended with `.prepare(name)`: its text is built once, and each
 * connection parses it once. What differs from call to call is a placeholder. A transaction builds its own.
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
