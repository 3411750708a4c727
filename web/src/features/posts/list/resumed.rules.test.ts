import { expect, test } from 'vitest';
import { buildPost } from '../build-post.fixture.ts';
import { movedPosts, resumedWords } from '../posts.rules.ts';

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
