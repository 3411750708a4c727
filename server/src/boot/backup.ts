import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { backUpCluster } from '../platform/embedded-postgres/back-up-cluster.ts';
import { copyThrough, syncFolder } from '../platform/embedded-postgres/copy-tree.ts';
import { StartupError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { reachDatabase } from './database.ts';

/** Written last: a folder without it is an incomplete backup. */
export const MANIFEST = 'backup.json';

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
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await refuseUnlessEmpty(folder, 'A backup needs an empty folder');
  const database = await reachDatabase(config, log, 'if none runs');
  try {
    const from = await backUpCluster(database.url, join(folder, 'cluster'));
    await copyThrough(join(config.dataDir, 'app-secret'), join(folder, 'app-secret'));
    await writeFile(join(folder, MANIFEST), `${JSON.stringify({ from: from.toISOString() })}\n`, {
      flush: true,
    });
    await syncFolder(folder);
  } finally {
    await database.stop();
  }
  const secret = await access(join(folder, 'app-secret')).then(
    () => 'It includes the secret that decrypts it: keep the folder as safe as the original.',
    () => 'APP_SECRET is not included. Store it separately: X tokens cannot be decrypted without it.',
  );
  return `The database is backed up in ${folder}. ${secret}`;
}

/** Throws unless the folder is empty; `why` is the start of the message. */
export async function refuseUnlessEmpty(folder: string, why: string): Promise<void> {
  if ((await readdir(folder)).length > 0) throw new StartupError(`${why}, and ${folder} is not empty.`);
}
