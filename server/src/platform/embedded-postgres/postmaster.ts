import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { type Cluster, commandOn } from './cluster.ts';

const START_PATIENCE_MS = 60_000;
const RETRY_AFTER_MS = 500;
const LOG_LIMIT_BYTES = 10_000_000;
const STOP_STEPS = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 2_000],
] as const;

// Reads until the owner's end of the pipe closes, which happens even on `kill -9`; then stops the server and
// deletes the given folder, if any.
const WATCHDOG =
  'read _; kill -INT "$1" && while kill -0 "$1"; do sleep 0.1; done; [ -z "$2" ] || rm -rf "$2"';

type Launch = {
  settings: Record<string, string>;
  /** A folder to delete if this process is killed. */
  temporary: string | undefined;
};

/** Starts the server of a cluster, and again whenever it dies. Returns how to stop it. */
export async function runPostmaster(
  cluster: Cluster,
  how: Launch,
  log?: Pick<Logger, 'warn'>,
): Promise<() => Promise<void>> {
  let isStopping = false;
  let { ended } = await launch(cluster, how);

  async function restartUntilStopped(): Promise<void> {
    for (;;) {
      await ended;
      if (isStopping) return;
      log?.warn('PostgreSQL exited unexpectedly; restarting it');
      try {
        ({ ended } = await launch(cluster, how));
      } catch (error) {
        log?.warn((error as Error).message);
        await sleep(RETRY_AFTER_MS);
      }
      if (isStopping) await endPostmaster(cluster.folder);
    }
  }

  const restarting = restartUntilStopped();
  return async () => {
    isStopping = true;
    await endPostmaster(cluster.folder);
    await restarting;
  };
}

/** Starts the server and waits until it accepts connections. It ends when this process ends. */
async function launch(
  cluster: Cluster,
  { settings, temporary }: Launch,
  deadline = Date.now() + START_PATIENCE_MS,
): Promise<{ ended: Promise<unknown> }> {
  const logFile = join(cluster.state, 'postgres.log');
  const logSize = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  if (logSize > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`);
  const log = await open(logFile, 'a', 0o600);
  const { size: logStart } = await log.stat();
  // Passed at each start, so that none in the cluster becomes outdated.
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = commandOn(cluster, 'postgres', given);
  // A separate process group: otherwise Ctrl-C would also stop the server, before our work has settled.
  const child = spawn(command.file, command.args, {
    ...command.options,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = once(child, 'exit');
  await log.close();
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'sh', `${child.pid}`, temporary ?? ''], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.once('exit', () => watchdog.kill());
  while (!(await saysReady(cluster.folder, child.pid))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const lines = (await readFile(logFile)).subarray(logStart).toString().split('\n');
      const reasons = lines.filter((line) => /FATAL|PANIC|could not/.test(line)).join(' ');
      // Processes of a killed server hold its memory until their statements end.
      if (/still in use/.test(reasons) && Date.now() < deadline) {
        await sleep(RETRY_AFTER_MS);
        return await launch(cluster, { settings, temporary }, deadline);
      }
      throw new StartupError(`PostgreSQL did not start: ${reasons || 'it gave no reason'} (log: ${logFile})`);
    }
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      throw new StartupError(`PostgreSQL was not ready in time; its log is ${logFile}.`);
    }
    await sleep(10);
  }
  return { ended };
}

/** Checks the status line of postmaster.pid, as pg_ctl does; ignores the file of an earlier server. */
async function saysReady(folder: string, pid: number | undefined): Promise<boolean> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/** Stops the server of a cluster: in order, then at once, then by force. Returns whether one was running. */
export async function endPostmaster(folder: string): Promise<boolean> {
  let pid = await postmasterOf(folder);
  const wasRunning = pid !== undefined;
  for (const [signal, patienceMs] of STOP_STEPS) {
    if (!pid) break;
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
    const deadline = Date.now() + patienceMs;
    while (pid && Date.now() < deadline) {
      await sleep(20);
      pid = await postmasterOf(folder);
    }
  }
  if (pid) throw new StartupError(`The PostgreSQL of ${folder} does not end (pid ${pid}).`);
  // PostgreSQL would take any process that now has the number of a killed server for that server.
  await rm(join(folder, 'postmaster.pid'), { force: true });
  return wasRunning;
}

/** The server that runs on a cluster. Its working directory is the cluster; another process may have its number. */
async function postmasterOf(folder: string): Promise<number | undefined> {
  const pid = Number.parseInt(await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => ''), 10);
  if (!(pid > 0)) return undefined;
  if (process.platform === 'linux') {
    const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    return workingDirectory === (await realpath(folder)) ? pid : undefined;
  }
  const command = spawnSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).stdout;
  return command.includes(folder) ? pid : undefined;
}
