import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';
import { onStarterGone } from './starter.mjs';

/** @type {NodeJS.Signals[]} */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
// A terminal and npm may both deliver one Ctrl-C; what comes later is a person who has lost patience.
const SAME_REQUEST_MS = 1_500;

/** @typedef {{ file: string, args: string[], cwd?: string, env?: NodeJS.ProcessEnv }} Program */

/**
 * Runs the programs side by side until one ends or we are asked to stop, then stops them all.
 * Each has a group of its own, so that one Ctrl-C reaches it once, from here, and an IPC channel whose
 * closing tells it that we are gone. Returns the exit status: 0 after a stop that went well.
 * @param {Program[]} programs
 * @returns {Promise<number>}
 */
export async function runUntilStopped(programs) {
  const running = new Set();
  let askedAt = 0;
  let status = 0;

  function stop() {
    const impatient = askedAt > 0 && Date.now() - askedAt > SAME_REQUEST_MS;
    if (askedAt > 0 && !impatient) return;
    askedAt = Date.now();
    for (const child of running) child.kill(impatient ? 'SIGKILL' : 'SIGTERM');
  }

  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  const watch = onStarterGone(stop);
  await Promise.all(programs.map(run));
  clearInterval(watch);
  for (const signal of STOP_SIGNALS) process.off(signal, stop);
  return status;

  /** @param {Program} program */
  function run({ file, args, cwd = ROOT, env = process.env }) {
    const child = spawn(file, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    running.add(child);
    return new Promise((done) => {
      child.once('error', (error) => end(1, error.message));
      child.once('exit', (code, signal) => end(code ?? 1, signal ? `ended by ${signal}` : ''));

      /**
       * @param {number} code
       * @param {string} words
       */
      function end(code, words) {
        running.delete(child);
        if (words) console.error(`${args.at(-1)}: ${words}`);
        status ||= code;
        if (askedAt === 0) stop();
        done(undefined);
      }
    });
  }
}
