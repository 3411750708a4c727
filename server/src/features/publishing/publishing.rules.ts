import { postPrice } from '@drumbeat/contract/costs/costs.rules.ts';
import type { FailureCode } from '@drumbeat/contract/posts/failure-codes.ts';
import { SECOND_MS } from '@drumbeat/contract/time.ts';
import { OUT_OF_CREDITS } from '../../providers/x/x.rules.ts';
import type { PublishOutcome } from '../../providers/x/x.ts';
import type { FigureChange } from '../figures/figures.types.ts';
import type { Found, Settled, Settlement, UnknownReason } from './publishing.types.ts';

/** How many minutes late a post may still be published; later ones move to another slot. */
export const MISFIRE_MINUTES = 60;
/**
 * From this lateness in minutes on, an account's posts are spaced out, so that an outage does not end in a
 * burst.
 */
const SPACED_FROM_MINUTES = 5;
const SPACING_MS = 60_000;
/** Retries after a failure of X. Together with the pauses between them they take about 30 minutes. */
export const MAX_RETRIES = 6;
/** The minimum and maximum seconds between retries while X cannot be reached. */
const LOOK_AGAIN_SECONDS = { least: 5, most: 180 };
/** The longest pause in minutes between probes while publishing is stopped. */
const LONGEST_STOP_MINUTES = 15;
/** How many seconds a worker owns the probe; if it dies, another worker probes after that. */
export const PROBE_SECONDS = 60;

/**
 * What an outcome means for the post; `hold` and `reauthorize` affect the whole account, `stop` all
 * publishing.
 */
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
  /** Whether an earlier attempt at this post ended with an unknown outcome. */
  hadUnknownOutcome: boolean;
};

/** The oldest due time that is still published at `now`; older posts move to another slot. */
export function misfireBefore(now: Date): Date {
  return new Date(now.getTime() - MISFIRE_MINUTES * 60_000);
}

/** Like `misfireBefore`, but everything that came due during the last pause moves too, however late it is. */
export function movedBefore(now: Date, pauseEndedAt: Date | null): Date {
  const misfire = misfireBefore(now);
  return pauseEndedAt && pauseEndedAt > misfire ? pauseEndedAt : misfire;
}

/** Milliseconds to wait before the account's next post; undefined if this one was about on time. */
export function spacing(dueAt: Date, startedAt: Date): number | undefined {
  const lateMinutes = (startedAt.getTime() - dueAt.getTime()) / 60_000;
  return lateMinutes >= SPACED_FROM_MINUTES ? SPACING_MS : undefined;
}

/** What to do after a create call, whether or not X answered it. */
export function decide(outcome: PublishOutcome, facts: Circumstances): Decision {
  switch (outcome.kind) {
    case 'posted':
      return { do: 'post', tweetId: outcome.tweetId };
    case 'unknown':
      return { do: 'reconcile', reason: outcome.reason };
    case 'duplicate':
      // Our own earlier attempt may have posted the text; the timeline tells.
      if (facts.hadUnknownOutcome) return { do: 'reconcile', reason: 'duplicate' };
      return { do: 'fail', code: 'DUPLICATE_TWEET', message: DUPLICATE };
    case 'refused':
      if (outcome.status === OUT_OF_CREDITS) return { do: 'stop', reason: outcome.reason };
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

/**
 * What to do after X failed without posting: retry later, or fail. `retries` is the number of earlier
 * retries.
 */
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
 * Milliseconds until a post that was certainly not sent is tried again: half of its current lateness. A post
 * that is an hour late moves to another slot instead.
 */
export function lookAgainAfter(dueAt: Date, now: Date, jitter: number): number {
  const lateSeconds = (now.getTime() - dueAt.getTime()) / 1000;
  const { least, most } = LOOK_AGAIN_SECONDS;
  const pause = Math.min(most, Math.max(least, lateSeconds / 2)) * (1 - jitter / 4);
  return Math.round(Math.max(0, Math.min(pause, MISFIRE_MINUTES * 60 - lateSeconds)) * 1000);
}

/**
 * Milliseconds until an account without a token is tried again. If another process is renewing the token,
 * wait at most until its claim expires: by then there is a token, or this process may renew it. At least a
 * second.
 */
export function pauseForToken(pauseMs: number, claimEnds: Date | undefined, now: Date): number {
  if (!claimEnds) return pauseMs;
  return Math.min(pauseMs, Math.max(claimEnds.getTime() - now.getTime(), SECOND_MS));
}

/** When to probe next while X accepts no posts from us: after 1, 2, 4, 8, then every 15 minutes. */
export function tryAgainAt(failures: number, now: Date): Date {
  const minutes = Math.min(LONGEST_STOP_MINUTES, 2 ** (failures - 1));
  return new Date(now.getTime() + minutes * 60_000);
}

/** Upper bounds in seconds of the buckets for how late a post was published. */
const latenessSteps = [1, 10, 60, 300, 3600] as const;

/** The bucket of a lateness in seconds: `10` for over 1 and up to 10 seconds, `more` for over an hour. */
function latenessLabel(seconds: number): string {
  return String(latenessSteps.find((step) => seconds <= step) ?? 'more');
}

/** What a published post costs, by the person's plan and by what X charges for it. */
export function figuresOfPost(tier: string, hasLink: boolean): FigureChange[] {
  const amount = postPrice(hasLink);
  return [
    { name: 'costs.x', label: tier, amount },
    { name: 'costs.kind', label: hasLink ? 'post_with_link' : 'post', amount },
  ];
}

/**
 * Figures of a post found after a restore. Its lateness is unknown, because its due time may have been
 * different.
 */
export function figuresOfFound({ tier, hasLink }: Pick<Found, 'tier' | 'hasLink'>): FigureChange[] {
  return [{ name: 'posts.posted', label: tier, amount: 1 }, ...figuresOfPost(tier, hasLink)];
}

/** Figures of a settled batch, summed by label. */
export function figuresOfSettled(
  batch: readonly Settlement[],
  rows: readonly Settled[],
  now: Date,
): FigureChange[] {
  const settlements = new Map(batch.map((each) => [each.postId, each]));
  const sums = new Map<string, FigureChange>();
  function add(name: FigureChange['name'], label: string, amount: number): void {
    const key = `${name} ${label}`;
    sums.set(key, { name, label, amount: (sums.get(key)?.amount ?? 0) + amount });
  }
  for (const row of rows) {
    const settlement = settlements.get(row.id);
    if (row.status === 'failed') add('posts.failed', row.errorCode ?? 'unknown', 1);
    if (row.status !== 'posted' || settlement?.outcome !== 'posted') continue;
    const tier = settlement.tier ?? 'free';
    const calledAt = settlement.calledAt ?? now;
    add('posts.posted', tier, 1);
    add('posts.late', latenessLabel((calledAt.getTime() - row.dueAt.getTime()) / 1000), 1);
    for (const { name, label = '', amount } of figuresOfPost(tier, settlement.hasLink ?? false))
      add(name, label, amount);
  }
  return [...sums.values()];
}

/** The posts of a settled batch that X charges for: those that this settlement marked as posted. */
export function publishedOf(
  batch: readonly Settlement[],
  rows: readonly Settled[],
): { userId: number; accountId: number; postId: number; tier: string; hasLink: boolean }[] {
  const settlements = new Map(batch.map((each) => [each.postId, each]));
  return rows.flatMap(({ id, userId, accountId, status }) => {
    const settlement = settlements.get(id);
    if (status !== 'posted' || settlement?.outcome !== 'posted') return [];
    const { tier = 'free', hasLink = false } = settlement;
    return [{ userId, accountId, postId: id, tier, hasLink }];
  });
}
