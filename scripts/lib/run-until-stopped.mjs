import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

/** @type {NodeJS.Signals[]} */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
// A terminal and npm may both forward one Ctrl-C; a later signal means that someone wants to stop
// immediately.
const SAME_REQUEST_MS = 1_500;

/**
 * Runs programs in parallel until one ends or we are asked to stop, then stops them all.
 * Returns the exit status: 0 after a clean stop.
 * @param {(() => import('./program.mjs').Running)[]} starters
 * @returns {Promise<number>}
 */
export async function runUntilStopped(starters) {
  const running = starters.map((start) => start());
  let askedAt = 0;
  let status = 0;

  function stop() {
    const again = askedAt > 0;
    if (again && Date.now() - askedAt < SAME_REQUEST_MS) return;
    askedAt = Date.now();
    for (const program of running) program.kill(again ? 'SIGKILL' : 'SIGTERM');
  }

  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  const watch = onStarterGone(stop);
  await Promise.all(
    running.map(async (program) => {
      const ended = await program.ended;
      status ||= ended;
      if (askedAt === 0) stop();
    }),
  );
  clearInterval(watch);
  for (const signal of STOP_SIGNALS) process.off(signal, stop);
  return status;
}

/**
 * Calls back when the npm that started us is gone, even by `kill -9`, because then nothing else would stop us.
 * Started by hand without npm, we may outlive our shell, as a service does.
 * @param {() => void} callback
 */
function onStarterGone(callback) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  // npm runs scripts through a shell, which either execs the script or stays as its parent.
  const grandparent = isShell(parent) ? parentOf(parent) : undefined;
  const watch = setInterval(() => {
    const gone = process.ppid !== parent || (grandparent !== undefined && parentOf(parent) !== grandparent);
    if (!gone) return;
    clearInterval(watch);
    callback();
  }, LOOK_EVERY_MS);
  return watch;
}

/** @param {number} pid */
function isShell(pid) {
  return /^(ba|da|a|z)?sh\n$/.test(read(`/proc/${pid}/comm`));
}

/** @param {number} pid */
function parentOf(pid) {
  const afterName = read(`/proc/${pid}/stat`).split(') ').at(-1) ?? '';
  return afterName.split(' ')[1];
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
