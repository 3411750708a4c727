import { CALL_DEADLINE_MS } from '../../../providers/x/x.rules.ts';

/** How many seconds a heartbeat is valid. */
export const ALIVE_SECONDS = 8;
/** Milliseconds between heartbeats, and between checks for dead workers. */
export const BEAT_MS = 1_000;
/** Added to a call's deadline for timers that fire late. */
const SLACK_MS = 1_000;
/** If a worker's lock is free but its last heartbeat is this recent, it was killed, not cut off. */
export const KILLED_SECONDS = 2;
/** Seconds until a call cut off by a crash or a broken connection must be on the timeline, if X got it. */
export const CERTAIN_AFTER_DEATH_SECONDS = 7;
/** The same if X answered with an error or timed out: it may still be processing the call. */
export const CERTAIN_AFTER_ANSWER_SECONDS = 15;

/**
 * Whether a call that begins now ends while the last heartbeat is still valid. Both arguments are
 * milliseconds of this process's monotonic clock; `sentAt` is when the last confirmed heartbeat was sent.
 */
export function mayBegin(sentAt: number, now: number): boolean {
  return now - sentAt + CALL_DEADLINE_MS + SLACK_MS <= ALIVE_SECONDS * 1000;
}

/** Seconds after the outcome became unknown at which to check the timeline; after these the pauses double. */
const LOOKS = [0.5, 1, 2, 4, 7];
const LONGEST_PAUSE_SECONDS = 60;

/** Milliseconds until the next check of the timeline, after `looks` checks. */
export function pauseAfter(looks: number): number {
  const [before, next] = [looks === 0 ? 0 : LOOKS[looks - 1], LOOKS[looks]];
  if (before !== undefined && next !== undefined) return (next - before) * 1000;
  return Math.min(LONGEST_PAUSE_SECONDS, 7 * 2 ** (looks - LOOKS.length)) * 1000;
}

/**
 * Milliseconds until the next check after one that failed or had no token, once absence would be certain:
 * then a single answer ends the wait. These pauses double as well, because X may be down.
 */
export function pauseAfterFailure(looks: number): number {
  return Math.min(LONGEST_PAUSE_SECONDS, 2 ** Math.max(0, looks - LOOKS.length)) * 1000;
}
