import { describe, expect, test } from 'vitest';
import type { PublishOutcome } from '../../providers/x/x.ts';
import {
  backoffMs,
  decide,
  figuresOfSettled,
  lookAgainAfter,
  MAX_RETRIES,
  misfireBefore,
  pauseForToken,
  publishedOf,
  retryOrFail,
  spacing,
  tryAgainAt,
} from './publishing.rules.ts';
import type { Settled, Settlement } from './publishing.types.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

test('PUB-15 the outcome of a call decides what becomes of the post', () => {
  const means = (outcome: PublishOutcome, hadUnknownOutcome = false) =>
    decide(outcome, { hadUnknownOutcome });
  expect(means({ kind: 'posted', tweetId: '7' })).toEqual({ do: 'post', tweetId: '7' });
  for (const reason of ['timeout', 'connection_reset', 'server_error', 'unreadable_answer'] as const)
    expect(means({ kind: 'unknown', reason })).toEqual({ do: 'reconcile', reason });
  expect(means({ kind: 'duplicate' })).toEqual({
    do: 'fail',
    code: 'DUPLICATE_TWEET',
    message: 'X refused this post because you posted the same text recently. Change a few words and retry.',
  });
  // An earlier attempt of ours may be what it repeats.
  expect(means({ kind: 'duplicate' }, true)).toEqual({ do: 'reconcile', reason: 'duplicate' });
  expect(means({ kind: 'refused', status: 403, reason: 'You may not do that.' })).toEqual({
    do: 'fail',
    code: 'X_REFUSED',
    message: 'X refused this post: You may not do that. Change it and retry.',
  });
  // The person is not to blame for this one.
  const broke = { kind: 'refused', status: 402, reason: 'credits depleted' } as const;
  expect(means(broke)).toEqual({ do: 'stop', reason: 'credits depleted' });
  expect(means({ kind: 'rate_limited', until: NOW })).toEqual({ do: 'hold', until: NOW });
  expect(means({ kind: 'unauthorized' })).toEqual({ do: 'reauthorize' });
  expect(means({ kind: 'not_sent', reason: 'ECONNREFUSED' })).toEqual({ do: 'look_again' });
  expect(means({ kind: 'not_begun' })).toEqual({ do: 'let_go' });
});

describe('retries after a failure of X', () => {
  test('PUB-15 come ever later over about 30 minutes, then the post fails', () => {
    const delays = (jitter: number) => [0, 1, 2, 3, 4, 5].map((retries) => backoffMs(retries, jitter));
    expect(delays(0)).toEqual([10_000, 26_000, 67_600, 175_760, 456_976, 1_188_138]);
    const message = "X didn't accept the post. It may be having trouble. Retry in a while.";
    const failure = { code: 'X_UNAVAILABLE', message };
    expect(retryOrFail(0, 0)).toEqual({ do: 'retry', delayMs: 10_000, ...failure });
    expect(retryOrFail(MAX_RETRIES - 1, 1)).toMatchObject({ do: 'retry' });
    expect(retryOrFail(MAX_RETRIES, 1)).toEqual({ do: 'fail', ...failure });
  });
});

test.each([
  [0, 0, 5_000],
  [11, 0, 5_500],
  [60, 0, 30_000],
  [60, 1, 22_500],
  [600, 0, 180_000],
  // From an hour on the post moves to another slot.
  [3_600, 0, 0],
])(
  'a post that was not sent %d s after its time, with jitter %d, is tried again in %d ms',
  (late, jitter, ms) => {
    expect(lookAgainAfter(ago(late), NOW, jitter)).toBe(ms);
  },
);

test('a pause for a token ends when the claim of the process that renews it expires, after a second at least', () => {
  const pause = (endsInMs: number) => pauseForToken(60_000, new Date(NOW.getTime() + endsInMs), NOW);
  expect([90_000, 9_000, 999, -5_000].map(pause)).toEqual([60_000, 9_000, 1_000, 1_000]);
  expect(pauseForToken(60_000, undefined, NOW)).toBe(60_000);
  expect(pauseForToken(500, new Date(NOW.getTime() + 9_000), NOW)).toBe(500);
});

test('while publishing is stopped the pauses between probes grow to 15 minutes', () => {
  const minutes = (failures: number) => (tryAgainAt(failures, NOW).getTime() - NOW.getTime()) / 60_000;
  expect([1, 2, 3, 4, 5, 50].map(minutes)).toEqual([1, 2, 4, 8, 15, 15]);
});

test('a late post goes out for an hour; from 5 minutes on the next one waits a minute', () => {
  expect(misfireBefore(NOW)).toEqual(ago(3_600));
  expect([0, 299, 300].map((late) => spacing(ago(late), NOW))).toEqual([undefined, undefined, 60_000]);
});

test('a batch counts its posts by plan, reason, lateness and cost', () => {
  const now = new Date('2026-05-05T10:00:30Z');
  const row = (id: number, status: Settled['status'], errorCode: string | null = null) =>
    ({ id, userId: 1, accountId: 2, status, dueAt: new Date('2026-05-05T10:00:00Z'), errorCode }) as Settled;
  const posted = (postId: number, more: object) => ({ postId, outcome: 'posted', ...more }) as Settlement;
  const batch = [
    posted(1, { tier: 'pro', hasLink: true, calledAt: new Date('2026-05-05T10:00:05Z') }),
    // Its plan is unknown.
    posted(2, {}),
    // It was found to be posted already.
    posted(3, { outcome: 'released', tier: 'pro' }),
  ];
  const rows = [1, 2, 3].map((id) => row(id, 'posted'));
  rows.push(row(4, 'failed', 'DUPLICATE'), row(5, 'failed'), row(6, 'pending', 'X_UNAVAILABLE'));
  const lines = figuresOfSettled(batch, rows, now).map(
    ({ name, label, amount }) => `${name} ${label} ${amount}`,
  );
  expect(lines.sort()).toEqual([
    'costs.kind post 15000',
    'costs.kind post_with_link 200000',
    'costs.x free 15000',
    'costs.x pro 200000',
    'posts.failed DUPLICATE 1',
    'posts.failed unknown 1',
    'posts.late 10 1',
    'posts.late 60 1',
    'posts.posted free 1',
    'posts.posted pro 1',
  ]);
  expect(publishedOf(batch, rows)).toMatchObject([
    { postId: 1, tier: 'pro', hasLink: true },
    { postId: 2, tier: 'free', hasLink: false },
  ]);
});
