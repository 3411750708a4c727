import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../errors.ts';
import { giveTo } from './identity.ts';
import type { ClusterPlace } from './place.ts';

/** The only role and the only database of our clusters. */
export const POSTGRES_NAME = 'drumbeat';

/** Creates the cluster, all or nothing, unless it exists; returns its password. */
export async function ensureCluster(
  place: ClusterPlace,
  durable: boolean,
  onCreate: () => void,
): Promise<string> {
  const passwordFile = join(place.stateDir, 'password');
  const known = (await readFile(passwordFile, 'utf8').catch(() => '')) || undefined;
  const password = known ?? randomBytes(24).toString('base64url');
  if (known === undefined) await writeFile(passwordFile, password, { mode: 0o600 });
  const version = await readFile(join(place.clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    onCreate();
    await create(place, password, durable);
  } else {
    refuseOtherVersion(place, version.trim());
    if (known === undefined)
      await runAlone(place, place.clusterDir, `ALTER ROLE ${POSTGRES_NAME} PASSWORD '${password}'`);
  }
  return password;
}

async function create(place: ClusterPlace, password: string, durable: boolean): Promise<void> {
  const staging = join(place.databaseDir, 'being-made');
  const secret = join(place.databaseDir, 'being-made.secret');
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  await giveTo(staging, place.identity);
  await writeFile(secret, password, { mode: 0o600 });
  await giveTo(secret, place.identity);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const login = [`--username=${POSTGRES_NAME}`, '--auth=scram-sha-256', `--pwfile=${secret}`];
  try {
    await run(place, place.binaries.initdb, [
      '-D',
      staging,
      ...login,
      ...locale,
      ...(durable ? [] : ['--no-sync']),
    ]);
    // Renamed rather than created: a second database would be 300 more files, a third of a cluster's start.
    await runAlone(place, staging, `ALTER DATABASE postgres RENAME TO ${POSTGRES_NAME}`);
    await rename(staging, place.clusterDir);
  } finally {
    await rm(secret, { force: true });
  }
}

/** Single-user mode: runs one statement without a server or a login, in a database that every cluster has. */
async function runAlone(place: ClusterPlace, clusterDir: string, statement: string): Promise<void> {
  await run(
    place,
    place.binaries.postgres,
    ['--single', '-D', clusterDir, '-c', 'exit_on_error=on', 'template1'],
    `${statement}\n`,
  );
}

async function run(place: ClusterPlace, program: string, args: string[], input = ''): Promise<void> {
  const child = spawn(program, args, {
    ...(place.identity && { uid: place.identity.uid, gid: place.identity.gid }),
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (code !== 0)
    throw new StartupError(
      `PostgreSQL could not prepare ${place.databaseDir}: ${output.trim().split('\n').slice(-3).join(' ')}`,
    );
}

function refuseOtherVersion(place: ClusterPlace, found: string): void {
  const [major] = place.binaries.version.split('.');
  if (found === major) return;
  throw new StartupError(
    `The database in ${place.clusterDir} was made by PostgreSQL ${found}, and this is PostgreSQL ${major}. ` +
      'Move it with pg_dump and pg_restore, or set DATA_DIR to another folder.',
  );
}
