import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locateBinaries } from './binaries.ts';
import { launch } from './launch.ts';
import { placeCluster } from './place.ts';
import { choosePort } from './port.ts';
import { isRunning, waitUntilGone } from './processes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

let dataDir: string;
let running: EmbeddedPostgres[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drumbeat embedded '));
  await chmod(dataDir, 0o711);
  running = [];
});

afterEach(async () => {
  for (const postgres of running) await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir });
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
  it('is version 18, durable, in UTC and UTF-8', async () => {
    const { url } = await start();
    const settings = ['server_version', 'fsync', 'synchronous_commit', 'timezone', 'server_encoding'];
    const found = await ask(url, `SELECT ${settings.map((name) => `current_setting('${name}')`).join(', ')}`);
    expect(found).toEqual([expect.stringMatching(/^18\./), 'on', 'on', 'UTC', 'UTF8']);
  });

  it('keeps its rows, its port and its password over a restart', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual([42]);
  });

  it('leaves no process behind when stopped', async () => {
    const postgres = await start();
    const pid = await postmasterPid();
    await postgres.stop();
    expect(isRunning(pid)).toBe(false);
  });

  it('refuses a wrong password and keeps the right one to itself', async () => {
    const { url } = await start();
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
  });

  it('takes another port when the remembered one is taken', async () => {
    const first = await start();
    await first.stop();
    const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
    await once(squatter, 'listening');
    try {
      const second = await start();
      expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
      expect(await ask(second.url, 'SELECT 1')).toEqual([1]);
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
    const first = await start();
    await first.stop();
    const leftBehind = await launch(
      await placeCluster(dataDir, await locateBinaries()),
      await choosePort(dataDir),
      { durable: true },
    );
    leftBehind.watchdog.kill('SIGKILL');
    const { url } = await start();
    expect(leftBehind.child.exitCode).toBe(0);
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
  });

  it("starts although an earlier server's pid now belongs to a stranger", async () => {
    const first = await start();
    await first.stop();
    const pidFile = join(dataDir, 'postgres', 'database', 'cluster', 'postmaster.pid');
    await writeFile(pidFile, `${process.pid}\n${dataDir}\n`);
    const { url } = await start();
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
  });

  it('makes a new password when the old one is lost', async () => {
    const first = await start();
    await first.stop();
    await rm(join(dataDir, 'postgres', 'password'));
    const second = await start();
    expect(second.url).not.toBe(first.url);
    expect(await ask(second.url, 'SELECT 1')).toEqual([1]);
  });

  it('says so instead of starting on the files of another major version', async () => {
    const first = await start();
    await first.stop();
    await writeFile(join(dataDir, 'postgres', 'database', 'cluster', 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/made by PostgreSQL 17/);
  });
});
