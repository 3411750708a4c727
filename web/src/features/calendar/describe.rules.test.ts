import { expect, test } from 'vitest';
import { buildPost } from '../posts/build-post.fixture.ts';
import {
  describeDayPosts,
  describePost,
  describeWall,
  signOf,
  titleOf,
  weekdayName,
} from './describe.rules.ts';

test('CAL-03 the title names the month, the week or the day', () => {
  expect(titleOf({ span: 'month', day: '2026-11-22' }, 1)).toBe('November 2026');
  expect(titleOf({ span: 'week', day: '2026-11-22' }, 1)).toBe('16–22 Nov 2026');
  expect(titleOf({ span: 'week', day: '2026-12-31' }, 1)).toBe('28 Dec 2026–3 Jan 2027');
  expect(titleOf({ span: 'day', day: '2026-11-22' }, 1)).toBe('Sunday 22 November 2026');
});

test('a post is named by its time in the zone, its status and its first words', () => {
  const post = buildPost({ content: 'x'.repeat(80) });
  expect(describePost(post, 'Europe/Paris')).toBe(`10:00, Pending: ${'x'.repeat(59)}…`);
  const named = (content: string) => describePost(buildPost({ content }), 'UTC');
  expect(named('x'.repeat(60))).toBe(`09:00, Pending: ${'x'.repeat(60)}`);
  expect(named(`${'x'.repeat(58)} yz`)).toBe(`09:00, Pending: ${'x'.repeat(58)}…`);
  expect(describePost(buildPost({ status: 'Failed' }), 'UTC')).toBe('09:00, Failed: Small steps win.');
  const signs = (status: 'Pending' | 'Posted') =>
    [{}, { holdReason: 'paused' as const }, { isPaused: true }].map((over) =>
      signOf(buildPost({ status, ...over })),
    );
  expect(signs('Pending')).toEqual(['Pending', 'Paused', 'Paused']);
  expect(signs('Posted')).toEqual(['Posted', 'Posted', 'Posted']);
});

test('a day is named with how many posts it has, and how many failed', () => {
  const failed = buildPost({ status: 'Failed' });
  expect(describeDayPosts('2026-11-23', [])).toBe('Monday 23 November, no posts');
  expect(describeDayPosts('2026-11-23', [failed])).toBe('Monday 23 November, 1 post, 1 failed');
  expect(describeDayPosts('2026-11-23', [failed, buildPost()])).toBe('Monday 23 November, 2 posts, 1 failed');
  expect(describeWall('2026-11-23T09:05')).toBe('Monday 23 November at 09:05');
  expect([0, 1, 6].map(weekdayName)).toEqual(['Sun', 'Mon', 'Sat']);
});
