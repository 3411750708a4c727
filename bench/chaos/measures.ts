import type { Tweet } from '../support/sandbox.ts';
import type { Loss } from './fleet.ts';
import type { AttemptRecord, Records } from './records.ts';
import { numberOf, type Promised } from './truth.ts';

/** The value that this share of the values does not exceed; null if there are no values. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

type Cause = Loss['cause'] | 'unknown' | 'renewing';
/** Seconds until open attempts were settled, by cause. */
export type Recovery = Record<Cause, number[]>;
/** One attempt that was left open: since when (ms since the epoch), and how long until it was settled. */
export type Lag = { cause: Cause; from: number; seconds: number; attempt: AttemptRecord };

export function recoverySeconds(lags: readonly Lag[]): Recovery {
  const recovery: Recovery = { death: [], frozen: [], unknown: [], renewing: [] };
  for (const { cause, seconds } of lags) recovery[cause].push(seconds);
  return recovery;
}

/**
 * Lags start at the loss of a worker, the freeze of a worker, or the end of a call with an unknown outcome;
 * if a later owner was lost too, at the last loss. Losses during a token renewal count separately, because
 * only the process that asked X may have the new token. Accounts that must be reconnected are left out.
 */
export function lagsOf(records: Records, losses: readonly Loss[]): Lag[] {
  const lags: Lag[] = [];
  const lost = lastLosses(losses);
  const amidRenewals = new Set(
    losses.flatMap(({ work }) =>
      work.filter((each) => each.isRenewing).map((each) => keyOf(each.postId, each.startedAt)),
    ),
  );
  for (const attempt of records.attempts) {
    const { post_id, account_id, settled_at, unknown_since } = attempt;
    const key = keyOf(post_id, attempt.started_at);
    const loss = lost.get(key);
    if (!settled_at || records.accounts.get(account_id)?.needs_reconnect) continue;
    const unknownAt = unknown_since?.getTime();
    const add = (why: Cause, from: number) => {
      const cause = amidRenewals.has(key) ? 'renewing' : why;
      // It may have been settled between the loss and our read of the ledger.
      lags.push({ cause, from, seconds: Math.max(0, settled_at.getTime() - from) / 1000, attempt });
    };
    if (unknownAt !== undefined) add('unknown', Math.max(unknownAt, loss?.at ?? 0));
    if (loss && (unknownAt === undefined || unknownAt > loss.at)) add(loss.cause, loss.at);
  }
  return lags;
}

/** Helps to find out why one attempt took so long: the attempt, and the losses in the fleet meanwhile. */
export function describeLag(lag: Lag, losses: readonly Loss[]): string {
  const { cause, seconds, from, attempt } = lag;
  const key = keyOf(attempt.post_id, attempt.started_at);
  const since = (at: number) => `${((at - from) / 1000).toFixed(1)} s`;
  const meanwhile = losses
    .filter(({ at }) => at >= from - 1_000 && at <= from + seconds * 1000)
    .map((loss) => {
      const own = loss.work.some((work) => keyOf(work.postId, work.startedAt) === key);
      return `${loss.cause} at ${since(loss.at)} with ${loss.work.length} in hand${own ? ', its own' : ''}`;
    });
  const { post_id, account_id, outcome, unknown_reason, started_at } = attempt;
  const what = `post ${post_id} of account ${account_id}, begun at ${since(started_at.getTime())}`;
  return `${cause} ${seconds.toFixed(1)} s: ${what}, ended as ${outcome} (${unknown_reason}); ${meanwhile.join('; ')}`;
}

/** The last loss of each attempt that was lost with a worker. */
function lastLosses(losses: readonly Loss[]): Map<string, Pick<Loss, 'cause' | 'at'>> {
  const last = new Map<string, Pick<Loss, 'cause' | 'at'>>();
  for (const { cause, at, work } of [...losses].sort((a, b) => a.at - b.at))
    for (const { postId, startedAt } of work) last.set(keyOf(postId, startedAt), { cause, at });
  return last;
}

const keyOf = (postId: number, startedAt: Date): string => `${postId} ${startedAt.getTime()}`;

/** Longer than an undisturbed call: the worker died, or X was slow. */
const DISTURBED_MS = 5_000;

type Run = {
  records: Records;
  tweets: readonly Tweet[];
  promised: ReadonlyMap<number, Promised>;
  outages: readonly { from: number; to: number }[];
  start: number;
};

/**
 * Milliseconds from the planned time to the tweet, for all posts and for those of undisturbed accounts. A
 * backlog that was due before the start is late on purpose, and left out.
 */
export function lateness(run: Run): { all: number[]; undisturbed: number[] } {
  const { records, outages } = run;
  const all: number[] = [];
  const undisturbed: number[] = [];
  const firstTrouble = troubles(records.attempts);
  for (const tweet of run.tweets) {
    const post = run.promised.get(numberOf(tweet.text) ?? -1);
    const record = post && records.posts.get(post.id);
    if (!record || record.tweet_id !== tweet.id) continue;
    const due = record.scheduled_at.getTime();
    const at = Date.parse(tweet.createdAt);
    if (due < run.start) continue;
    all.push(at - due);
    const isOut = outages.some((outage) => due > outage.from - 1_000 && due < outage.to + 2_000);
    if (!isOut && at < (firstTrouble.get(record.account_id) ?? Number.POSITIVE_INFINITY))
      undisturbed.push(at - due);
  }
  return { all, undisturbed };
}

/** For each account, the start of its first attempt that did not end in a tweet right away. */
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
