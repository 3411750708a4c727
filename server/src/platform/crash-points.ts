/*
 * Named points at which a test can make a process crash, to prove that nothing is lost. A point does nothing
 * unless armed, which only the setting CRASH_POINT can do; every start other than a test's refuses it.
 */

/** Between every two steps of publishing; described in `bench/README.md`. */
export const crashPoints = [
  'claimed',
  'calling',
  'answered',
  'settling',
  'settled',
  'marking_unknown',
  'marked_unknown',
  'taken_over',
  'timeline_read',
  'token_rotated',
  'retry_planned',
  'retry_waiting',
  'held',
  'hold_ended',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

let armed: CrashPoint | undefined;

/** Arms one point of this process. Only for the start of a process under test. */
export function armCrashPoint(point: CrashPoint): void {
  armed = point;
}

/**
 * Crashes like `kill -9` if this point is armed; after `afterMs` if the point lies within a call in progress.
 */
export function crashPoint(point: CrashPoint, afterMs = 0): void {
  if (armed !== point) return;
  if (afterMs > 0) setTimeout(die, afterMs);
  else die();
}

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
