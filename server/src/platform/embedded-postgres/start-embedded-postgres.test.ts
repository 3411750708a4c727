import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { locateBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { launch } from './launch.ts';
import { placeCluster } from './place.ts';
import { choosePort, rememberPort } from './port.ts';
import { isRunning, waitUntilGone } from './processes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

/** A data folder whose database was made, started once and stopped. Each test has a copy. */
let made: string;
let madeUrl: string;
let said: string[];
let dataDir: string;
let running: EmbeddedPostgres[];

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'drumbeat embedded '));
  await chmod(folder, 0o711);
  return folder;
}

beforeAll(async () => {
  made = await emptyFolder();
  said = [];
  const log = { info: (message: string) => void said.push(message), warn: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir: made, log });
  madeUrl = postgres.url;
  await postgres.stop();
});
afterAll(() => rm(made, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await emptyFolder();
  // With its owners, who are not us where we are root.
  await promisify(execFile)('cp', ['-a', `${made}/.`, dataDir]);
  running = [];
});

afterEach(async () => {
  for (const postgres of running) await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(port?: number): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, ...(port ? { port } : {}) });
  running.push(postgres);
  return postgres;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

async function postmasterPid(): Promise<number> {
  const file = await readFile(join(dataDir, 'postgres', 'database', 'cluster', 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

describe('the embedded PostgreSQL', () => {
  it('is version 18, durable, in UTC, with one database, texts in an order that no system changes, and for who has its password', async () => {
    expect(said).toEqual(['Preparing an empty PostgreSQL database.']);
    const { url } = await start();
    const settings = ['server_version', 'fsync', 'synchronous_commit', 'timezone', 'server_encoding'];
    const found = await ask(url, `SELECT ${settings.map((name) => `current_setting('${name}')`).join(', ')}`);
    expect(found).toEqual([expect.stringMatching(/^18\./), 'on', 'on', 'UTC', 'UTF8']);
    const order = `SELECT datlocprovider, datlocale FROM pg_database WHERE datname = current_database()`;
    expect(await ask(url, order)).toEqual(['b', 'C.UTF-8']);
    expect(await ask(url, 'SELECT datname FROM pg_database WHERE NOT datistemplate')).toEqual(['drumbeat']);
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
  });

  it('keeps its rows, its port and its password over a restart, and leaves no process behind when stopped', async () => {
    const first = await start();
    expect(first.url).toBe(madeUrl);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const pid = await postmasterPid();
    await first.stop();
    expect(isRunning(pid)).toBe(false);
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual([42]);
  });

  it('takes another port when the remembered one is taken', async () => {
    const squatter = createServer().listen(Number(new URL(madeUrl).port), '127.0.0.1');
    await once(squatter, 'listening');
    try {
      const { url } = await start();
      expect(new URL(url).port).not.toBe(new URL(madeUrl).port);
      expect(await ask(url, 'SELECT 1')).toEqual([1]);
    } finally {
      squatter.close();
    }
  });

  it('comes back on the same address after its process was killed', async () => {
    const { url } = await start();
    await ask(url, 'CREATE TABLE kept AS SELECT 7 AS answer');
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    await waitUntilGone(pid, 5_000);
    await expect
      .poll(() => ask(url, 'SELECT answer FROM kept').catch(() => []), { timeout: 30_000 })
      .toEqual([7]);
  });

  it('comes back on the same address where its port was taken for a moment', async () => {
    const squatter = createServer();
    // It is told between the server's death and its next start.
    const warn = () => void squatter.listen(Number(new URL(postgres.url).port), '127.0.0.1');
    const log = { info: () => undefined, warn: vi.fn().mockImplementationOnce(warn) };
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    running.push(postgres);
    process.kill(await postmasterPid(), 'SIGKILL');
    await once(squatter, 'listening');
    const said = () => readFile(join(dataDir, 'postgres', 'postgres.log'), 'utf8');
    const refusals = async () => (await said()).split('Address already in use').length - 1;
    await expect.poll(refusals).toBeGreaterThan(1);
    squatter.close();
    await expect.poll(() => ask(postgres.url, 'SELECT 1').catch(() => []), { timeout: 30_000 }).toEqual([1]);
  });

  it('is given up where it dies for the sixth time in a minute, and its log is named', async () => {
    const lost: string[] = [];
    const postgres = await startEmbeddedPostgres({ dataDir, onLost: ({ message }) => lost.push(message) });
    running.push(postgres);
    for (let death = 1; death <= 6; death++) {
      await expect
        .poll(() => ask(postgres.url, 'SELECT 1').catch(() => []), { timeout: 30_000 })
        .toEqual([1]);
      expect(lost).toEqual([]);
      const pid = await postmasterPid();
      process.kill(pid, 'SIGKILL');
      await waitUntilGone(pid, 5_000);
    }
    await expect
      .poll(() => lost)
      .toEqual([`PostgreSQL keeps crashing; its log is ${join(dataDir, 'postgres')}/postgres.log.`]);
  });

  it('takes the port that is wished for, and stays on it', async () => {
    const free = await choosePort(dataDir);
    const postgres = await start(free);
    expect(new URL(postgres.url).port).toBe(String(free));
    await postgres.stop();
    running = [];
    expect(await choosePort(dataDir, free)).toBe(free);
    await rememberPort(dataDir, free);
    expect(await choosePort(dataDir)).toBe(free);
    const squatter = createServer().listen(free, '127.0.0.1');
    await once(squatter, 'listening');
    expect(await choosePort(dataDir, free)).not.toBe(free);
    squatter.close();
  });

  it('ends when its owner is killed', async () => {
    const script = `import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'start-embedded-postgres.ts'))};
      await startEmbeddedPostgres({ dataDir: process.argv[1] }); process.send('started');`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(owner, 'message');
    const pid = await postmasterPid();
    owner.kill('SIGKILL');
    expect(await waitUntilGone(pid, 5_000)).toBe(true);
  });

  it('stops a server that an earlier run left behind, and starts anew', async () => {
    const place = await placeCluster(dataDir, await locateBinaries());
    const port = await choosePort(dataDir);
    const log = join(dataDir, 'postgres', 'postgres.log');
    await truncate(log, 10_000_001);
    await expect(launch(place, port, { durable: true, sharedBuffers: 'much' })).rejects.toThrow(
      /^PostgreSQL did not start: .*FATAL.*shared_buffers.*much.* \(log: .*postgres\.log\)$/,
    );
    expect((await stat(`${log}.1`)).size).toBe(10_000_001);
    const leftBehind = await launch(place, port, { durable: true });
    leftBehind.watchdog.kill('SIGKILL');
    const { url } = await start();
    expect(leftBehind.child.exitCode).toBe(0);
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
  });

  it('says at once that the server was killed while it started', async () => {
    const place = await placeCluster(dataDir, await locateBinaries());
    const postgres = join(dataDir, 'dies-at-once');
    await writeFile(postgres, '#!/bin/sh\nkill -KILL $$\n', { mode: 0o755 });
    const dying = { ...place, binaries: { ...place.binaries, postgres } };
    await expect(launch(dying, await choosePort(dataDir), { durable: true })).rejects.toThrow(
      /^PostgreSQL did not start: it gave no reason \(log: .*postgres\.log\)$/,
    );
  });

  it('says why a database cannot be made, and leaves nothing of it', async () => {
    const place = await placeCluster(dataDir, await locateBinaries());
    await rm(place.clusterDir, { recursive: true });
    const initdb = join(dataDir, 'has-no-room');
    await writeFile(initdb, '#!/bin/sh\necho "no space left on device" >&2\nexit 1\n', { mode: 0o755 });
    const full = { ...place, binaries: { ...place.binaries, initdb } };
    await expect(ensureCluster(full, true, () => undefined)).rejects.toThrow(
      `PostgreSQL could not prepare ${place.databaseDir}: no space left on device`,
    );
    const { url } = await start();
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
  });

  it("starts although an earlier server's pid now belongs to a stranger", async () => {
    const pidFile = join(dataDir, 'postgres', 'database', 'cluster', 'postmaster.pid');
    await writeFile(pidFile, `${process.pid}\n${dataDir}\n`);
    const { url } = await start();
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
  });

  it('makes a new password when the old one is lost', async () => {
    await rm(join(dataDir, 'postgres', 'password'));
    const { url } = await start();
    expect(new URL(url).password).not.toBe(new URL(madeUrl).password);
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
  });

  it('says so instead of starting on the files of another major version', async () => {
    const cluster = join(dataDir, 'postgres', 'database', 'cluster');
    await writeFile(join(cluster, 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(
      `The database in ${cluster} was made by PostgreSQL 17, and this is PostgreSQL 18. Move it with pg_dump and pg_restore, or set DATA_DIR to another folder.`,
    );
  });
});
