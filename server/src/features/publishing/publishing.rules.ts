import type { FailureCode } from '@drumbeat/contract/posts.ts';
import { SECOND_MS } from '@drumbeat/contract/time.ts';
import type { PublishOutcome } from '../../providers/x/x.ts';
import { CERTAIN_AFTER_ANSWER_SECONDS, CERTAIN_AFTER_DEATH_SECONDS } from './liveness.rules.ts';

/** Minutes that a post may be late and still go out; an older one moves to another time. */
export const MISFIRE_MINUTES = 60;
/** Minutes of lateness from which an account's posts are spaced, so that an outage does not end in a burst. */
const SPACED_FROM_MINUTES = 5;
const SPACING_MS = 60_000;
/** Tries after X itself failed; with the pauses between them they take about 30 minutes. */
export const MAX_RETRIES = 6;
/** Seconds between two looks at an X that cannot be reached, at least and at most. */
const LOOK_AGAIN_SECONDS = { least: 5, most: 180 };
/** The longest pause, in minutes, between two tries while publishing is stopped for everybody. */
const LONGEST_STOP_MINUTES = 15;
/** Seconds that the worker with the probe has; if it dies, another tries after that. */
export const PROBE_SECONDS = 60;
/** Why the outcome of a call is unknown: X gave no clear answer, or our own record of it was lost. */
export const unknownReasons = [
  'timeout',
  'connection_reset',
  'server_error',
  'unreadable_answer',
  'duplicate',
  'restored',
] as const;
export type UnknownReason = (typeof unknownReasons)[number];

/** What an outcome of X means: `hold` and `reauthorize` concern the whole account, `stop` everybody's posts. */
export type Decision =
  | { do: 'post'; tweetId: string }
  | { do: 'fail'; code: FailureCode; message: string }
  | { do: 'look_again'; claimEnds?: Date | undefined }
  | { do: 'let_go' }
  | { do: 'hold'; until: Date }
  | { do: 'stop'; reason: string }
  | { do: 'reauthorize' }
  | { do: 'reconcile'; reason: UnknownReason };

type Circumstances = {
  /** Whether an earlier attempt of this post ended with an unknown outcome. */
  hadUnknownOutcome: boolean;
};

/** The oldest planned time that is still published at `now`; older posts move to another slot. */
export function misfireBefore(now: Date): Date {
  return new Date(now.getTime() - MISFIRE_MINUTES * 60_000);
}

/** The same where a pause of everybody's publishing has ended: what came due during it moves, however late it is. */
export function movedBefore(now: Date, pauseEndedAt: Date | null): Date {
  const misfire = misfireBefore(now);
  return pauseEndedAt && pauseEndedAt > misfire ? pauseEndedAt : misfire;
}

/** Milliseconds until the account's next post may go out after this one; undefined if this one was about on time. */
export function spacing(dueAt: Date, startedAt: Date): number | undefined {
  const lateMinutes = (startedAt.getTime() - dueAt.getTime()) / 60_000;
  return lateMinutes >= SPACED_FROM_MINUTES ? SPACING_MS : undefined;
}

/** Seconds after such a call ended until a timeline without the post proves that it is not out. */
export function certainAfter(reason: UnknownReason): number {
  return reason === 'connection_reset' ? CERTAIN_AFTER_DEATH_SECONDS : CERTAIN_AFTER_ANSWER_SECONDS;
}

/** What to do after X has, or has not, answered a create. */
export function decide(outcome: PublishOutcome, facts: Circumstances): Decision {
  switch (outcome.kind) {
    case 'posted':
      return { do: 'post', tweetId: outcome.tweetId };
    case 'unknown':
      return { do: 'reconcile', reason: outcome.reason };
    case 'duplicate':
      // Our own earlier try may have posted the text; the timeline tells.
      if (facts.hadUnknownOutcome) return { do: 'reconcile', reason: 'duplicate' };
      return { do: 'fail', code: 'DUPLICATE_TWEET', message: DUPLICATE };
    case 'refused':
      if (outcome.status === 402) return { do: 'stop', reason: outcome.reason };
      return {
        do: 'fail',
        code: 'X_REFUSED',
        message: `X refused this post: ${outcome.reason} Change it and retry.`,
      };
    case 'rate_limited':
      return { do: 'hold', until: outcome.until };
    case 'unauthorized':
      return { do: 'reauthorize' };
    case 'not_sent':
      return { do: 'look_again' };
    case 'not_begun':
      return { do: 'let_go' };
  }
}

const DUPLICATE =
  'X refused this post because you posted the same text recently. Change a few words and retry.';

/** After X failed and certainly posted nothing: another try later, or failed for good. `retries` were made before. */
export function retryOrFail(
  retries: number,
  jitter: number,
): Extract<Decision, { do: 'fail' }> | { do: 'retry'; delayMs: number; code: FailureCode; message: string } {
  const message = "X didn't accept the post. It may be having trouble. Retry in a while.";
  if (retries >= MAX_RETRIES) return { do: 'fail', code: 'X_UNAVAILABLE', message };
  return { do: 'retry', delayMs: backoffMs(retries, jitter), code: 'X_UNAVAILABLE', message };
}

/** 10, 26, 68, 176, 457, 1188 seconds, each shortened by up to a quarter by the jitter (0 to 1). */
export function backoffMs(retries: number, jitter: number): number {
  return Math.round(10_000 * 2.6 ** retries * (1 - jitter / 4));
}

/**
 * Milliseconds until a post that certainly was not sent is tried again: half of its present lateness. What is an hour late
 * moves to another slot instead.
 */
export function lookAgainAfter(dueAt: Date, now: Date, jitter: number): number {
  const lateSeconds = (now.getTime() - dueAt.getTime()) / 1000;
  const { least, most } = LOOK_AGAIN_SECONDS;
  const pause = Math.min(most, Math.max(least, lateSeconds / 2)) * (1 - jitter / 4);
  return Math.round(Math.max(0, Math.min(pause, MISFIRE_MINUTES * 60 - lateSeconds)) * 1000);
}

/**
 * A pause, in milliseconds, before an account without a token is tried again. Where another process has claimed the
 * token's renewal it is over when the claim is: there is a token then, or this process may ask for one. A second at least.
 */
export function pauseForToken(pauseMs: number, claimEnds: Date | undefined, now: Date): number {
  if (!claimEnds) return pauseMs;
  return Math.min(pauseMs, Math.max(claimEnds.getTime() - now.getTime(), SECOND_MS));
}

/** When the next post is tried while X accepts none from us: after 1, 2, 4, 8, then 15 minutes. */
export function tryAgainAt(failures: number, now: Date): Date {
  const minutes = Math.min(LONGEST_STOP_MINUTES, 2 ** (failures - 1));
  return new Date(now.getTime() + minutes * 60_000);
}
