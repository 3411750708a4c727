import { expect, test } from 'vitest';
import { buildPost } from '../posts/build-post.fixture.ts';
import { capacityOf, capacityWords } from './post-list.rules.ts';

const week = (
  status: 'Pending' | 'Processing' | 'Posted' | 'Failed',
  createdAt = '2026-11-20T08:00:00.000Z',
) => buildPost({ status, createdAt });

test('DASH-14 pending is Pending plus Processing, total is every post of the current schedule', () => {
  const posts = [week('Pending'), week('Processing'), week('Posted'), week('Failed')];
  expect(capacityOf(posts)).toEqual({ pending: 2, posted: 1, total: 4 });
});

test('DASH-14 posts of an earlier calendar do not count; one written since then does', () => {
  const earlier = week('Posted', '2026-10-20T08:00:00.000Z');
  const own = week('Pending', '2026-11-21T08:00:00.000Z');
  expect(capacityOf([earlier, week('Posted'), week('Pending'), own])).toEqual({
    pending: 2,
    posted: 1,
    total: 3,
  });
  expect(capacityOf([earlier, week('Posted'), week('Posted')])).toEqual({ pending: 0, posted: 2, total: 2 });
  expect(capacityOf([])).toEqual({ pending: 0, posted: 0, total: 0 });
  // The oldest that waits counts, and the words of a post that failed since.
  const later = week('Pending', '2026-11-22T08:00:00.000Z');
  expect(capacityOf([later, week('Failed', '2026-11-21T12:00:00.000Z'), own, week('Posted')], 2)).toEqual({
    pending: 2,
    posted: 2,
    total: 5,
  });
  // One on its way still belongs to the schedule; what went out before the list is counted apart.
  expect(capacityOf([earlier, week('Processing')], 3)).toEqual({ pending: 1, posted: 3, total: 4 });
});

test('DASH-13 the words count what is left, and call nothing a fault that went out', () => {
  const words = (pending: number, posted: number, total: number) => capacityWords({ pending, posted, total });
  expect(words(14, 0, 14)).toBe('14 of 14 to go');
  expect(words(8, 6, 14)).toBe('8 of 14 to go · 6 are out');
  expect(words(8, 1, 9)).toBe('8 of 9 to go · 1 is out');
  expect(words(0, 14, 14)).toBe('All 14 are out');
  expect(words(0, 12, 14)).toBe('12 of 14 are out');
  expect(words(0, 1, 1)).toBe('1 of 1 is out');
  expect(words(0, 1, 2)).toBe('1 of 2 is out');
  expect(words(0, 0, 3)).toBe('0 of 3 are out');
  expect(words(1, 3, 5)).toBe('1 of 5 to go · 3 are out');
  expect(words(0, 0, 0)).toBe('Nothing scheduled');
});
