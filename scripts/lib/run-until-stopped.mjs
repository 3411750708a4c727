import { onStarterGone } from './starter.mjs';

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
