import { expect, test } from 'vitest';
import { eraseBefore, exportsOfUser, FAREWELL_QUEUE } from './user-data.rules.ts';

test('a deleted account is erased a day later', () => {
  expect(eraseBefore(new Date('2026-11-21T12:00:00Z'))).toEqual(new Date('2026-11-20T12:00:00Z'));
});

test('one’s own data is downloaded ten times an hour at most', () => {
  expect(exportsOfUser).toEqual({ name: 'user-export', points: 10, seconds: 3_600 });
});

test('farewells that wait keep their queue over a new version', () => {
  expect(FAREWELL_QUEUE).toBe('user-data.farewell');
});
