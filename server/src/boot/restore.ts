import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { copyThrough } from '../platform/embedded-postgres/copy-tree.ts';
import { putBackCluster } from '../platform/embedded-postgres/put-back-cluster.ts';
import { StartupError } from '../platform/errors.ts';
import { MANIFEST, refuseUnlessEmpty } from './backup.ts';
import { RESTORING } from './database.ts';

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
  await mkdir(config.dataDir, { recursive: true });
  await refuseUnlessEmpty(config.dataDir, 'A restore needs an empty DATA_DIR');
  const marker = join(config.dataDir, RESTORING);
  await writeFile(marker, `${folder}\n`, { flush: true });
  await copyThrough(join(folder, 'app-secret'), join(config.dataDir, 'app-secret'));
  await putBackCluster(join(folder, 'cluster'), config.dataDir);
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
    await access(join(folder, 'cluster', 'PG_VERSION'));
    const { from } = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as { from: string };
    return new Date(from);
  } catch {
    throw new StartupError(`${folder} does not contain a complete backup.`);
  }
}
