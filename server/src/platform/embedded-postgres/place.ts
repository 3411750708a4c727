import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { StartupError } from '../errors.ts';
import { canRun, copyBinaries, makeEnterable, type PostgresBinaries } from './binaries.ts';
import { canWriteIn, chooseIdentity, giveTo, type Identity, ownerOf } from './identity.ts';

/** Where the parts of a cluster are, and who runs it. */
export interface ClusterPlace {
  binaries: PostgresBinaries;
  identity: Identity | undefined;
  /** Only for us: password, port, log. */
  stateDir: string;
  /** The folder that contains the cluster; owned by the user that runs PostgreSQL. */
  databaseDir: string;
  clusterDir: string;
}

// For databases and programs that PostgreSQL's user cannot reach inside the clone.
const SHARED_DIR = '/var/lib/drumbeat';
const ROOMY_BYTES = 1_000_000_000;

/** Decides where the data folder's cluster goes: inside it, unless PostgreSQL's user cannot access that. */
export async function placeCluster(dataDir: string, packaged: PostgresBinaries): Promise<ClusterPlace> {
  const stateDir = resolve(dataDir, 'postgres');
  await mkdir(stateDir, { recursive: true, mode: 0o711 });
  const inside = join(stateDir, 'database');
  const chosen = await chooseIdentity();
  if (!chosen) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    await refuseForeign(inside);
    return place(packaged, undefined, stateDir, inside);
  }
  const identity = (await ownerOf(inside)) ?? chosen;
  const binaries = await reachable(packaged, identity);
  const noteFile = join(stateDir, 'location.txt');
  const noted = await readFile(noteFile, 'utf8').catch(() => undefined);
  if (noted) return place(binaries, identity, stateDir, await claimNoted(noted, stateDir, identity));
  await mkdir(inside, { recursive: true, mode: 0o700 });
  await giveTo(inside, identity);
  if (await canWriteIn(inside, identity)) return place(binaries, identity, stateDir, inside);
  await rm(inside, { recursive: true });
  return place(binaries, identity, stateDir, await makeOutside(noteFile, stateDir, identity));
}

/** A place for a throwaway cluster, in memory if there is room. */
export async function placeEphemeral(packaged: PostgresBinaries): Promise<ClusterPlace> {
  const identity = await chooseIdentity();
  const binaries = identity ? await reachable(packaged, identity) : packaged;
  const stateDir = await mkdtemp(join(await roomiestTemporary(), 'drumbeat-postgres-'));
  await chmod(stateDir, 0o711);
  await giveTo(stateDir, identity);
  const databaseDir = join(stateDir, 'database');
  await mkdir(databaseDir, { mode: 0o700 });
  await giveTo(databaseDir, identity);
  return place(binaries, identity, stateDir, databaseDir);
}

function place(
  binaries: PostgresBinaries,
  identity: Identity | undefined,
  stateDir: string,
  databaseDir: string,
): ClusterPlace {
  return { binaries, identity, stateDir, databaseDir, clusterDir: join(databaseDir, 'cluster') };
}

async function reachable(packaged: PostgresBinaries, identity: Identity): Promise<PostgresBinaries> {
  if (await canRun(packaged, identity)) return packaged;
  const copy = await copyBinaries(packaged, SHARED_DIR);
  if (await canRun(copy, identity)) return copy;
  throw new StartupError(
    `PostgreSQL refuses to run as root, and the user ${identity.name} can start it neither in ` +
      `${packaged.root} nor in ${copy.root}. Run as an ordinary user, or set DATABASE_URL.`,
  );
}

async function makeOutside(noteFile: string, stateDir: string, identity: Identity): Promise<string> {
  const databaseDir = join(SHARED_DIR, `database-${randomBytes(6).toString('hex')}`);
  await makeEnterable(SHARED_DIR);
  await mkdir(databaseDir, { mode: 0o700 });
  await giveTo(databaseDir, identity);
  if (!(await canWriteIn(databaseDir, identity))) {
    await rm(databaseDir, { recursive: true });
    throw new StartupError(
      `PostgreSQL refuses to run as root, and the user ${identity.name} can write neither in ${stateDir} nor ` +
        `in ${SHARED_DIR}. Set DATA_DIR to a folder that every user may enter, or set DATABASE_URL.`,
    );
  }
  await writeFile(`${databaseDir}.owner`, stateDir);
  await writeFile(noteFile, databaseDir);
  return databaseDir;
}

/**
 * A copied data folder would share the original's database, so only the folder that it was made for may use
 * it.
 */
async function claimNoted(databaseDir: string, stateDir: string, identity: Identity): Promise<string> {
  const ownerFile = `${databaseDir}.owner`;
  const owner = await readFile(ownerFile, 'utf8').catch(() => stateDir);
  const ownersNote = await readFile(join(owner, 'location.txt'), 'utf8').catch(() => undefined);
  if (owner !== stateDir && ownersNote === databaseDir) {
    throw new StartupError(
      `${stateDir} is a copy of ${owner}, whose database is ${databaseDir}. Set DATA_DIR to another folder.`,
    );
  }
  if (!(await canWriteIn(databaseDir, identity))) {
    throw new StartupError(
      `The database of ${stateDir} should be in ${databaseDir}, and ${identity.name} cannot write there. ` +
        `Bring that folder back, or remove ${join(stateDir, 'location.txt')} to begin with an empty database.`,
    );
  }
  await writeFile(ownerFile, stateDir);
  return databaseDir;
}

async function refuseForeign(databaseDir: string): Promise<void> {
  const { uid } = await stat(databaseDir);
  if (process.getuid && uid !== process.getuid()) {
    throw new StartupError(
      `The database in ${databaseDir} belongs to another user (uid ${uid}), probably from a run as root. ` +
        'Start as root again, or set DATA_DIR to another folder.',
    );
  }
}

async function roomiestTemporary(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined);
  return memory && memory.bavail * memory.bsize > ROOMY_BYTES ? '/dev/shm' : tmpdir();
}
