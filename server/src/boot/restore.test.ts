import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../../../sandbox/src/start.ts';
import { buildApp } from '../../test/build-app.ts';
import { SERVER_MAIN } from '../../test/server-main.ts';
import { updateNext } from '../features/publishing/lanes.store.ts';
import { duePost, runEngine, shown, tweetsOf } from '../features/publishing/publishing.fixture.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start-embedded-postgres.ts';
import { createLogger } from '../platform/logger.ts';
import { migrate, migrationNames } from '../platform/migrate.ts';
import { queues } from '../platform/queues.ts';
import { createSealer } from '../platform/secrets.ts';
import { appSecretIn } from './app-secret.ts';

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

/** Runs a role as an operator does, on a data folder of this test. */
async function run(role: string, given: string[], dataDir: string, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [SERVER_MAIN, role, ...given], {
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said.trim() };
}

/** A migrated database in a data folder, running, with its address where other roles look for it. */
async function running(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  await migrate(postgres.url, silent);
  await writeFile(join(dataDir, 'database-url'), postgres.url);
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await postgres.stop();
    isStopped = true;
  };
  stops.push(stop);
  return { url: postgres.url, stop };
}

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
    await client.query('create table written (n integer primary key, filler text)');
    await client.query('create table churn (like written including all)');
    const sealed = createSealer(await appSecretIn(from)).seal('a token');
    await client.query('create table tokens as select $1::text as sealed', [sealed]);
    const writer = keepWriting(client);
    await expect.poll(writer.count).toBeGreaterThan(500);
    const before = writer.count();
    const backup = await run('backup', [join(folder, 'backup')], from);
    expect(backup).toMatchObject({ code: 0, said: expect.stringContaining('is backed up in') });
    const after = await writer.stop();
    expect(after).toBeGreaterThan(before);

    const to = join(folder, 'to');
    expect(await run('restore', [join(folder, 'backup')], to)).toMatchObject({ code: 0 });
    const restored = await connect((await running(to)).url);
    stops.push(() => restored.end());
    const { rows } = await restored.query('select count(*) as count, max(n) as last from written');
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
    const appSecret = await appSecretIn(from);
    const lost = await buildApp({ shared: true, on: { databaseUrl: source.url, sandbox, appSecret } });
    const { user, post, username } = await duePost(lost, 'drill');
    const late = await duePost(lost, 'drill_late', 'Not out before the end');
    await lost.platform.db.execute(
      `update posts set due_at = due_at + interval '1 minute' where id = ${late.post.id}`,
    );
    await updateNext(lost.platform.db, [late.account.id]);
    expect(await run('backup', [join(folder, 'backup')], from)).toMatchObject({ code: 0 });
    expect(await runEngine(lost)).toBe(1);
    expect(await tweetsOf(lost, username)).toHaveLength(1);
    await lost.close();
    await source.stop();

    const to = join(folder, 'to');
    const restore = await run('restore', [join(folder, 'backup')], to);
    expect(restore.said).toContain('2 X accounts are checked');
    const app = await buildApp({
      shared: true,
      on: { databaseUrl: (await running(to)).url, sandbox, appSecret: await appSecretIn(to) },
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
  test.each([
    ['backup', [], {}, 'Usage: npm run backup -- FOLDER'],
    ['restore', [], {}, 'Usage: npm run restore -- FOLDER'],
    ['restore', ['/nonexistent'], {}, '/nonexistent does not contain a complete backup.'],
    ['backup', ['x'], { DATABASE_URL: 'postgresql://127.0.0.1/x' }, 'back it up with pg_dump or snapshots'],
    ['restore', ['x'], { DATABASE_URL: 'postgresql://127.0.0.1/x' }, 'restore it with its own tools'],
  ])('%s %j', async (role, given, more, line) => {
    const { code, said } = await run(role, given, join(folder, 'data'), more);
    expect([code, said.split('\n').length]).toEqual([1, 1]);
    expect(said).toContain(line);
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
      said: `A backup needs a folder of its own, and ${full} is not empty.`,
    });
  });

  test('nothing starts on a restore that broke off, for it would publish anew', async () => {
    const copy = join(folder, 'copy');
    await mkdir(join(copy, 'cluster'), { recursive: true });
    await writeFile(join(copy, 'cluster', 'PG_VERSION'), '18\n');
    await writeFile(join(copy, 'backup.json'), '{"from":"2026-01-01T00:00:00Z"}');
    const to = join(folder, 'to');
    expect((await run('restore', [copy], to)).code).toBe(1);
    await access(join(to, 'restoring'));
    const start = await run('all', [], to);
    expect(start.code).toBe(1);
    expect(start.said).toContain(
      `The restore into ${to} did not finish. Empty that folder, then restore again.`,
    );
  });
});
