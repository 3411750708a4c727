import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../../../sandbox/src/start.ts';
import { buildApp } from '../../test/build-app.ts';
import { runRole } from '../../test/processes.ts';
import { DRILL_ROWS } from '../../test/sizes.ts';
import { readConfig } from '../config.ts';
import { updateNext } from '../features/publishing/lanes/lanes.store.ts';
import { duePost, runEngine, shown, tweetsOf } from '../features/publishing/publishing.fixture.ts';
import { migrate, migrationNames } from '../platform/database/migrate.ts';
import { StartupError } from '../platform/errors.ts';
import { createLogger } from '../platform/logger.ts';
import { queues } from '../platform/queues.ts';
import { appSecretIn } from './app-secret.ts';
import { backUp, beginRestore } from './backup.ts';
import { reachDatabase } from './database.ts';

const silent = createLogger('silent', 'test');

let folder: string;
let stops: (() => Promise<unknown>)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drumbeat restore '));
  stops = [() => rm(folder, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop();
});

/** Runs a role on a data folder of this test. */
const run = (role: string, given: string[], dataDir: string, more: Record<string, string> = {}) =>
  runRole(role, given, { DATA_DIR: dataDir, ...more });

const configOf = (dataDir: string, more: Record<string, string> = {}) =>
  readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...more });

/** A migrated database in a data folder, running, with its address where other roles look for it. */
async function running(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const database = await reachDatabase(configOf(dataDir), silent, 'always');
  stops.push(database.stop);
  await migrate(database.url, silent);
  return database;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

test('a backup that is taken while rows are written restores all that was there, and each post is on X once', {
  timeout: 300_000 + 40 * DRILL_ROWS,
}, async () => {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:' });
  stops.push(() => sandbox.close());
  const from = join(folder, 'from');
  const source = await running(from);
  const appSecret = await appSecretIn(from);
  const lost = await buildApp({ shared: true, on: { databaseUrl: source.url, sandbox, appSecret } });
  const { user, post, username } = await duePost(lost, 'drill');
  const late = await duePost(lost, 'drill_late', 'Not out before the end');
  await lost.platform.db.execute(
    `update posts set due_at = due_at + interval '1 minute' where id = ${late.post.id}`,
  );
  await updateNext(lost.platform.db, [late.account.id]);
  const client = await connect(source.url);
  const { before, after } = await writeDuring(client, async () => {
    expect(await run('backup', [join(folder, 'backup')], from)).toEqual({
      code: 0,
      said: `The database is backed up in ${join(folder, 'backup')}. It includes the secret that decrypts it: keep the folder as safe as the original.`,
    });
  });
  expect((await stat(join(folder, 'backup'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(from, 'database-url'))).mode & 0o777).toBe(0o600);
  // A slot that stayed would keep the log of all that is written from now on.
  await expect
    .poll(async () => (await client.query('select slot_name from pg_replication_slots')).rows)
    .toEqual([]);
  await client.end();
  expect(await runEngine(lost)).toBe(1);
  expect(await tweetsOf(lost, username)).toHaveLength(1);
  await lost.close();
  await source.stop();

  // Where no database runs, a backup starts it, and stops it.
  const again = join(folder, 'again');
  await rm(join(from, 'app-secret'));
  expect(await backUp(configOf(from), silent, again)).toBe(
    `The database is backed up in ${again}. APP_SECRET is not included. Store it separately: X tokens cannot be decrypted without it.`,
  );
  expect(existsSync(join(again, 'backup.json'))).toBe(true);
  expect(existsSync(join(from, 'database-url'))).toBe(false);

  const to = join(folder, 'to');
  const { from: begun } = JSON.parse(await readFile(join(folder, 'backup', 'backup.json'), 'utf8'));
  expect(await run('restore', [join(folder, 'backup')], to)).toEqual({
    code: 0,
    said: `The database is as it was on ${begun}. Before publishing resumes, 2 X accounts are checked for posts published since then. Start as usual.`,
  });
  expect(existsSync(join(to, 'database-url'))).toBe(false);
  expect(await appSecretIn(to)).toBe(appSecret);
  const { url } = await running(to);
  await expectWhole(url, { before, after, begun });

  const app = await buildApp({ shared: true, on: { databaseUrl: url, sandbox, appSecret } });
  stops.push(() => app.close());
  app.clock.advance(120_000);
  expect(await runEngine(app)).toBe(0);
  await app.platform.jobs.enqueue(app.platform.db, queues.checkRestored, {});
  await app.platform.jobs.drain();
  await runEngine(app);
  const tweets = await tweetsOf(app, username);
  expect(tweets).toHaveLength(1);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', tweetId: tweets[0]?.id });
  expect(await tweetsOf(app, late.username)).toHaveLength(1);
  expect(await shown(app, late.user, late.post.id)).toMatchObject({ status: 'Posted' });
});

/** Writes rows while the backup runs; how many there were before it and after it. */
async function writeDuring(
  client: pg.Client,
  backUp: () => Promise<void>,
): Promise<{ before: number; after: number }> {
  await client.query(
    'create table written (n integer primary key, filler text, at timestamptz default clock_timestamp())',
  );
  await client.query('create table churn (like written including all)');
  let written = 0;
  let isDone = false;
  const writing = (async () => {
    for (; !isDone; written += 1) {
      const row = [written + 1];
      await client.query('insert into written select $1::integer, repeat(md5($1::integer::text), 40)', row);
      if (written % 200 === 0)
        await client.query('delete from churn; insert into churn select * from written');
    }
  })();
  await expect.poll(() => written, { timeout: 60_000 + 30 * DRILL_ROWS }).toBeGreaterThan(DRILL_ROWS);
  const before = written;
  await backUp();
  isDone = true;
  await writing;
  expect(written).toBeGreaterThan(before);
  return { before, after: written };
}

/** All rows of a moment after the backup began, with tables and indexes that PostgreSQL finds whole. */
async function expectWhole(
  url: string,
  { before, after, begun }: Record<'before' | 'after', number> & { begun: string },
): Promise<void> {
  const restored = await connect(url);
  const { rows } = await restored.query('select count(*), max(n) as last, max(at) as at from written');
  // What went out while it was copied is looked for as well: the manifest names the beginning.
  expect(rows[0].at.getTime()).toBeGreaterThan(Date.parse(begun));
  expect(rows[0].count).toBe(rows[0].last);
  expect(rows[0].last).toBeGreaterThanOrEqual(before);
  expect(rows[0].last).toBeLessThanOrEqual(after);
  await restored.query('create extension amcheck');
  await restored.query(`select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam
    where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p'`);
  const broken = await restored.query(`select r.* from pg_class c, lateral verify_heapam(c.oid) r
    where c.relkind = 'r' and c.relpersistence = 'p'`);
  expect(broken.rows).toEqual([]);
  const names = await restored.query('select name from schema_migrations order by name');
  expect(names.rows.map((row) => row.name)).toEqual(await migrationNames());
  await restored.end();
}

describe('a refusal in one line', () => {
  const own = { DATABASE_URL: 'postgresql://127.0.0.1/x' };
  const withTime =
    'DATABASE_URL names your own PostgreSQL: restore it with its own tools, then run "npm run restore -- TIME" ' +
    'with the time when that backup began (2026-01-31T12:00:00Z), before any other role.';

  test.each([
    ['backup', undefined, {}, 'Usage: npm run backup -- FOLDER'],
    ['restore', undefined, {}, 'Usage: npm run restore -- FOLDER'],
    ['restore', '/nonexistent', {}, '/nonexistent does not contain a complete backup.'],
    [
      'backup',
      'x',
      own,
      'DATABASE_URL names your own PostgreSQL: back it up with pg_dump or snapshots, and note when each backup began.',
    ],
    ['restore', 'x', own, withTime],
    ['restore', undefined, own, withTime],
    ['restore', '2999-01-31T12:00:00Z', own, withTime],
  ])('%s %s', async (role, given, more, line) => {
    const config = configOf(join(folder, 'data'), more);
    const refused = role === 'backup' ? backUp(config, silent, given) : beginRestore(config, given);
    await expect(refused).rejects.toEqual(new StartupError(line));
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('a folder that is not empty', async () => {
    const full = await brokenBackup();
    const data = join(folder, 'data');
    await expect(beginRestore(configOf(full), full)).rejects.toThrow(
      `A restore needs an empty DATA_DIR, and ${full} is not empty.`,
    );
    await expect(backUp(configOf(data), silent, full)).rejects.toThrow(
      `A backup needs an empty folder, and ${full} is not empty.`,
    );
  });
});

test('with a database of your own, a restore takes the time of its backup', async () => {
  const data = join(folder, 'data');
  const time = '2026-01-31T12:00:00.000Z';
  const own = configOf(data, { DATABASE_URL: 'postgresql://127.0.0.1/x' });
  const { backupFrom, finish } = await beginRestore(own, time);
  expect(backupFrom.toISOString()).toBe(time);
  await finish();
  expect(existsSync(data)).toBe(false);
});

test('nothing starts on an incomplete restore, which would publish posts again', async () => {
  const broken = await brokenBackup();
  const to = join(folder, 'to');
  await beginRestore(configOf(to), broken);
  await expect(reachDatabase(configOf(to), silent, 'always')).rejects.toEqual(
    new StartupError(`The restore into ${to} did not finish. Empty that folder, then restore again.`),
  );
});

/** A backup with a manifest, whose database does not start. */
async function brokenBackup(): Promise<string> {
  const backup = join(folder, 'broken');
  await mkdir(join(backup, 'cluster'), { recursive: true });
  await writeFile(join(backup, 'cluster', 'PG_VERSION'), '18\n');
  await writeFile(join(backup, 'backup.json'), '{"from":"2026-01-01T00:00:00Z"}');
  return backup;
}
