import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openClient, UPKEEP } from '../database/connection.ts';
import { copyThrough, copyTree, syncFolder } from './copy-tree.ts';

/*
 * A physical copy of a running cluster, by PostgreSQL's rules: between pg_backup_start and pg_backup_stop the
 * files may be copied in any state, because the WAL of that time repairs them at the first start. The copy
 * has the state at pg_backup_stop.
 */

/** Files and folders to exclude from the copy, as pg_basebackup does. */
const folders =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const files = /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label|tablespace_map)$/;
const CONTROL = join('global', 'pg_control');

/** Copies the cluster at this URL, which must be on this machine; returns when the backup began. */
export async function backUpCluster(url: string, to: string): Promise<Date> {
  const client = openClient(url, 'drumbeat backup', UPKEEP);
  await client.connect();
  try {
    const from = new Date();
    // A temporary slot, dropped with this connection: until then the server keeps the WAL that the copy
    // needs.
    const slot = `backup_${randomBytes(6).toString('hex')}`;
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    const begun = await client.query<{ folder: string; wal: string }>(
      "select current_setting('data_directory') as folder, pg_walfile_name(pg_backup_start('drumbeat', true)) as wal",
    );
    const { folder = '', wal: firstWal = '' } = begun.rows[0] ?? {};
    await copyTree(folder, to, {
      leaveOut: (path) => folders.test(path) || files.test(path) || path === CONTROL,
    });
    await writeFile(join(to, CONTROL), await readSteadily(join(folder, CONTROL)), {
      mode: 0o600,
      flush: true,
    });
    const ended = await client.query<{ label: string; wal: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as wal from pg_backup_stop(false)',
    );
    const { label = '', wal: lastWal = '' } = ended.rows[0] ?? {};
    await writeFile(join(to, 'backup_label'), label, { mode: 0o600, flush: true });
    await copyLog(join(folder, 'pg_wal'), join(to, 'pg_wal'), firstWal, lastWal);
    for (const changed of ['global', 'pg_wal', '.']) await syncFolder(join(to, changed));
    return from;
  } finally {
    await client.end();
  }
}

async function copyLog(from: string, to: string, first: string, last: string): Promise<void> {
  const segments = (await readdir(from)).filter((name) => /^[0-9A-F]{24}$/.test(name));
  for (const name of segments.filter((each) => each >= first && each <= last)) {
    await copyThrough(join(from, name), join(to, name));
  }
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
