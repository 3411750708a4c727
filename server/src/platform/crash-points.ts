/*
 * Named moments at which a test can have a process die, to prove that dying there loses nothing. A point does nothing
 * unless it was armed, and it can be armed only by the setting CRASH_POINT, which every start but a test's refuses.
 */

/** Between every two steps of publishing; `bench/README.md` says what each one is. */
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

/** Arms one point of this process. For the start of a process under test; nothing else calls it. */
export function armCrashPoint(point: CrashPoint): void {
  armed = point;
}

/** Dies here, as by a `kill -9`, if this point is armed; `afterMs` later where the moment lies in a call under way. */
export function crashPoint(point: CrashPoint, afterMs = 0): void {
  if (armed !== point) return;
  if (afterMs > 0) setTimeout(die, afterMs);
  else die();
}

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
