/** The rows of all tables before and after something, and what it changed. */
import pg from 'pg';
import { inPlain, nameIds } from './in-plain.ts';

type Row = Record<string, unknown>;
type Table = { name: string; key: string[]; rows: Map<string, Row> };
export type Tables = Map<string, Table>;

/**
 * Reads every row of our own tables and of the queues' jobs, over a connection of its own. Then it moves rows about in
 * their tables, so that what depends on where they lie differs from run to run.
 */
export async function openTables(url: string): Promise<{ read(): Promise<Tables>; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: found } = await client.query<{ name: string; key: string[] }>(`
    select c.oid::regclass::text as name,
      coalesce((select array_agg(a.attname::text order by a.attnum) from pg_index i
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary), '{}') as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where (n.nspname = 'public' and c.relkind = 'r') or (n.nspname = 'pgboss' and c.relname = 'job')
    order by 1`);
  const ids = await client.query<{ name: string }>(
    `select regexp_replace(sequencename, '_(id|seq).*$', '') as name from pg_sequences where schemaname = 'public'
     order by format('%I.%I', schemaname, sequencename)`,
  );
  nameIds(ids.rows.map(({ name }) => name));
  // No trigger fires for rows that are only moved.
  await client.query('set session_replication_role = replica');
  const shuffles = await shufflesOf(client);
  const parts = found.map(({ name }, index) =>
    name === 'pgboss.job'
      ? `select ${index} as "table", jsonb_build_object('id', id, 'name', name, 'data', data, 'state', state,
           'key', singleton_key, 'retries', retry_limit, 'waits', start_after > created_on) as row from pgboss.job`
      : `select ${index} as "table", to_jsonb(t) as row from ${name} t`,
  );
  const statement = parts.join(' union all ');
  return {
    async read() {
      const tables: Tables = new Map(found.map(({ name, key }) => [name, { name, key, rows: new Map() }]));
      // Named, so that it is planned once.
      const { rows } = await client.query<{ table: number; row: Row }>({ name: 'tables', text: statement });
      for (const { table, row } of rows) {
        const { name, key } = found[table] as (typeof found)[number];
        tables.get(name)?.rows.set(idOf(name, key, row), row);
      }
      const several = [...tables.values()].filter((table) => table.rows.size > 1);
      await client.query(several.map((table) => shuffles.get(table.name)).join(';'));
      return tables;
    },
    close: () => client.end(),
  };
}

/** For each table a statement that takes out its rows, and puts them back in any order. */
async function shufflesOf(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; columns: string }>(`
    select attrelid::regclass::text as name, string_agg(quote_ident(attname), ', ') as columns
    from pg_attribute join pg_class c on c.oid = attrelid
    where relkind in ('r', 'p') and attnum > 0 and not attisdropped and attgenerated = '' group by 1`);
  return new Map(
    rows.map(({ name, columns }) => [
      name,
      `with taken as (delete from ${name} returning *)
        insert into ${name} (${columns}) overriding system value select ${columns} from taken order by random()`,
    ]),
  );
}

/** By its primary key; a row of a table without one by all that it holds. */
function idOf(table: string, key: readonly string[], row: Row): string {
  if (table === 'pgboss.job') return JSON.stringify(row.id);
  return JSON.stringify(key.length > 0 ? key.map((column) => row[column]) : row);
}

/** What every entry of the audit log has beside it. */
const BESIDE_AUDIT =
  /^\+ (audit_unsealed \{ entry_id: audit_log#\d+ \}|audit_names \{ entry_id: audit_log#\d+, ip: '127\.0\.0\.1', ip_salt: '<\w+>' \})$/;

/** A line for each row that came (+), went (-) or changed (~), in the order of the tables' names. */
export function rowChanges(before: Tables, after: Tables): string[] {
  return [...after.values()]
    .flatMap(({ name, key, rows }) => {
      const old = before.get(name)?.rows ?? new Map<string, Row>();
      const came = [...rows].filter(([id]) => !old.has(id)).map(([, row]) => `+ ${name} ${shown(row)}`);
      const went = [...old].filter(([id]) => !rows.has(id)).map(([, row]) => `- ${name} ${shown(row)}`);
      const changed = [...rows].flatMap(([id, row]) => {
        const was = old.get(id);
        if (!was || JSON.stringify(was) === JSON.stringify(row)) return [];
        return [`~ ${name} ${whatChanged(key, was, row)}`];
      });
      return [went, changed, came].flatMap((lines) => lines.sort());
    })
    .filter((line) => !BESIDE_AUDIT.test(line));
}

const inline = (value: unknown) => inPlain(value, { isOneLine: true });
const shown = (row: Row) =>
  inPlain(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)), { isOneLine: true });

function whatChanged(key: readonly string[], was: Row, row: Row): string {
  const differs = Object.keys(row).filter((key) => JSON.stringify(was[key]) !== JSON.stringify(row[key]));
  const [first = ''] = [...key, ...Object.keys(row)];
  const lines = differs.map((key) => `${key}: ${inline(was[key])} → ${inline(row[key])}`);
  return `${first}=${inPlain(row[first])} ${lines.join(', ')}`;
}
