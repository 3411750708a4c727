import pg from 'pg';
import type { BenchDatabase } from './postgres.ts';

/**
 * A connection for inserting very many rows, without the product's timeouts, foreign keys and triggers. That
 * is safe because the rows are correct and no one else is connected. Code that inserts accounts must insert
 * their lanes as well.
 */
export async function inBulk(
  database: BenchDatabase,
  write: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'`,
    );
    await write(client);
  } finally {
    await client.end();
  }
}

/** Creating indexes after the rows is much cheaper than maintaining them. Constraint indexes stay. */
export async function withoutIndexes(
  client: pg.Client,
  table: string,
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await fill();
  for (const { definition } of indexes) await client.query(definition);
}
