import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { clusterFolder } from '../platform/embedded-postgres/cluster.ts';
import {
  backUpCluster,
  copyFile,
  copyFolder,
  syncFolder,
} from '../platform/embedded-postgres/copy-cluster.ts';
import { StartupError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { RESTORING, reachDatabase } from './database.ts';

/** Written last: a folder without it is an incomplete backup. */
const MANIFEST = 'backup.json';

/**
 * Copies the embedded database, running or not, and the secret that decrypts its sealed data into an empty or
 * new folder. Returns a message. Throws StartupError.
 */
export async function backUp(config: Config, log: Logger, given: string | undefined): Promise<string> {
  if (config.database.url)
    throw new StartupError(
      'DATABASE_URL names your own PostgreSQL: back it up with pg_dump or snapshots, and note when each backup began.',
    );
  if (!given) throw new StartupError('Usage: npm run backup -- FOLDER');
  const folder = resolve(given);
  await makeEmpty(folder, 'A backup needs an empty folder');
  const database = await reachDatabase(config, log, 'if none runs');
  try {
    const from = await backUpCluster(
      database.url,
      await clusterFolder(config.dataDir),
      join(folder, 'cluster'),
    );
    await copyFile(join(config.dataDir, 'app-secret'), join(folder, 'app-secret'));
    await writeFile(join(folder, MANIFEST), `${JSON.stringify({ from: from.toISOString() })}\n`, {
      flush: true,
    });
    await syncFolder(folder);
  } finally {
    await database.stop();
  }
  const secret = existsSync(join(folder, 'app-secret'))
    ? 'It includes the secret that decrypts it: keep the folder as safe as the original.'
    : 'APP_SECRET is not included. Store it separately: X tokens cannot be decrypted without it.';
  return `The database is backed up in ${folder}. ${secret}`;
}

/**
 * Fills an empty data folder from a backup; returns when the backup began. Until `finish`, no other role may
 * start on it: unaware of the restore, it would publish posts again. With DATABASE_URL, the operator has
 * restored the database and passes that time instead of a folder.
 */
export async function beginRestore(
  config: Config,
  given: string | undefined,
): Promise<{ backupFrom: Date; finish(): Promise<void> }> {
  if (config.database.url) return { backupFrom: timeOf(given), finish: async () => undefined };
  if (!given) throw new StartupError('Usage: npm run restore -- FOLDER');
  const folder = resolve(given);
  const backupFrom = await beginOf(folder);
  await makeEmpty(config.dataDir, 'A restore needs an empty DATA_DIR');
  const marker = join(config.dataDir, RESTORING);
  await writeFile(marker, `${folder}\n`, { flush: true });
  await copyFile(join(folder, 'app-secret'), join(config.dataDir, 'app-secret'));
  await copyFolder(join(folder, 'cluster'), await clusterFolder(config.dataDir));
  return { backupFrom, finish: () => rm(marker) };
}

function timeOf(given: string | undefined): Date {
  const time = new Date(given ?? '');
  if (Number.isNaN(time.getTime()) || time > new Date())
    throw new StartupError(
      'DATABASE_URL names your own PostgreSQL: restore it with its own tools, then run "npm run restore -- TIME" ' +
        'with the time when that backup began (2026-01-31T12:00:00Z), before any other role.',
    );
  return time;
}

async function beginOf(folder: string): Promise<Date> {
  try {
    const { from } = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as { from: string };
    return new Date(from);
  } catch {
    throw new StartupError(`${folder} does not contain a complete backup.`);
  }
}

/** Creates the folder; throws unless it is empty. `why` is the start of the message. */
async function makeEmpty(folder: string, why: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new StartupError(`${why}, and ${folder} is not empty.`);
}
