import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

type Seconds = { workers: number; postgres: number; x: number };

const TICKS_A_SECOND = 100;

/** CPU seconds that each part has used, since `before` if given. Linux only; 0 elsewhere. */
export function cpuSeconds(
  { workers, x }: { workers: readonly ChildProcess[]; x: ChildProcess },
  before: Seconds = { workers: 0, postgres: 0, x: 0 },
): Seconds {
  const pids = workers.map((worker) => worker.pid ?? 0);
  return {
    workers: pids.reduce((sum, pid) => sum + usedBy(pid), 0) - before.workers,
    postgres: postgresPids().reduce((sum, pid) => sum + usedBy(pid), 0) - before.postgres,
    x: usedBy(x.pid ?? 0) - before.x,
  };
}

function postgresPids(): number[] {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map(Number).filter((pid) => statOf(pid).startsWith('postgres'));
  } catch {
    return [];
  }
}

/** The name and stat fields of a process; empty if it is gone. */
function statOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.indexOf('(') + 1).replace(')', '');
  } catch {
    return '';
  }
}

/** CPU seconds that a process has used. Linux only; 0 elsewhere. */
export function usedBy(pid: number): number {
  const fields = statOf(pid).split(' ').slice(-50);
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
  return (user + system) / TICKS_A_SECOND;
}

/** The resident memory of a process, in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
