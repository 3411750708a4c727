import { expect, test } from 'vitest';
import { buildPost } from './build-post.fixture.ts';
import {
  contentProblem,
  deleteBlock,
  editBlock,
  isPauseDisabled,
  movedPosts,
  publishBlock,
  resumedWords,
  retryBlock,
  type Surroundings,
  timeProblem,
} from './posts.rules.ts';

const free = { canceled: false, connected: true, synchronizing: false, editingId: null };

const pending = { id: '1', status: 'Pending' } as const;

const processing = { id: '1', status: 'Processing' } as const;

const failed = { id: '1', status: 'Failed' } as const;

const posted = { id: '1', status: 'Posted' } as const;

test('pending and failed posts may be edited and deleted, failed ones retried', () => {
  expect([editBlock(pending, free), deleteBlock(pending, free), editBlock(failed, free)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(retryBlock(failed, free)).toBeNull();
});

test('POST-12 POST-31 a published post cannot be edited', () => {
  expect(editBlock(posted, free)).toBe('Cannot edit a post that has already been published.');
});

test('POST-13 POST-14 POST-38 a published post cannot be deleted or retried', () => {
  expect(deleteBlock(posted, free)).toBe('Posted posts cannot be changed');
  expect(retryBlock(posted, free)).toBe('Posted posts cannot be changed');
});

test('POST-18 POST-32 a second edit waits for the first', () => {
  expect(editBlock(pending, { ...free, editingId: '2' })).toBe(
    'Please save or cancel the current edit before editing another post.',
  );
  expect(editBlock(pending, { ...free, editingId: '1' })).toBeNull();
});

test('POST-20 POST-21 POST-29 editing waits while posts are saved and synchronised', () => {
  expect(editBlock(pending, { ...free, synchronizing: true })).toBe(
    'Please wait for posts to finish synchronizing before editing.',
  );
});

test('POST-22 POST-30 a post with a temporary id, or one being processed, cannot be edited yet', () => {
  const text = 'Post is still being processed. Please wait a moment before editing.';
  expect(editBlock({ id: '1732180000-3', status: 'Pending' }, free)).toBe(text);
  expect(editBlock(processing, free)).toBe(text);
});

test('POST-36 POST-38 POST-39 a canceled subscription only looks', () => {
  const canceled = { ...free, canceled: true };
  expect(editBlock(pending, canceled)).toBe('Subscription canceled - editing disabled');
  expect(deleteBlock(pending, canceled)).toBe('Subscription canceled - delete disabled');
  expect(retryBlock(failed, canceled)).toBe('Subscription canceled - retry disabled');
});

test('PUB-11 PUB-12 retry needs a connected X account', () => {
  expect(retryBlock(failed, { ...free, connected: false })).toBe('Connect your Twitter/X account to retry');
});

test('POST-27 POST-28 an empty or over-long text cannot be saved', () => {
  expect(contentProblem('  \n', 3)).toBe('Write something to post');
  expect(contentProblem('x', 281)).toBe('1 over the limit of 280');
  expect(contentProblem('x', 280)).toBeNull();
});

test('POST-24 POST-37 an invalid date is named', () => {
  expect(timeProblem(null, 0, 10, 5)).toBe('Invalid date');
});

test('POST-25 POST-26 the time must be later than now and inside the schedule period', () => {
  const text = 'Choose a time in the future and within your schedule period.';
  expect(timeProblem(5, 0, 10, 5)).toBe(text);
  expect(timeProblem(11, 0, 10, 5)).toBe(text);
  expect(timeProblem(10, 0, 10, 5)).toBeNull();
  expect(timeProblem(3, 3, 10, 5)).toBeNull();
});

test('POST-42 POST-43 pause is disabled when canceled, and when paused with no posts', () => {
  expect(isPauseDisabled({ canceled: true, paused: false, hasPosts: true })).toBe(true);
  expect(isPauseDisabled({ canceled: false, paused: true, hasPosts: false })).toBe(true);
  expect(isPauseDisabled({ canceled: false, paused: true, hasPosts: true })).toBe(false);
  expect(isPauseDisabled({ canceled: false, paused: false, hasPosts: false })).toBe(false);
});

test('POST-22 a post that is on its way, or not saved yet, cannot be deleted', () => {
  const text = 'Post is going out right now';
  expect(deleteBlock(processing, free)).toBe(text);
  expect(deleteBlock({ id: '1732180000-3', status: 'Pending' }, free)).toBe(text);
});

test('a post is published now where it may be changed and X is connected; a failed one is retried instead', () => {
  const block = (post: Parameters<typeof publishBlock>[0], over: Partial<Surroundings> = {}) =>
    publishBlock(post, { ...free, ...over });
  expect(block(pending)).toBeNull();
  expect(block(pending, { editingId: '2' })).toBeNull();
  expect(block(pending, { canceled: true, connected: false })).toBe(
    'Subscription canceled - publishing disabled',
  );
  expect(block(failed, { connected: false })).toBe('Connect your Twitter/X account to publish');
  expect(block(failed)).toBe('This post failed. Retry it instead.');
  expect(block(posted)).toBe('Posted posts cannot be changed');
  expect(block(processing)).toBe('Post is still being processed. Please wait a moment before editing.');
  expect(block(pending, { synchronizing: true })).toBe(
    'Please wait for posts to finish synchronizing before editing.',
  );
});

test('of several blocks the one that helps most is shown', () => {
  const worst = { canceled: true, connected: false, synchronizing: true, editingId: '2' };
  const uncanceled = { ...worst, canceled: false };
  expect([editBlock(posted, worst), deleteBlock(posted, worst), retryBlock(posted, worst)]).toEqual([
    'Subscription canceled - editing disabled',
    'Subscription canceled - delete disabled',
    'Subscription canceled - retry disabled',
  ]);
  expect(editBlock(posted, uncanceled)).toBe('Cannot edit a post that has already been published.');
  expect(editBlock(processing, uncanceled)).toBe(
    'Please wait for posts to finish synchronizing before editing.',
  );
  expect(editBlock(processing, { ...uncanceled, synchronizing: false })).toBe(
    'Post is still being processed. Please wait a moment before editing.',
  );
  expect(retryBlock(posted, uncanceled)).toBe('Connect your Twitter/X account to retry');
  expect(retryBlock(failed, { ...free, synchronizing: true, editingId: '2' })).toBeNull();
  expect(publishBlock(posted, { ...free, synchronizing: true })).toBe('Posted posts cannot be changed');
  expect(publishBlock(failed, { ...free, synchronizing: true })).toBe('This post failed. Retry it instead.');
});

const at = { timeZone: 'UTC', now: Date.parse('2026-11-21T12:00:00Z') };

const before = [
  buildPost({ id: '1', scheduledTime: '2026-11-20T09:00:00.000Z' }),
  buildPost({ id: '2', scheduledTime: '2026-11-20T18:00:00.000Z' }),
  buildPost({ id: '3', scheduledTime: '2026-11-25T09:00:00.000Z', movedFrom: '2026-11-01T09:00:00.000Z' }),
];

const moved = (id: string, scheduledTime: string) =>
  buildPost({ id, scheduledTime, movedFrom: '2026-11-20T09:00:00.000Z' });

test('of several it names the first; a list that is known twice counts once', () => {
  const two = [moved('2', '2026-11-23T18:00:00.000Z'), moved('1', '2026-11-22T09:00:00.000Z')];
  const posts = movedPosts(before, [...two, ...two]);
  expect(posts.map(({ id }) => id)).toEqual(['1', '2']);
  expect(resumedWords(posts, at)).toBe(
    'Posts resumed. 2 posts came due while paused. The first is now set for tomorrow 09:00.',
  );
  expect(resumedWords(posts.slice(0, 1), { ...at, timeZone: 'Asia/Kathmandu' })).toBe(
    "Posts resumed. 1 post came due while paused. It's now set for tomorrow 14:45.",
  );
  expect(resumedWords([], at)).toBe('Posts resumed.');
});
