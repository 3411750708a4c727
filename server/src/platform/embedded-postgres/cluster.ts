import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StartupError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { findPrograms, type SystemUser } from './programs.ts';

/** The only role and the only database of our clusters. */
export const POSTGRES_NAME = 'drumbeat';

/** The files of a database, and what runs on them. */
export type Cluster = {
  /** The folder with PostgreSQL's files. */
  folder: string;
  /** The folder with our own files: password, port, log. */
  state: string;
  programs: string;
  user: SystemUser | undefined;
};

/** Where the cluster of a data folder is. Earlier versions put some elsewhere, and noted where. */
export async function clusterFolder(dataDir: string): Promise<string> {
  const state = resolve(dataDir, 'postgres');
  const noted = await readFile(join(state, 'location.txt'), 'utf8').catch(() => undefined);
  return join(noted ?? join(state, 'database'), 'cluster');
}

/** Creates the cluster of a data folder, all or nothing, unless it exists; returns its password, too. */
export async function prepareCluster(
  dataDir: string,
  log?: Pick<Logger, 'info'>,
): Promise<Cluster & { password: string }> {
  const state = resolve(dataDir, 'postgres');
  await mkdir(join(state, 'database'), { recursive: true });
  const folder = await clusterFolder(dataDir);
  const user = process.getuid?.() === 0 ? await userFor(folder) : undefined;
  const { programs, major } = await findPrograms(user);
  const cluster = { folder, state, programs, user };
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined))?.trim();
  if (version === undefined) {
    log?.info('preparing an empty PostgreSQL database');
    await create(cluster);
  } else if (version !== major) {
    throw new StartupError(
      `The database in ${folder} was made by PostgreSQL ${version}, and this is PostgreSQL ${major}. ` +
        'Move it with pg_dump and pg_restore, or set DATA_DIR to another folder.',
    );
  }
  return { ...cluster, password: await ensurePassword(cluster) };
}

/** A restored cluster has a password that we do not know. */
async function ensurePassword(cluster: Cluster): Promise<string> {
  const file = join(cluster.state, 'password');
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known) return known;
  const password = randomBytes(24).toString('base64url');
  runAlone(cluster, `ALTER ROLE ${POSTGRES_NAME} PASSWORD '${password}'`);
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

/** PostgreSQL refuses to run as root: it runs as the owner of its files then, or as a user without rights. */
async function userFor(folder: string): Promise<SystemUser> {
  const owner = await stat(folder).catch(() => undefined);
  if (owner?.uid) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name]).stdout));
    if (uid && gid) {
      // Files of root are those of a restore or of a copy made by hand.
      if (owner) spawnSync('chown', ['-R', `${uid}:${gid}`, folder]);
      return { uid, gid };
    }
  }
  throw new StartupError('PostgreSQL refuses to run as root, and there is no user postgres or nobody.');
}

async function create(cluster: Cluster): Promise<void> {
  const staging = join(dirname(cluster.folder), 'being-made');
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  if (cluster.user) await chown(staging, cluster.user.uid, cluster.user.gid);
  const made = { ...cluster, folder: staging };
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  run(made, 'initdb', [`--username=${POSTGRES_NAME}`, '--auth=reject', ...locale]);
  await writeFile(join(staging, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
  // Renamed rather than created: a second database would be 300 more files, a third of a cluster's start.
  runAlone(made, `ALTER DATABASE postgres RENAME TO ${POSTGRES_NAME}`);
  await rename(staging, cluster.folder);
}

/** Single-user mode: runs one statement without a server or a login, in a database that every cluster has. */
function runAlone(cluster: Cluster, statement: string): void {
  run(cluster, 'postgres', ['--single', '-c', 'exit_on_error=on', 'template1'], `${statement}\n`);
}

function run(cluster: Cluster, program: 'initdb' | 'postgres', args: string[], input = ''): void {
  const command = commandOn(cluster, program, args);
  const ran = spawnSync(command.file, command.args, { ...command.options, input, encoding: 'utf8' });
  if (ran.status === 0) return;
  const reason = ran.error?.message ?? ran.stderr.trim().split('\n').slice(-3).join(' ');
  throw new StartupError(`PostgreSQL could not prepare ${cluster.folder}: ${reason}`);
}

/** How to start one of PostgreSQL's programs on a cluster. */
export function commandOn(
  { folder, programs, user }: Cluster,
  program: 'initdb' | 'postgres',
  args: string[],
) {
  // The user may not be allowed to enter the folders above, so as root we enter the cluster on its behalf.
  const path = user && process.platform === 'linux' ? '/proc/self/cwd' : folder;
  return {
    file: join(programs, 'bin', program),
    args: [...args, '-D', path],
    options: { ...user, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' } },
  };
}
