import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ROOT } from './paths.mjs';

const LINE_EVERY_MS = 10_000;
const TICK_MS = 200;
/** @type {NodeJS.Signals[]} */
const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs one step of the set-up and shows its elapsed time: one updating line in a terminal, plain lines
 * elsewhere. The step's own output is shown only if it fails.
 * @param {string} title
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export async function runStep(title, file, args, { cwd = ROOT, env = process.env } = {}) {
  const stopShowing = show(title);
  // Its own process group, so that an interruption ends everything that the step has started.
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const stopListening = onInterruption(() => endGroup(child.pid));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  try {
    const code = await new Promise((done, fail) => {
      child.once('error', fail);
      child.once('close', (exitCode, signal) => done(exitCode ?? signal));
    });
    if (code !== 0)
      throw new Error(`${title} failed (${[file, ...args].join(' ')}: ${code}).\n${output.trimEnd()}`);
    stopShowing('done');
  } catch (error) {
    stopShowing('failed');
    throw error;
  } finally {
    stopListening();
  }
}

/** @param {string} title */
function show(title) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  const living = process.stdout.isTTY;
  if (!living) console.log(`${title} …`);
  const timer = setInterval(
    () => {
      if (living) process.stdout.write(`\r\x1b[K${title} … ${seconds()}`);
      else console.log(`${title} … ${seconds()} so far`);
    },
    living ? TICK_MS : LINE_EVERY_MS,
  );
  return (/** @type {string} */ outcome) => {
    clearInterval(timer);
    console.log(`${living ? '\r\x1b[K' : ''}${title}: ${outcome} in ${seconds()}`);
  };
}

/**
 * Runs `clean` and ends this process when it is interrupted. Returns a function that stops listening.
 * @param {() => void} clean
 */
export function onInterruption(clean) {
  /** @param {NodeJS.Signals} signal */
  function listener(signal) {
    clean();
    process.exit(128 + constants.signals[signal]);
  }
  for (const signal of INTERRUPTIONS) process.on(signal, listener);
  return () => {
    for (const signal of INTERRUPTIONS) process.off(signal, listener);
  };
}

/** @param {number | undefined} pid */
function endGroup(pid) {
  try {
    if (pid) process.kill(-pid, 'SIGTERM');
  } catch {
    // It has already ended.
  }
}
