import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { ROOT } from './paths.mjs';

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
  const started = Date.now();
  const isTerminal = process.stdout.isTTY;
  const show = (/** @type {string} */ outcome, end = '\n') => {
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${isTerminal ? '\r\x1b[K' : ''}${title}: ${outcome} ${seconds} s${end}`);
  };
  if (!isTerminal) console.log(`${title} …`);
  const timer = isTerminal
    ? setInterval(show, 200, 'under way for', '')
    : setInterval(show, 10_000, 'under way for');
  // Its own process group, so that an interruption ends everything that the step has started.
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const stopListening = onInterruption(() => child.pid && process.kill(-child.pid, 'SIGTERM'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code, signal] = await once(child, 'close').finally(() => {
    clearInterval(timer);
    stopListening();
  });
  show(code === 0 ? 'done in' : 'failed after');
  if (code !== 0)
    throw new Error(
      `${title} failed (${[file, ...args].join(' ')}: ${code ?? signal}).\n${output.trimEnd()}`,
    );
}

/**
 * Runs `clean` and ends this process when it is interrupted. Returns a function that stops listening.
 * @param {() => unknown} clean
 */
export function onInterruption(clean) {
  /** @param {NodeJS.Signals} signal */
  function listener(signal) {
    try {
      clean();
    } finally {
      process.exit(128 + constants.signals[signal]);
    }
  }
  for (const signal of INTERRUPTIONS) process.on(signal, listener);
  return () => {
    for (const signal of INTERRUPTIONS) process.off(signal, listener);
  };
}
