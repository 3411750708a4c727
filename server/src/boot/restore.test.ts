import { access, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../../../sandbox/src/start.ts';
import { buildApp } from '../../test/build-app.ts';
import { runRole } from '../../test/run-role.ts';
import { readConfig } from '../config.ts';
import { updateNext } from '../features/publishing/lanes/lanes.store.ts';
import { duePost, runEngine, shown, tweetsOf } from '../features/publishing/publishing.fixture.ts';
import { migrate, migrationNames } from '../platform/database/migrate.ts';
import { acquireRunLock } from '../platform/embedded-postgres/run-lock.ts';
import { StartupError } from '../platform/errors.ts';
import { createLogger } from '../platform/logger.ts';
import { queues } from '../platform/queues.ts';
import { createSealer } from '../platform/secrets.ts';
import { appSecretIn } from './app-secret.ts';
import { backUp } from './backup.ts';
import { reachDatabase } from './database.ts';
import { beginRestore } from './restore.ts';

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
  await migrate(database.url, silent);
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await database.stop();
    isStopped = true;
  };
  stops.push(stop);
  return { url: database.url, stop };
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Writes numbered rows, each in a transaction of its own, until told to stop; returns the last number. */
function keepWriting(client: pg.Client): { count(): number; stop(): Promise<number> } {
  let goOn = true;
  let written = 0;
  const writing = (async () => {
    while (goOn) {
      await client.query('insert into written select $1::integer, repeat(md5($1::integer::text), 40)', [
        written + 1,
      ]);
      written += 1;
      if (written % 200 === 0)
        await client.query('delete from churn; insert into churn select * from written');
    }
  })();
  return {
    count: () => written,
    async stop() {
      goOn = false;
      await writing;
      return written;
    },
  };
}

describe('the drill', () => {
  test('a backup taken while rows are written comes back whole, with all that was there when it ended', async () => {
    const from = join(folder, 'from');
    const source = await running(from);
    const client = await connect(source.url);
    stops.push(() => client.end());
    await client.query(
      'create table written (n integer primary key, filler text, at timestamptz default clock_timestamp())',
    );
    await client.query('create table churn (like written including all)');
    const sealed = createSealer(await appSecretIn(from)).seal('a token');
    await client.query('create table tokens as select $1::text as sealed', [sealed]);
    const writer = keepWriting(client);
    await expect.poll(writer.count).toBeGreaterThan(500);
    const before = writer.count();
    const backup = await run('backup', [join(folder, 'backup')], from);
    expect(backup).toEqual({
      code: 0,
      said: `The database is backed up in ${join(folder, 'backup')}. It includes the secret that decrypts it: keep the folder as safe as the original.`,
    });
    expect((await stat(join(folder, 'backup'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(from, 'database-url'))).mode & 0o777).toBe(0o600);
    const after = await writer.stop();
    expect(after).toBeGreaterThan(before);
    // A slot that stayed would keep the log of all that is written from now on.
    await expect
      .poll(async () => (await client.query('select slot_name from pg_replication_slots')).rows)
      .toEqual([]);

    const to = join(folder, 'to');
    const { from: begun } = JSON.parse(await readFile(join(folder, 'backup', 'backup.json'), 'utf8'));
    expect(await run('restore', [join(folder, 'backup')], to)).toEqual({
      code: 0,
      said: `The database is as it was on ${begun}. Before publishing resumes, 0 X accounts are checked for posts published since then. Start as usual.`,
    });
    expect(await exists(join(to, 'database-url'))).toBe(false);
    const restored = await connect((await running(to)).url);
    stops.push(() => restored.end());
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
    const token = await restored.query('select sealed from tokens');
    expect(createSealer(await appSecretIn(to)).open(token.rows[0].sealed)).toBe('a token');
  });

  test('a post that went out after the backup stands once after the restore, and is marked posted', async () => {
    const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:' });
    stops.push(() => sandbox.close());
    const from = join(folder, 'from');
    const source = await running(from);
    const appSecret = 'a secret that the operator keeps elsewhere';
    const given = { APP_SECRET: appSecret };
    const lost = await buildApp({ shared: true, on: { databaseUrl: source.url, sandbox, appSecret } });
    const { user, post, username } = await duePost(lost, 'drill');
    const late = await duePost(lost, 'drill_late', 'Not out before the end');
    await lost.platform.db.execute(
      `update posts set due_at = due_at + interval '1 minute' where id = ${late.post.id}`,
    );
    await updateNext(lost.platform.db, [late.account.id]);
    expect(await run('backup', [join(folder, 'backup')], from, given)).toEqual({
      code: 0,
      said: `The database is backed up in ${join(folder, 'backup')}. APP_SECRET is not included. Store it separately: X tokens cannot be decrypted without it.`,
    });
    expect(await runEngine(lost)).toBe(1);
    expect(await tweetsOf(lost, username)).toHaveLength(1);
    await lost.close();
    await source.stop();
    expect(await exists(join(from, 'database-url'))).toBe(false);
    (await acquireRunLock(from, 0)).release();
    // A backup starts the database where none runs, and ends it.
    const second = join(folder, 'second');
    await backUp(configOf(from), silent, second);
    expect(await exists(join(second, 'backup.json'))).toBe(true);
    expect(await exists(join(from, 'database-url'))).toBe(false);
    (await acquireRunLock(from, 0)).release();

    const to = join(folder, 'to');
    const restore = await run('restore', [join(folder, 'backup')], to, given);
    expect(restore.said).toContain('2 X accounts are checked');
    expect(await exists(join(to, 'app-secret'))).toBe(false);
    const app = await buildApp({
      shared: true,
      on: { databaseUrl: (await running(to)).url, sandbox, appSecret },
    });
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
});

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
  });

  test('a backup that lacks its last file is none, and a database of one’s own takes the time of its backup', async () => {
    const half = join(folder, 'half');
    await mkdir(join(half, 'cluster'), { recursive: true });
    await writeFile(join(half, 'cluster', 'PG_VERSION'), '18\n');
    const line = `${half} does not contain a complete backup.`;
    await expect(beginRestore(configOf(join(folder, 'data')), half)).rejects.toEqual(new StartupError(line));
    const time = '2026-01-31T12:00:00.000Z';
    const { backupFrom, finish } = await beginRestore(configOf(join(folder, 'data'), own), time);
    expect(backupFrom.toISOString()).toBe(time);
    await finish();
    expect(await exists(join(folder, 'data'))).toBe(false);
  });

  test('neither writes where something is already', async () => {
    const full = join(folder, 'full');
    await mkdir(join(full, 'cluster'), { recursive: true });
    await writeFile(join(full, 'cluster', 'PG_VERSION'), '18\n');
    await writeFile(join(full, 'backup.json'), '{"from":"2026-01-01T00:00:00Z"}');
    const restore = await run('restore', [full], full);
    expect(restore).toEqual({
      code: 1,
      said: `A restore needs an empty DATA_DIR, and ${full} is not empty.`,
    });
    const backup = await run('backup', [full], join(folder, 'data'));
    expect(backup).toEqual({
      code: 1,
      said: `A backup needs an empty folder, and ${full} is not empty.`,
    });
  });

  test('nothing starts on a restore that broke off, for it would publish anew', async () => {
    const copy = join(folder, 'copy');
    await mkdir(join(copy, 'cluster'), { recursive: true });
    await writeFile(join(copy, 'cluster', 'PG_VERSION'), '18\n');
    await writeFile(join(copy, 'backup.json'), '{"from":"2026-01-01T00:00:00Z"}');
    const to = join(folder, 'to');
    expect((await run('restore', [copy], to)).code).toBe(1);
    expect(await readFile(join(to, 'restoring'), 'utf8')).toBe(`${copy}\n`);
    const start = await run('all', [], to);
    expect(start.code).toBe(1);
    expect(start.said).toContain(
      `The restore into ${to} did not finish. Empty that folder, then restore again.`,
    );
    // One that breaks off while it copies is marked as well.
    await mkdir(join(copy, 'app-secret'));
    const other = join(folder, 'other');
    await expect(beginRestore(configOf(other), copy)).rejects.toThrow('EISDIR');
    expect(await readFile(join(other, 'restoring'), 'utf8')).toBe(`${copy}\n`);
  });
});
