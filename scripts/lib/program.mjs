import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';

/** @typedef {{ file: string, args: string[], env?: NodeJS.ProcessEnv }} Program */
/** @typedef {{ kill(signal: NodeJS.Signals): void, ended: Promise<number> }} Running */

/**
 * Starts a program in its own process group, so that Ctrl-C reaches it only once, through us, and with an IPC channel
 * that closes when we die. `ended` is its exit status.
 * @param {Program} program
 * @returns {Running}
 */
export function startProgram({ file, args, env = process.env }) {
  const child = spawn(file, args, {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let asked = false;
  /** @type {Promise<number>} */
  const ended = new Promise((done) => {
    child.once('error', (error) => {
      console.error(error.message);
      done(1);
    });
    child.once('exit', (code, signal) => {
      // It was stopped before it listened for the request; that counts as a clean stop too.
      if (signal === 'SIGTERM' && asked) return done(0);
      if (signal) console.error(`${args.join(' ')} was ended by ${signal}.`);
      done(code ?? 1);
    });
  });
  return {
    ended,
    kill(signal) {
      asked = true;
      child.kill(signal);
    },
  };
}
