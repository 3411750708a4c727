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

const published = 'Cannot edit a post that has already been published.';

const unchanged = 'Posted posts cannot be changed';

const busy = 'Post is still being processed. Please wait a moment before editing.';

const synchronizing = 'Please wait for posts to finish synchronizing before editing.';

const goingOut = 'Post is going out right now';

const unsaved = { id: '1732180000-3', status: 'Pending' } as const;

const acts = { edit: editBlock, delete: deleteBlock, retry: retryBlock, publish: publishBlock };

const worst = { canceled: true, connected: false, synchronizing: true, editingId: '2' };

const uncanceled = { ...worst, canceled: false };

test('POST-12 POST-13 POST-14 POST-18 POST-20 POST-21 POST-22 POST-29 POST-30 POST-31 POST-32 POST-36 POST-38 POST-39 PUB-11 PUB-12 what may not be done with a post has one reason, the one that helps most', () => {
  const rows: [keyof typeof acts, Parameters<typeof editBlock>[0], Partial<Surroundings>, string | null][] = [
    ['edit', pending, {}, null],
    ['edit', failed, {}, null],
    ['edit', pending, { editingId: '1' }, null],
    ['edit', posted, {}, published],
    [
      'edit',
      pending,
      { editingId: '2' },
      'Please save or cancel the current edit before editing another post.',
    ],
    ['edit', pending, { synchronizing: true }, synchronizing],
    ['edit', unsaved, {}, busy],
    ['edit', processing, {}, busy],
    ['edit', pending, { canceled: true }, 'Subscription canceled - editing disabled'],
    ['delete', pending, {}, null],
    ['delete', posted, {}, unchanged],
    ['delete', processing, {}, goingOut],
    ['delete', unsaved, {}, goingOut],
    ['delete', pending, { canceled: true }, 'Subscription canceled - delete disabled'],
    ['retry', failed, {}, null],
    ['retry', posted, {}, unchanged],
    ['retry', failed, { canceled: true }, 'Subscription canceled - retry disabled'],
    ['retry', failed, { connected: false }, 'Connect your Twitter/X account to retry'],
    ['publish', pending, { editingId: '2' }, null],
    ['publish', pending, { canceled: true, connected: false }, 'Subscription canceled - publishing disabled'],
    ['publish', failed, { connected: false }, 'Connect your Twitter/X account to publish'],
    ['publish', failed, {}, 'This post failed. Retry it instead.'],
    ['publish', posted, { synchronizing: true }, unchanged],
    ['publish', processing, {}, busy],
    ['publish', pending, { synchronizing: true }, synchronizing],
    ['edit', posted, worst, 'Subscription canceled - editing disabled'],
    ['edit', posted, uncanceled, published],
    ['edit', processing, uncanceled, synchronizing],
    ['retry', posted, uncanceled, 'Connect your Twitter/X account to retry'],
  ];
  for (const [act, post, around, why] of rows)
    expect(acts[act](post, { ...free, ...around }), `${act} ${post.status}`).toBe(why);
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
