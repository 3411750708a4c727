import { sql } from 'drizzle-orm';
import type { TestApp } from './build-app.ts';

/**
 * A digest of every table in every schema, including the queues', for tests of what must change nothing. `but`
 * excludes tables (`rate_limits`) and columns (`sessions.last_seen_at`) by name. Always excluded: where the job queue
 * notes once a minute when it last looked after itself.
 */
export async function digestOfTables(
  { platform: { db } }: TestApp,
  but: readonly string[] = ['rate_limits'],
): Promise<Record<string, unknown>> {
  const { rows } = await db.execute(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and (table_schema, table_name) <> ('pgboss', 'version') order by 1, 2`);
  const digests: Record<string, unknown> = {};
  for (const row of rows) {
    const [schema, name] = [String(row.schema), String(row.name)];
    if (but.includes(name)) continue;
    const columns = but.filter((each) => each.startsWith(`${name}.`)).map((each) => each.split('.')[1]);
    const text = sql`(to_jsonb(t) - ${sql.param(columns)}::text[])::text`;
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const found = await db.execute(
      sql`select count(*), md5(string_agg(${text}, ' ' order by ${text})) as md5 from ${table} t`,
    );
    digests[`${schema}.${name}`] = found.rows[0];
  }
  return digests;
}
