import { expect, test } from 'vitest';
import { figuresOfSettled, latenessLabel, publishedOf } from './counting.rules.ts';
import type { Settled, Settlement } from './publishing.types.ts';

test('lateness is told in steps, each up to and with its seconds', () => {
  expect([-5, 1, 1.001, 10, 60, 300, 3600, 3601].map(latenessLabel)).toEqual(
    '1 1 10 10 60 300 3600 more'.split(' '),
  );
});

test('a batch counts what became of its posts, by plan, reason, lateness and cost, each label once', () => {
  const now = new Date('2026-05-05T10:00:30Z');
  const row = (id: number, status: Settled['status'], errorCode: string | null = null): Settled => ({
    id,
    userId: 1,
    accountId: 1,
    status,
    retryCount: 0,
    dueAt: new Date('2026-05-05T10:00:00Z'),
    errorCode,
    tweetId: null,
    errorMessage: null,
    updatedAt: now,
  });
  const posted = (postId: number, tier: string, hasLink: boolean): Settlement => {
    const ids = { postId, userId: 1, accountId: 1, epoch: 1 };
    return { ...ids, startedAt: now, outcome: 'posted', tweetId: String(postId), tier, hasLink };
  };
  const batch = [
    posted(1, 'pro', false),
    posted(2, 'pro', true),
    posted(3, 'free', false),
    posted(4, 'pro', false),
  ];
  (batch[0] as Settlement).calledAt = new Date('2026-05-05T10:00:05Z');
  const rows = [
    row(1, 'posted'),
    row(2, 'posted'),
    row(3, 'posted'),
    row(5, 'failed', 'DUPLICATE'),
    row(6, 'pending'),
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
    'posts.late 10 1',
    'posts.late 60 2',
    'posts.posted free 1',
    'posts.posted pro 2',
  ]);
  expect(publishedOf(batch, rows).map(({ postId, tier, hasLink }) => [postId, tier, hasLink])).toEqual([
    [1, 'pro', false],
    [2, 'pro', true],
    [3, 'free', false],
  ]);
});
