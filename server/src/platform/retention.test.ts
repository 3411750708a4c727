import { expect, test } from 'vitest';
import { expiredBefore } from './retention.ts';

const now = new Date('2026-11-21T12:00:00Z');

test('a deleted account is erased after a day, the trace of a deleted post after 90', () => {
  expect(expiredBefore(now, 'deletedUsers')).toEqual(new Date('2026-11-20T12:00:00Z'));
  expect(expiredBefore(now, 'deletedPosts')).toEqual(new Date('2026-08-23T12:00:00Z'));
});
