import pg from 'pg';
import type { BenchDatabase } from './postgres.ts';

/**
 * A connection to write very many rows over, without the product's deadlines, references and triggers: the rows are
 * right, and nobody else is here. Who writes accounts this way writes their lanes as well.
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

/** Indexes made after the rows cost a fraction of indexes kept while they come. Those of constraints stay. */
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
