import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

/**
 * Calls back when the npm that started us is gone, even by `kill -9`, because then nothing else would stop us.
 * Started by hand without npm, we may outlive our shell, as a service does.
 * @param {() => void} callback
 */
export function onStarterGone(callback) {
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
