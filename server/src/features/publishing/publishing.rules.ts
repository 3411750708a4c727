import type { FailureCode } from '@drumbeat/contract/posts.ts';
import { CALL_DEADLINE_MS } from '../../providers/x/x.rules.ts';
import type { PublishOutcome } from '../../providers/x/x.ts';

/** Seconds that a worker has to settle what it claimed; longer than a call to X may take. */
export const LEASE_SECONDS = 20;
/** Seconds that must be left of a lease when a call begins: its deadline, and three because clocks differ. */
export const CALL_NEEDS_SECONDS = CALL_DEADLINE_MS / 1000 + 3;
/** Minutes that a post may be late and still go out; an older one moves to another time. */
const MISFIRE_MINUTES = 60;
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
/** Seconds after a call ended without an answer until a timeline without the post proves that it is absent. */
export const CERTAIN_AFTER_SECONDS = 15;

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
  | { do: 'look_again' }
  | { do: 'hold'; until: Date }
  | { do: 'stop'; reason: string }
  | { do: 'reauthorize' }
  | { do: 'reconcile'; reason: UnknownReason };

type Circumstances = {
  /** Whether an earlier attempt of this post ended with an unknown outcome. */
  hadUnknownOutcome: boolean;
};

export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_SECONDS * 1000);
}

/** The oldest planned time that is still published at `now`; older posts move to another slot. */
export function misfireBefore(now: Date): Date {
  return new Date(now.getTime() - MISFIRE_MINUTES * 60_000);
}

/** The same where a pause of everybody's publishing has ended: what came due during it moves, however late it is. */
export function movedBefore(now: Date, pauseEndedAt: Date | null): Date {
  const misfire = misfireBefore(now);
  return pauseEndedAt && pauseEndedAt > misfire ? pauseEndedAt : misfire;
}

/** When the account's next post may go out after this one; undefined if this one was about on time. */
export function spacedUntil(scheduledAt: Date, now: Date): Date | undefined {
  const lateMinutes = (now.getTime() - scheduledAt.getTime()) / 60_000;
  return lateMinutes >= SPACED_FROM_MINUTES ? new Date(now.getTime() + SPACING_MS) : undefined;
}

/** Whether a call that begins now ends while the lease still holds. */
export function leaseSuffices(leaseUntil: Date, now: Date): boolean {
  return leaseUntil.getTime() - now.getTime() >= CALL_NEEDS_SECONDS * 1000;
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
 * When to try again after a post certainly was not sent: after half of its present lateness. From an hour
 * on it gets the due time from which the misfire rule moves it to another slot.
 */
export function lookAgainAt(dueSince: Date, now: Date, jitter: number): Date {
  const lateSeconds = (now.getTime() - dueSince.getTime()) / 1000;
  if (lateSeconds >= MISFIRE_MINUTES * 60) return misfireBefore(now);
  const { least, most } = LOOK_AGAIN_SECONDS;
  const pause = Math.min(most, Math.max(least, lateSeconds / 2)) * (1 - jitter / 4);
  const limit = dueSince.getTime() + MISFIRE_MINUTES * 60_000;
  return new Date(Math.min(now.getTime() + pause * 1000, limit));
}

/** When the next post is tried while X accepts none from us: after 1, 2, 4, 8, then 15 minutes. */
export function tryAgainAt(failures: number, now: Date): Date {
  const minutes = Math.min(LONGEST_STOP_MINUTES, 2 ** (failures - 1));
  return new Date(now.getTime() + minutes * 60_000);
}

/** Whether a timeline without the post proves that it was not posted; false while it is too early to tell. */
export function absenceIsCertain(
  attempt: { unknownSince: Date | null; startedAt: Date },
  now: Date,
): boolean {
  const ended = attempt.unknownSince?.getTime() ?? attempt.startedAt.getTime() + LEASE_SECONDS * 1000;
  return now.getTime() >= ended + (attempt.unknownSince ? CERTAIN_AFTER_SECONDS * 1000 : 0);
}
