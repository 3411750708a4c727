import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether the process is running; a zombie counts as gone. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !/\) Z /.test(readIfThere(`/proc/${pid}/stat`) ?? '');
}

/** Whether the process's working directory is that folder, as for every PostgreSQL process of a cluster. */
export function worksIn(pid: number, folder: string): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  }
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(folder);
  } catch {
    return false;
  }
}

/** The processes whose working directory is that folder. Works only on Linux; empty elsewhere. */
export function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, folder));
}

/** Waits until the process is gone or the time is up; returns whether it is gone. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isRunning(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Sends each signal in turn, waiting for its time, until the process is gone. */
export async function endProcess(pid: number, steps: [NodeJS.Signals, number][]): Promise<void> {
  for (const [signal, patienceMs] of steps) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitUntilGone(pid, patienceMs)) return;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
