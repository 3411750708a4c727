import { CALL_DEADLINE_MS } from '../../providers/x/x.rules.ts';

/** Seconds for which a sign of life holds. */
export const ALIVE_SECONDS = 8;
/** Milliseconds between two signs of life, and between two looks for workers that have none. */
export const BEAT_MS = 1_000;
/** Added to the deadline of a call: for timers that fire late. */
const SLACK_MS = 1_000;
/** A worker whose last sign is no older than this when its lock is found free was killed, and not cut off. */
export const KILLED_SECONDS = 2;
/** Seconds until a create that can have reached X must be on the timeline. */
export const CERTAIN_AFTER_DEATH_SECONDS = 7;
/** The same where X itself answered with an error of its own, or not in time: it may still be at work. */
export const CERTAIN_AFTER_ANSWER_SECONDS = 15;

/**
 * Whether a call that begins now ends while the last sign of life still holds. Both are milliseconds of this process's
 * monotonic clock; `sentAt` is when the last confirmed sign was sent.
 */
export function mayBegin(sentAt: number, now: number): boolean {
  return now - sentAt + CALL_DEADLINE_MS + SLACK_MS <= ALIVE_SECONDS * 1000;
}

/** Seconds from the first doubt at which the timeline is read; after them the pauses double. */
const LOOKS = [0.5, 1, 2, 4, 7];
const LONGEST_PAUSE_SECONDS = 60;

/** Milliseconds until the next look at the timeline, after so many looks. */
export function pauseAfter(looks: number): number {
  const [before, next] = [looks === 0 ? 0 : LOOKS[looks - 1], LOOKS[looks]];
  if (before !== undefined && next !== undefined) return (next - before) * 1000;
  return Math.min(LONGEST_PAUSE_SECONDS, 7 * 2 ** (looks - LOOKS.length)) * 1000;
}

/**
 * Milliseconds until the next look after one that failed, or for which there was no token, where absence is certain
 * already: one answer would end the wait. X itself may be failing, so these pauses double as well.
 */
export function pauseAfterFailure(looks: number): number {
  return Math.min(LONGEST_PAUSE_SECONDS, 2 ** Math.max(0, looks - LOOKS.length)) * 1000;
}
