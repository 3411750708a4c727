import { expect, test } from 'vitest';
import { figuresOfSettled, latenessLabel, publishedOf } from './counting.rules.ts';
import type { Settled, Settlement } from './publishing.types.ts';

test('lateness is counted in steps, each up to and including its seconds', () => {
  expect([-5, 1, 1.001, 10, 60, 300, 3600, 3601].map(latenessLabel)).toEqual(
    '1 1 10 10 60 300 3600 more'.split(' '),
  );
});

test('a batch counts its posts by plan, reason, lateness and cost', () => {
  const now = new Date('2026-05-05T10:00:30Z');
  const dueAt = new Date('2026-05-05T10:00:00Z');
  const row = (id: number, status: Settled['status'], errorCode: string | null = null): Settled => {
    const none = { tweetId: null, errorMessage: null, retryCount: 0 };
    return { id, userId: 100 + id, accountId: 200 + id, status, dueAt, errorCode, updatedAt: now, ...none };
  };
  const posted = (postId: number, more: Partial<Settlement>): Settlement => {
    const ids = { postId, userId: 1, accountId: 1, epoch: 1, startedAt: now };
    return { ...ids, outcome: 'posted', tweetId: String(postId), ...more } as Settlement;
  };
  const batch = [
    posted(1, { tier: 'pro', calledAt: new Date('2026-05-05T10:00:05Z') }),
    posted(2, { tier: 'pro', hasLink: true } as Partial<Settlement>),
    // Its plan is unknown.
    posted(3, {}),
    // It was found to be posted already.
    posted(4, { outcome: 'released', tier: 'pro' } as Partial<Settlement>),
  ];
  const rows = [
    ...[1, 2, 3, 4].map((id) => row(id, 'posted')),
    row(5, 'failed', 'DUPLICATE'),
    row(6, 'failed'),
    row(7, 'pending', 'X_UNAVAILABLE'),
  ];
  const lines = figuresOfSettled(batch, rows, now).map(
    ({ name, label, amount }) => `${name} ${label} ${amount}`,
  );
  expect(lines.sort()).toEqual([
    'costs.kind post 30000',
    'costs.kind post_with_link 200000',
    'costs.x free 15000',
    'costs.x pro 215000',
    'posts.failed DUPLICATE 1',
    'posts.failed unknown 1',
    'posts.late 10 1',
    'posts.late 60 2',
    'posts.posted free 1',
    'posts.posted pro 2',
  ]);
  expect(publishedOf(batch, rows)).toEqual([
    { userId: 101, accountId: 201, postId: 1, tier: 'pro', hasLink: false },
    { userId: 102, accountId: 202, postId: 2, tier: 'pro', hasLink: true },
    { userId: 103, accountId: 203, postId: 3, tier: 'free', hasLink: false },
  ]);
});
