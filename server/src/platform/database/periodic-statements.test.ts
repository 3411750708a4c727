import { randomUUID } from 'node:crypto';
import { stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/start.ts';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { buildUser, call } from '../../../test/factories.ts';
import { fillings } from './periodic-statements.fixture.ts';

/** What one statement may read of a table: a batch or two, and never the table. */
const MOST_ROWS_READ = 500;
/** Tables hold 3,000 rows; empty pages behind them make the planner reckon with a million like them. */
const STRETCH = 330;
const tables = fillings.map((statement) => /^insert into (\w+)/.exec(statement)?.[1] ?? '');

/** A part of each statement that the engine repeats, and that takes, finds or counts lanes. */
const engineStatements = [
  ['claimLanes', 'set open_post = l.next_post'],
  ['takeLooks', 'looks = l.looks + 1'],
  ['nextWake', 'as "firstDueAt"'],
  ['takeOverLanes', 'with gone as materialized'],
  ['findLost', '), lost as ('],
  ['settle', 'jsonb_to_recordset'],
  ['accountsDueBefore', 'and next_due <='],
  ['oldestOverdue', 'select ready_at as at from lanes'],
  ['selectFigures', 'as "unknownOpen"'],
  ['countHeld', 'where l.hold = r.reason'],
  ['existsAlive', 'from workers where alive_until >'],
  ['selectDueWithin', 'ready_at as "readyAt"'],
  ['selectLaneFaults', 'as "rightPost"'],
] as const;

type Node = Record<string, unknown> & { Plans?: Node[] };
type Explained = { 'Query Text': string; Plan: Node };
/** A part of a plan that reads a table. */
type Reading = { table: string; by: string; rows: number; text: string };

const explained: Explained[] = [];
let app: TestApp;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let drop: () => Promise<void>;

/** Takes down each plan that the app's connections are told, those that are open already included. */
function listen(of: TestApp): void {
  const pool = (of.platform.db as unknown as { $client: pg.Pool }).$client;
  const heard = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    client.on('notice', ({ message = '' }) => {
      const json = message.indexOf('{');
      if (message.includes('plan:') && json >= 0)
        explained.push(JSON.parse(message.slice(json)) as Explained);
    });
  });
}

/** Where the server has its files. Started inside its folder, it names that by a link of its own process. */
async function dataFolder(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query<{ folder: string; pid: number }>(
    `select current_setting('data_directory') as folder, pg_backend_pid() as pid`,
  );
  const [{ folder, pid } = { folder: '', pid: 0 }] = rows;
  return folder.replace('/proc/self/', `/proc/${pid}/`);
}

/** Fills every table, and lets it look far larger. */
async function fill(admin: pg.Client): Promise<void> {
  await admin.query('set session_replication_role = replica; set synchronous_commit = off');
  for (const statement of fillings) await admin.query(statement);
  await admin.query('vacuum analyze');
  await admin.query('checkpoint');
  const folder = await dataFolder(admin);
  for (const table of tables) {
    await admin.query(`alter table ${table} set (autovacuum_enabled = false)`);
    const { rows } = await admin.query<{ path: string }>('select pg_relation_filepath($1) as path', [table]);
    const file = join(folder, rows[0]?.path ?? '');
    await truncate(file, (await stat(file)).size * STRETCH);
  }
}

/** Has PostgreSQL tell every connection from now on the plan of whatever it runs: so no statement of a job can be left out. */
async function explainAll(admin: pg.Client, database: string): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  };
  for (const [setting, value] of Object.entries(settings))
    await admin.query(`alter database ${database} set ${setting} = '${value}'`);
}

beforeAll(async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  drop = database.drop;
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  await fill(admin);
  await explainAll(admin, new URL(database.url).pathname.slice(1));
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:' });
  const appSecret = 'a secret of tests, long enough to be one';
  app = await buildApp({ shared: true, on: { databaseUrl: database.url, sandbox, appSecret } });
  listen(app);
  await admin.end();
});
afterAll(async () => {
  await app?.close();
  await sandbox?.close();
  await drop?.();
});

function* readings(node: Node, text: string): Generator<Reading> {
  const table = node['Relation Name'];
  if (typeof table === 'string' && String(node['Node Type']).endsWith('Scan')) {
    const removed =
      Number(node['Rows Removed by Filter'] ?? 0) + Number(node['Rows Removed by Index Recheck'] ?? 0);
    const rows = (Number(node['Actual Rows']) + removed) * Number(node['Actual Loops']);
    yield { table, by: String(node['Node Type']), rows, text };
  }
  for (const inner of node.Plans ?? []) yield* readings(inner, text);
}

test('no statement that runs by itself reads more of a big table than its share', async () => {
  const staff = await buildUser(app, { roles: ['ops'], email: `${randomUUID()}@staff.example` });
  const periodic = app.platform.jobs.periodic();
  expect(periodic.length).toBeGreaterThan(4);
  for (const queue of periodic) await app.platform.jobs.enqueue(app.platform.db, queue, {});
  await app.platform.jobs.drain();
  await app.startWorker();
  await app.engine.atRest();
  await app.platform.jobs.drain();
  for (const url of ['/metrics', '/api/health', '/api/health/ready', '/api/health/full'])
    await call(app, 'GET', url, { token: staff.token });
  await app.engine.stop();

  const found = explained.flatMap(({ Plan, 'Query Text': text }) => [...readings(Plan, text)]);
  const big = found.filter(({ table }) => tables.includes(table));
  expect([...new Set(big.map(({ table }) => table))]).toEqual(
    expect.arrayContaining([
      'billing_movements',
      'billing_reconciliations',
      'cost_entries',
      'feedback',
      'lanes',
      'posts',
      'rate_limits',
      'sessions',
      'subscriptions',
      'webhook_events',
    ]),
  );
  for (const [name, part] of engineStatements)
    expect(explained.filter((each) => each['Query Text'].includes(part)).length, name).toBeGreaterThan(0);
  const bad = big.filter(({ by, rows }) => by === 'Seq Scan' || rows > MOST_ROWS_READ);
  expect(
    bad.map(({ table, by, rows, text }) => `${table}: ${by}, ${rows} rows: ${text.slice(0, 300)}`),
  ).toEqual([]);
});
