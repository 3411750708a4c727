import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { LISTENING, openClient, UPKEEP } from '../platform/database/connection.ts';
import type { Logger } from '../platform/logger.ts';

/** An arbitrary number, different from that of the migrations. */
const ADVISORY_LOCK = 7_203_320;
/** Tables to which the serving role may only append; triggers enforce this as well. */
const APPEND_ONLY = 'audit_entries, audit_seals';
const UNTOUCHED = 'schema_migrations';
/** What the audit log does with more rights than the serving role has, and what these functions need. */
const DEFINER_FUNCTIONS = ['queue_audit_entry()', 'end_audit_stretches(timestamptz, int)'];
const DEFINER_GRANTS = [
  'select, insert on audit_unsealed',
  'select, delete on audit_entries, audit_names, audit_seals',
];

/**
 * Creates the serving role: it reads and writes rows, but owns no table, trigger or function and makes no temporary
 * ones, so that a compromised server cannot disable the protection of the audit log. What needs more rights belongs to
 * another role, which cannot log in. Call it after the migrations, which run as the given role. Returns the URL for
 * serving; the given one if that role may not create others.
 */
export async function prepareServingRole(
  databaseUrl: string,
  appSecret: string,
  log: Logger,
): Promise<string> {
  const client = openClient(databaseUrl, 'drumbeat roles', UPKEEP);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const { rows } = await client.query<{ database: string; may: boolean }>(
      `select current_database() as database, rolsuper or rolcreaterole as may from pg_roles where rolname = current_user`,
    );
    const { database = '', may = false } = rows[0] ?? {};
    const role = `${database}_serving`.slice(0, 63);
    const password = createHmac('sha256', appSecret).update(`serving role of ${database}`).digest('hex');
    const url = withLogin(databaseUrl, role, password);
    if (may) {
      await ensureRole(client, role, password, url);
      await ensureDefiner(client, database);
    }
    if (!(await canConnect(url))) {
      log.warn('the role in DATABASE_URL cannot create roles: serving as the owner of the tables');
      return databaseUrl;
    }
    await grantRows(client, role);
    return url;
  } finally {
    await client.end();
  }
}

async function ensureRole(client: pg.Client, role: string, password: string, url: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  const name = client.escapeIdentifier(role);
  if (!rowCount) await client.query(`create role ${name} login password '${password}'`);
  else if (!(await canConnect(url))) await client.query(`alter role ${name} login password '${password}'`);
}

/** Gives the functions with more rights to a role that has only these rights. */
async function ensureDefiner(client: pg.Client, database: string): Promise<void> {
  const role = `${database.slice(0, 50)}_definer`;
  const name = client.escapeIdentifier(role);
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  if (!rowCount) await client.query(`create role ${name} nologin`);
  // Whoever is no superuser hands over only to a role of which they are a member, and which may create there.
  await client.query(`grant ${name} to current_user`);
  await client.query(`grant usage, create on schema public to ${name}`);
  for (const right of DEFINER_GRANTS) await client.query(`grant ${right} to ${name}`);
  for (const signature of DEFINER_FUNCTIONS)
    await client.query(`alter function ${signature} owner to ${name}`);
  await client.query(`revoke create on schema public from ${name}`);
  await client.query(`revoke temporary on database ${client.escapeIdentifier(database)} from public`);
}

/**
 * Grants access to the rows of every table, including those that later migrations and the job queue create.
 */
async function grantRows(client: pg.Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  await client.query('create schema if not exists pgboss');
  for (const schema of ['public', 'pgboss']) {
    await client.query(`grant usage on schema ${schema} to ${name}`);
    await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${name}`);
    await client.query(`grant usage, select on all sequences in schema ${schema} to ${name}`);
    const future = `alter default privileges in schema ${schema} grant`;
    await client.query(`${future} select, insert, update, delete on tables to ${name}`);
    await client.query(`${future} usage, select on sequences to ${name}`);
  }
  await client.query(`grant execute on function ${DEFINER_FUNCTIONS.join(', ')} to ${name}`);
  await client.query(`revoke update, delete on ${APPEND_ONLY} from ${name}`);
  await client.query(`revoke insert, update, delete on ${UNTOUCHED} from ${name}`);
}

async function canConnect(url: string): Promise<boolean> {
  const client = openClient(url, 'drumbeat roles', LISTENING);
  return client.connect().then(
    async () => {
      await client.end();
      return true;
    },
    () => false,
  );
}

function withLogin(databaseUrl: string, user: string, password: string): string {
  const url = new URL(databaseUrl);
  url.username = encodeURIComponent(user);
  url.password = password;
  return url.href;
}
