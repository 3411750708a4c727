import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { clusterFolder, POSTGRES_NAME, prepareCluster } from './cluster.ts';
import { endPostmaster, runPostmaster } from './postmaster.ts';

export type EmbeddedPostgres = { url: string; stop(): Promise<void> };

type Options = {
  log?: Pick<Logger, 'info' | 'warn'>;
  /** Settings of PostgreSQL that differ from ours. */
  settings?: Record<string, string>;
  /** Deletes the data folder at the end, even if this process is killed. */
  isTemporary?: boolean;
};

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // A socket needs a short path that both users may enter; loopback TCP does not.
  unix_socket_directories: '',
  shared_buffers: '96MB',
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Error details quote rows, which contain customers' data.
  log_error_verbosity: 'terse',
};
const LOCK_PATIENCE_MS = 4_000;
const SQLITE_BUSY = 5;

/** Starts the PostgreSQL of a data folder on a loopback port and keeps it running until `stop`. */
export async function startEmbeddedPostgres(
  dataDir: string,
  { log, settings, isTemporary = false }: Options = {},
): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true });
  const lock = lockFolder(dataDir);
  try {
    if (await endPostmaster(await clusterFolder(dataDir)))
      log?.warn('stopped the PostgreSQL that an earlier run left behind');
    const cluster = await prepareCluster(dataDir, log);
    const portFile = join(cluster.state, 'port');
    const port = await freePort(Number(await readFile(portFile, 'utf8').catch(() => '')) || 0);
    const how = {
      settings: { ...SETTINGS, ...settings, port: `${port}` },
      temporary: isTemporary ? dataDir : undefined,
    };
    const stopServer = await runPostmaster(cluster, how, log);
    await writeFile(portFile, `${port}\n`);
    return {
      url: `postgresql://${POSTGRES_NAME}:${cluster.password}@127.0.0.1:${port}/${POSTGRES_NAME}`,
      async stop() {
        if (!lock.isOpen) return;
        await stopServer();
        lock.close();
        if (isTemporary) await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/**
 * Locks the data folder until `close` or the end of this process, however it ends. It is a lock of the kernel:
 * SQLite is the only way to one in Node.
 */
function lockFolder(dataDir: string): DatabaseSync {
  const pidFile = join(dataDir, 'run.pid');
  try {
    const lock = new DatabaseSync(join(dataDir, 'run.lock'), { timeout: LOCK_PATIENCE_MS });
    lock.exec('BEGIN EXCLUSIVE');
    writeFileSync(pidFile, `${process.pid}\n`);
    return lock;
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string };
    if (errcode !== SQLITE_BUSY)
      throw new StartupError(
        `${dataDir} cannot be written (${message}). Set DATA_DIR to a folder that you can write to.`,
      );
    const pid = readFileSync(pidFile, 'utf8').trim();
    throw new StartupError(
      `The data folder ${dataDir} is in use by another run (pid ${pid}). Stop it, or set DATA_DIR to another folder.`,
    );
  }
}

/** The port of the last start if it is free, so that database clients find it again; otherwise a free one. */
async function freePort(last: number): Promise<number> {
  const server = createServer().listen(last, '127.0.0.1');
  try {
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch (error) {
    if (last === 0) throw error;
    return await freePort(0);
  } finally {
    server.close();
  }
}
