import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { commandOn, prepareCluster } from './cluster.ts';
import { findPrograms } from './programs.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
/** A data folder whose database was made, started once and stopped. Each test has a copy. */
let made: string;
let madeUrl: string;
/** What the first start answered. */
let answers: Record<'settings' | 'databases' | 'addresses', unknown[]> & { wrongPassword: unknown };
let dataDir: string;
let running: EmbeddedPostgres[];

const emptyFolder = () => mkdtemp(join(tmpdir(), 'drumbeat embedded '));
const clusterIn = (folder: string) => join(folder, 'postgres', 'database', 'cluster');

beforeAll(async () => {
  made = await emptyFolder();
  // What a first start leaves behind when it is killed.
  await mkdir(join(made, 'postgres', 'database', 'being-made'), { recursive: true });
  await writeFile(join(made, 'postgres', 'database', 'being-made', 'PG_VERSION'), '18\n');
  const postgres = await startEmbeddedPostgres(made);
  madeUrl = postgres.url;
  const wrong = new URL(madeUrl);
  wrong.password = 'guess';
  const settings = ['server_version', 'fsync', 'synchronous_commit', 'timezone', 'server_encoding'];
  answers = {
    settings: await ask(madeUrl, `SELECT ${settings.map((name) => `current_setting('${name}')`).join(', ')}`),
    databases: await ask(
      madeUrl,
      'SELECT datname, datlocprovider, datlocale FROM pg_database WHERE NOT datistemplate',
    ),
    addresses: await ask(madeUrl, 'SHOW listen_addresses'),
    wrongPassword: await ask(wrong.href, 'SELECT 1').catch((error: unknown) => error),
  };
  await postgres.stop();
});
afterAll(() => rm(made, { recursive: true }));

beforeEach(async () => {
  dataDir = await emptyFolder();
  // With its owner, who is another user if we are root.
  await promisify(execFile)('cp', ['-a', `${made}/.`, dataDir]);
  running = [];
});

afterEach(async () => {
  for (const postgres of running) await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(dataDir, { settings });
  running.push(postgres);
  return postgres;
}

/** Starts it in another process, which can be killed. */
async function startElsewhere(options: object) {
  const script = `import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'start-embedded-postgres.ts'))};
    await startEmbeddedPostgres(process.argv[1], ${JSON.stringify(options)}); process.send('started');`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(owner, 'message');
  return owner;
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
  return Number.parseInt(await readFile(join(clusterIn(dataDir), 'postmaster.pid'), 'utf8'), 10);
}

const isGone = (pid: number) =>
  readFile(`/proc/${pid}/status`, 'utf8').then(
    (status) => /State:\s+Z/.test(status),
    () => true,
  );

test('it is version 18 in UTC, loses nothing, and sorts texts alike on every system', () => {
  expect(answers.settings).toEqual([expect.stringMatching(/^18\./), 'on', 'on', 'UTC', 'UTF8']);
  expect(answers.databases).toEqual(['drumbeat', 'b', 'C.UTF-8']);
});

test('it answers on this machine alone, to those who have its password', async () => {
  expect(answers.addresses).toEqual(['127.0.0.1']);
  expect(String(answers.wrongPassword)).toMatch(/password authentication failed/);
  expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
});

test('it comes back on its port after its process was killed, and keeps rows, port and password over a restart', async () => {
  const first = await start();
  expect(first.url).toBe(madeUrl);
  await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const killed = await postmasterPid();
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => isGone(killed)).toBe(true);
  const answer = () => ask(first.url, 'SELECT answer FROM kept').catch(() => []);
  await expect.poll(answer, { timeout: 30_000 }).toEqual([42]);
  const stopped = await postmasterPid();
  await first.stop();
  expect(await isGone(stopped)).toBe(true);
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual([42]);
});

test('it takes another port when the last one is taken, and another password when the last one is lost', async () => {
  const squatter = createServer().listen(Number(new URL(madeUrl).port), '127.0.0.1');
  await once(squatter, 'listening');
  await rm(join(dataDir, 'postgres', 'password'));
  const { url } = await start().finally(() => squatter.close());
  expect(new URL(url).port).not.toBe(new URL(madeUrl).port);
  expect(new URL(url).password).not.toBe(new URL(madeUrl).password);
  expect(await ask(url, 'SELECT 1')).toEqual([1]);
});

test('a second start on a folder is refused; the server ends with its owner, and a temporary folder too', async () => {
  const owner = await startElsewhere({ isTemporary: true });
  const pid = await postmasterPid();
  await expect(start()).rejects.toThrow(
    `The data folder ${dataDir} is in use by another run (pid ${owner.pid}). Stop it, or set DATA_DIR to another folder.`,
  );
  owner.kill('SIGKILL');
  await expect.poll(() => isGone(pid)).toBe(true);
  await expect.poll(() => existsSync(dataDir)).toBe(false);
});

test('a folder that cannot be written is named', async () => {
  await rm(join(dataDir, 'run.lock'));
  await mkdir(join(dataDir, 'run.lock'));
  await expect(start()).rejects.toThrow(
    /^\/.* cannot be written \(.+\)\. Set DATA_DIR to a folder that you can write to\.$/,
  );
});

test('it stops a server that an earlier run left behind', async () => {
  const settings = ['-c', `port=${new URL(madeUrl).port}`, '-c', 'unix_socket_directories='];
  const { file, args, options } = commandOn(await prepareCluster(dataDir), 'postgres', settings);
  const left = spawn(file, args, { ...options, stdio: 'ignore' });
  const ended = once(left, 'exit');
  await expect.poll(() => postmasterPid().catch(() => 0)).toBe(left.pid);
  const { url } = await start();
  expect(await ended).toEqual([0, null]);
  expect(await ask(url, 'SELECT 1')).toEqual([1]);
});

test("after a failed start, of which it says why, it starts although a killed server's pid belongs to another process", async () => {
  await expect(start({ shared_buffers: 'much' })).rejects.toThrow(
    /^PostgreSQL did not start: .*FATAL.*shared_buffers.*much.* \(log: .*postgres\.log\)$/,
  );
  const { uid, gid } = await stat(clusterIn(dataDir));
  const other = spawn('sleep', ['60'], { uid, gid });
  await writeFile(join(clusterIn(dataDir), 'postmaster.pid'), `${other.pid}\n${dataDir}\n`);
  const { url } = await start().finally(() => other.kill());
  expect(await ask(url, 'SELECT 1')).toEqual([1]);
});

test('it refuses the files of another major version', async () => {
  await writeFile(join(clusterIn(dataDir), 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(
    `The database in ${clusterIn(dataDir)} was made by PostgreSQL 17, and this is PostgreSQL 18. Move it with pg_dump and pg_restore, or set DATA_DIR to another folder.`,
  );
});

test.runIf(isRoot)('as root it runs on files of root, in a folder that only root may enter', async () => {
  await chmod(dataDir, 0o700);
  await promisify(execFile)('chown', ['-R', '0:0', dataDir]);
  const { url } = await start();
  expect(await ask(url, 'SELECT 1')).toEqual([1]);
  expect((await stat(clusterIn(dataDir))).uid).not.toBe(0);
});

test.runIf(isRoot)(
  'programs that cannot be reached are copied, with the links that npm did not make',
  async () => {
    const user = { uid: 65_534, gid: 65_534 };
    const { programs } = await findPrograms(user);
    const clone = join(dataDir, 'package');
    await cp(join(programs, '..'), clone, {
      recursive: true,
      filter: async (path) => !(await lstat(path)).isSymbolicLink(),
    });
    await writeFile(join(clone, 'package.json'), '{"version":"18.0-test","type":"module"}');
    const copy = '/var/lib/drumbeat/postgres-18.0-test';
    await rm(copy, { recursive: true, force: true });
    expect(await findPrograms(user, clone)).toEqual({ programs: copy, major: '18' });
    await rm(copy, { recursive: true });
  },
);
