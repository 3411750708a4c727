import { expect, test } from 'vitest';
import { figuresOfFound, figuresOfSettled, latenessLabel, publishedOf } from './counting.rules.ts';
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
    userId: 100 + id,
    accountId: 200 + id,
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
  const ids = { userId: 1, accountId: 1, epoch: 1, startedAt: now };
  // Of one the plan is not known, nor whether it has a link; another was found to be out by somebody else.
  batch.push({ ...ids, postId: 7, outcome: 'posted', tweetId: '7' });
  batch.push({ ...ids, postId: 8, outcome: 'released', tier: 'pro' });
  (batch[0] as Settlement).calledAt = new Date('2026-05-05T10:00:05Z');
  const rows = [
    row(1, 'posted'),
    row(2, 'posted'),
    row(3, 'posted'),
    row(5, 'failed', 'DUPLICATE'),
    row(6, 'pending', 'X_UNAVAILABLE'),
    row(7, 'posted'),
    row(8, 'posted'),
    row(9, 'failed'),
  ];
  const lines = figuresOfSettled(batch, rows, now).map(
    ({ name, label, amount }) => `${name} ${label} ${amount}`,
  );
  expect(lines.sort()).toEqual([
    'costs.kind post 45000',
    'costs.kind post_with_link 200000',
    'costs.x free 30000',
    'costs.x pro 215000',
    'posts.failed DUPLICATE 1',
    'posts.failed unknown 1',
    'posts.late 10 1',
    'posts.late 60 3',
    'posts.posted free 2',
    'posts.posted pro 2',
  ]);
  expect(publishedOf(batch, rows)).toEqual([
    { userId: 101, accountId: 201, postId: 1, tier: 'pro', hasLink: false },
    { userId: 102, accountId: 202, postId: 2, tier: 'pro', hasLink: true },
    { userId: 103, accountId: 203, postId: 3, tier: 'free', hasLink: false },
    { userId: 107, accountId: 207, postId: 7, tier: 'free', hasLink: false },
  ]);
});

test('a post that was found after a restore counts as posted, with its cost, and not as late', () => {
  expect(figuresOfFound({ tier: 'pro', hasLink: true })).toEqual([
    { name: 'posts.posted', label: 'pro', amount: 1 },
    { name: 'costs.x', label: 'pro', amount: 200_000 },
    { name: 'costs.kind', label: 'post_with_link', amount: 200_000 },
  ]);
  expect(figuresOfFound({ tier: 'free', hasLink: false })).toEqual([
    { name: 'posts.posted', label: 'free', amount: 1 },
    { name: 'costs.x', label: 'free', amount: 15_000 },
    { name: 'costs.kind', label: 'post', amount: 15_000 },
  ]);
});
