import { existsSync, readdirSync, readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;
const TICKS_A_SECOND = 100;

/**
 * Measures the processor time, user and system, of this process and of all that it starts, in whatever depth. Returns
 * a function that gives the seconds so far; undefined where there is no /proc.
 *
 * A process that ends leaves its time to the parent that waits for it. If the parent ends first, as Chromium does
 * before its pages, the time is in no sum; so whatever the sum of all falls by is added.
 * @returns {(() => number) | undefined}
 */
export function measureProcessorTime() {
  if (!existsSync('/proc/self/stat')) return undefined;
  let last = 0;
  let lost = 0;
  function look() {
    const sum = ticksOfTree(process.pid) ?? last;
    lost += Math.max(0, last - sum);
    last = sum;
    return (sum + lost) / TICKS_A_SECOND;
  }
  setInterval(look, LOOK_EVERY_MS).unref();
  return look;
}

/**
 * The time of a process and of all below it, with what those have waited for. Undefined if a process ended during the
 * look: its time would be missing, or be there twice.
 * @param {number} root
 */
function ticksOfTree(root) {
  const processes = list().map(read);
  let ticks = 0;
  const inTree = new Set([root]);
  // A child starts after its parent.
  for (const found of processes.sort((a, b) => a.started - b.started)) {
    if (found.pid !== root && !inTree.has(found.parent)) continue;
    inTree.add(found.pid);
    ticks += found.ticks;
  }
  const left = new Set(list());
  return processes.every(({ pid }) => left.has(pid)) ? ticks : undefined;
}

/** The ids of all processes. */
function list() {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

/** @param {number} pid */
function read(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, waitedUser = 0, waitedSystem = 0] = fields.slice(11);
    const ticks = user + system + waitedUser + waitedSystem;
    return { pid, parent: fields[1] ?? 0, started: fields[19] ?? 0, ticks };
  } catch {
    return { pid, parent: 0, started: 0, ticks: 0 };
  }
}
