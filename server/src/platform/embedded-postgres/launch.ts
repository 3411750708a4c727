import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../errors.ts';
import type { ClusterPlace } from './place.ts';
import { settingArguments } from './settings.ts';

const START_PATIENCE_MS = 60_000;
const LOG_LIMIT_BYTES = 10_000_000;

// Reads until the owner's end of the pipe closes, which happens even on `kill -9`; then stops the server and
// removes the given folder, if any.
const WATCHDOG =
  'read _; kill -INT "$1" && while kill -0 "$1"; do sleep 0.1; done; [ -z "$2" ] || rm -rf "$2"';

/** A server that accepts connections, with the watchdog that stops it if this process dies. */
export interface RunningServer {
  child: ChildProcess;
  watchdog: ChildProcess;
}

/** Starts the server on that port and waits until it accepts connections. */
export async function launch(
  place: ClusterPlace,
  port: number,
  mode: { durable: boolean; sharedBuffers?: string | undefined },
): Promise<RunningServer> {
  const logFile = join(place.stateDir, 'postgres.log');
  await rotate(logFile);
  const logEnd = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  const log = openSync(logFile, 'a', 0o600);
  const as = place.identity ? { uid: place.identity.uid, gid: place.identity.gid } : {};
  const child = spawn(place.binaries.postgres, ['-D', place.clusterDir, ...settingArguments(port, mode)], {
    ...as,
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    // A separate process group: otherwise Ctrl-C would also stop the server, before our work has settled.
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  await once(child, 'spawn');
  await ready(child, place, logFile, logEnd);
  const watchdog = spawn(
    '/bin/sh',
    ['-c', WATCHDOG, 'sh', String(child.pid), mode.durable ? '' : place.stateDir],
    {
      ...as,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  return { child, watchdog };
}

async function ready(
  child: ChildProcess,
  place: ClusterPlace,
  logFile: string,
  logEnd: number,
): Promise<void> {
  const deadline = Date.now() + START_PATIENCE_MS;
  while (!(await saysReady(child, place.clusterDir))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new StartupError(await complaint(logFile, logEnd));
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      throw new StartupError(
        `PostgreSQL was not ready after ${START_PATIENCE_MS / 1000} s; its log is ${logFile}.`,
      );
    }
    await sleep(10);
  }
}

/** Checks the status line of postmaster.pid, as pg_ctl does; ignores the file of an earlier server. */
async function saysReady(child: ChildProcess, clusterDir: string): Promise<boolean> {
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready';
}

async function complaint(logFile: string, from: number): Promise<string> {
  const text = (await readFile(logFile)).subarray(from).toString();
  const lines = text.split('\n').filter((line) => /FATAL|PANIC|could not/.test(line));
  return `PostgreSQL did not start: ${lines.join(' ') || 'it gave no reason'} (log: ${logFile})`;
}

async function rotate(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`);
}
