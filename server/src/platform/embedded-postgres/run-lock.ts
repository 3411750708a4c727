import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../errors.ts';

// A process killed a moment ago may still be shutting down: its children hold ports and files.
const PATIENCE_MS = 4_000;
const SQLITE_BUSY = 5;

/** The right to use a data folder, held until `release` or the end of this process. */
export interface RunLock {
  release(): void;
}

/**
 * Locks the data folder for this process, waiting a few seconds for a dying owner. Error messages can be
 * shown as they are. It is a kernel lock (through SQLite, the only way to get one in Node), so `kill -9`
 * releases it.
 */
export async function acquireRunLock(dataDir: string, patienceMs = PATIENCE_MS): Promise<RunLock> {
  mkdirSync(dataDir, { recursive: true });
  const lockFile = join(dataDir, 'run.lock');
  const pidFile = join(dataDir, 'run.pid');
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const held = tryLock(lockFile);
    if (held) {
      writeFileSync(pidFile, `${process.pid}\n`);
      return { release: () => release(held, pidFile) };
    }
    if (Date.now() > deadline) throw new StartupError(inUse(dataDir, pidFile));
    await sleep(100);
  }
}

function tryLock(lockFile: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(lockFile);
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw new StartupError(
      `${lockFile} cannot be written (${(error as Error).message}). Set DATA_DIR to a folder that you can write to.`,
    );
  }
}

function release(held: DatabaseSync, pidFile: string): void {
  if (!held.isOpen) return;
  rmSync(pidFile, { force: true });
  held.close();
}

function inUse(dataDir: string, pidFile: string): string {
  let owner = '';
  try {
    owner = ` (pid ${readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    // The owner has not written its pid yet, or is just removing it.
  }
  return `The data folder ${dataDir} is in use by another run${owner}. Stop it, or set DATA_DIR to another folder.`;
}
