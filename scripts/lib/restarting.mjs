import { watch } from 'node:fs';
import { startProgram } from './program.mjs';

// Editors and git write many files at once.
const SETTLE_MS = 150;

/**
 * Restarts a program whenever a file in the folders changes, even after it has failed.
 * @param {import('./program.mjs').Program} program
 * @param {string[]} folders
 * @returns {import('./program.mjs').Running}
 */
export function startRestarting(program, folders) {
  let running = startProgram(program);
  let stopping = false;
  let restarting = false;
  /** @type {NodeJS.Timeout | undefined} */
  let settling;
  /** @type {(status: number) => void} */
  let finish = () => undefined;
  /** @type {Promise<number>} */
  const ended = new Promise((done) => {
    finish = done;
  });
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (name && /\.test\.ts$|~$|\.swp$/.test(name)) return;
      clearTimeout(settling);
      settling = setTimeout(restart, SETTLE_MS);
    }),
  );

  async function restart() {
    if (stopping || restarting) return;
    restarting = true;
    console.log('Something changed; starting the server again.');
    running.kill('SIGTERM');
    await running.ended;
    restarting = false;
    if (stopping) return;
    running = startProgram(program);
    follow();
  }

  function follow() {
    running.ended.then((status) => {
      if (stopping) end(status);
      else if (!restarting) console.log('The server ended; it starts again on the next change.');
    }, console.error);
  }

  /** @param {number} status */
  function end(status) {
    clearTimeout(settling);
    for (const watcher of watchers) watcher.close();
    finish(status);
  }

  follow();
  return {
    ended,
    kill(signal) {
      stopping = true;
      running.kill(signal);
      // Already down and waiting for a change: no process is left that could end.
      running.ended.then(() => end(0), console.error);
    },
  };
}
