import type { Tweet } from '../support/sandbox.ts';
import type { AttemptRecord, Records } from './records.ts';
import { numberOf, type Promised } from './truth.ts';

/** The value that a share of the values does not exceed; null if there are no values. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

export type Orphans = { killedAt: number; attemptIds: readonly number[] };

/** Seconds from a worker's death until each attempt that it left open was settled, for accounts that X lets us read. */
export function recoverySeconds(records: Records, orphans: readonly Orphans[]): number[] {
  const byId = new Map(records.attempts.map((attempt) => [attempt.id, attempt]));
  return orphans.flatMap(({ killedAt, attemptIds }) =>
    attemptIds.flatMap((id) => {
      const settledAt = byId.get(id)?.settled_at;
      return settledAt ? [(settledAt.getTime() - killedAt) / 1000] : [];
    }),
  );
}

/** Longer than an undisturbed call: its worker died, or X kept it waiting. */
const DISTURBED_MS = 5_000;

/** Milliseconds from the planned time to the tweet: for all posts, and for those of undisturbed accounts. */
export function lateness(
  records: Records,
  tweets: readonly Tweet[],
  promised: ReadonlyMap<number, Promised>,
  outages: readonly { from: number; to: number }[],
): { all: number[]; undisturbed: number[] } {
  const all: number[] = [];
  const undisturbed: number[] = [];
  const firstTrouble = troubles(records.attempts);
  for (const tweet of tweets) {
    const post = promised.get(numberOf(tweet.text) ?? -1);
    const record = post && records.posts.get(post.id);
    if (!record || record.tweet_id !== tweet.id) continue;
    const due = record.scheduled_at.getTime();
    const at = Date.parse(tweet.createdAt);
    all.push(at - due);
    const isOut = outages.some((outage) => due > outage.from - 1_000 && due < outage.to + 2_000);
    if (!isOut && at < (firstTrouble.get(record.account_id) ?? Number.POSITIVE_INFINITY))
      undisturbed.push(at - due);
  }
  return { all, undisturbed };
}

/** For each account, when its first attempt began that did not end at once with a tweet. */
function troubles(attempts: readonly AttemptRecord[]): Map<number, number> {
  const first = new Map<number, number>();
  for (const attempt of attempts) {
    const length = (attempt.settled_at?.getTime() ?? Number.POSITIVE_INFINITY) - attempt.started_at.getTime();
    const isSmooth = attempt.outcome === 'posted' && !attempt.unknown_reason && length < DISTURBED_MS;
    if (!isSmooth && !first.has(attempt.account_id))
      first.set(attempt.account_id, attempt.started_at.getTime());
  }
  return first;
}
