import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import { openClient, UPKEEP } from '../database/connection.ts';

/** Files that the copy of a running cluster leaves out, as pg_basebackup does. */
const LEFT_OUT = [
  /^pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\//,
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label|tablespace_map)$/,
];
const FOR_US = { mode: 0o600, flush: true };
const sideBySide = pLimit(16);

/**
 * Copies a running cluster by PostgreSQL's rules: the files may be copied in any state between pg_backup_start
 * and pg_backup_stop, because the WAL of that time repairs them at the first start. The copy has the state at
 * pg_backup_stop. Returns when the backup began.
 */
export async function backUpCluster(url: string, folder: string, to: string): Promise<Date> {
  const client = openClient(url, 'drumbeat backup', UPKEEP);
  await client.connect();
  try {
    const begin = new Date();
    // Until this connection ends, the server keeps the WAL that the copy needs.
    const slot = `backup_${randomBytes(6).toString('hex')}`;
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    const started = await client.query<{ wal: string }>(
      "select pg_walfile_name(pg_backup_start('drumbeat', true)) as wal",
    );
    await copyFolder(folder, to, (path) => !LEFT_OUT.some((each) => each.test(path)));
    const control = 'global/pg_control';
    await writeFile(join(to, control), await readSteadily(join(folder, control)), FOR_US);
    const stopped = await client.query<{ label: string; wal: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as wal from pg_backup_stop(false)',
    );
    await writeFile(join(to, 'backup_label'), stopped.rows[0]?.label ?? '', FOR_US);
    const [first = '', last = ''] = [started.rows[0]?.wal, stopped.rows[0]?.wal];
    const isOfBackup = (name: string) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last;
    await copyFolder(join(folder, 'pg_wal'), join(to, 'pg_wal'), isOfBackup);
    await syncFolder(to);
    return begin;
  } finally {
    await client.end();
  }
}

/** Copies a folder and syncs it to disk. Skips files that vanish meanwhile. */
export async function copyFolder(
  from: string,
  to: string,
  isWanted: (path: string) => boolean = () => true,
  inner = '',
): Promise<void> {
  await mkdir(join(to, inner), { recursive: true, mode: 0o700 });
  const entries = await readdir(join(from, inner), { withFileTypes: true }).catch(skipMissing);
  await Promise.all(
    (entries ?? []).map((entry) => {
      const path = join(inner, entry.name);
      if (!isWanted(path)) return undefined;
      if (entry.isDirectory()) return copyFolder(from, to, isWanted, path);
      return entry.isFile() && sideBySide(() => copyFile(join(from, path), join(to, path)));
    }),
  );
  await syncFolder(join(to, inner));
}

/** Copies one file, if it exists, and syncs the copy to disk. Only its owner can read it. */
export async function copyFile(from: string, to: string): Promise<void> {
  const source = await open(from, 'r').catch(skipMissing);
  if (source) await pipeline(createReadStream('', { fd: source }), createWriteStream(to, FOR_US));
}

/** Syncs the folder itself, so that its entries are on disk too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** A checkpoint may write this small file while it is read, so read until two readings agree. */
async function readSteadily(path: string): Promise<Buffer> {
  let before = await readFile(path);
  for (;;) {
    const now = await readFile(path);
    if (now.equals(before)) return now;
    before = now;
  }
}

function skipMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
