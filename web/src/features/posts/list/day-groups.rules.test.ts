import { expect, test } from 'vitest';
import { buildPost } from '../build-post.fixture.ts';
import { groupByDay, postName, rowTimeText } from './day-groups.rules.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const at = (id: string, scheduledTime: string) => buildPost({ id, scheduledTime });

test('posts are grouped by their day in the zone, in their own order', () => {
  const posts = [
    at('1', '2026-11-22T20:00:00.000Z'),
    at('2', '2026-11-23T09:00:00.000Z'),
    at('3', '2026-11-23T10:30:00.000Z'),
    at('4', '2026-11-23T12:00:00.000Z'),
    at('5', '2027-01-04T09:00:00.000Z'),
  ];
  // In Auckland the day changes at 11:00 UTC; now it is 01:00 on the 23rd.
  const groups = groupByDay(posts, 'Pacific/Auckland', now);
  expect(groups.map(({ heading, date, posts: own }) => [heading, date, own.map(({ id }) => id)])).toEqual([
    ['Today', 'Monday 23 Nov', ['1', '2', '3']],
    ['Tomorrow', 'Tuesday 24 Nov', ['4']],
    ['Monday 4 Jan 2027', '', ['5']],
  ]);
});

test('POST-37 a post without a valid date has a heading that says so', () => {
  const post = at('1', 'never');
  expect(groupByDay([post], 'UTC', now)).toEqual([
    { key: ' 1', day: '', heading: 'Invalid date', date: '', posts: [post] },
  ]);
  expect(groupByDay([at('2', '2026-11-20T09:00:00.000Z')], 'UTC', now)).toMatchObject([
    { heading: 'Friday 20 Nov', date: '' },
  ]);
  expect(rowTimeText(post, 'UTC')).toBe('Invalid date');
  expect(postName(post, 'UTC', now)).toBe('post without a valid date');
});

test('a row has its time of day, and a name with the day', () => {
  const post = at('1', '2026-11-25T09:00:00.000Z');
  expect(rowTimeText(post, 'Europe/Paris')).toBe('10:00');
  expect(postName(post, 'Europe/Paris', now)).toBe('post of Wednesday 10:00');
  expect(postName(at('2', '2026-11-23T09:00:00.000Z'), 'UTC', now)).toBe('post of tomorrow 09:00');
});
