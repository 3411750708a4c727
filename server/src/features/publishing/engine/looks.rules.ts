/* When to check a timeline for a post whose call has an unknown outcome. */

import type { UnknownReason } from '../publishing.types.ts';

/** Seconds until a call cut off by a crash or a broken connection must be on the timeline, if X got it. */
export const CERTAIN_AFTER_DEATH_SECONDS = 7;
/** The same if X answered with an error or timed out: it may still be processing the call. */
export const CERTAIN_AFTER_ANSWER_SECONDS = 15;

/** Seconds after the end of the call until a timeline without the post proves that it was not published. */
export function certainAfter(reason: UnknownReason): number {
  return reason === 'connection_reset' ? CERTAIN_AFTER_DEATH_SECONDS : CERTAIN_AFTER_ANSWER_SECONDS;
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
