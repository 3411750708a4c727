import { entitlementsOf } from '@drumbeat/contract/billing/billing.rules.ts';
import { expect, test } from 'vitest';
import {
  dayChoice,
  mostPostsPerDay,
  readSelection,
  toggleDay,
  trialPosts,
  writeSelection,
} from './day-selection.rules.ts';

function storage(kept: Record<string, string> = {}) {
  const map = new Map(Object.entries(kept));
  return {
    map,
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, value: string) => void map.set(name, value),
  };
}

test('GEN-53 GEN-50 weekends are skipped until somebody says otherwise', () => {
  expect(readSelection(storage(), 'weekends')).toEqual({ skipWeekends: true, allowedDays: [1, 2, 3, 4, 5] });
  expect(readSelection(storage({ skipWeekends: '0' }), 'weekends')).toEqual({
    skipWeekends: false,
    allowedDays: [0, 1, 2, 3, 4, 5, 6],
  });
});

test('GEN-51 the selection is kept as allowedDays, with skipWeekends as 0 or 1', () => {
  const kept = storage();
  writeSelection(kept, { skipWeekends: true, allowedDays: [1, 2, 3, 4, 5] });
  expect(Object.fromEntries(kept.map)).toEqual({ allowedDays: '[1,2,3,4,5]', skipWeekends: '1' });
  writeSelection(kept, { skipWeekends: false, allowedDays: [0, 6] });
  expect(Object.fromEntries(kept.map)).toEqual({ allowedDays: '[0,6]', skipWeekends: '0' });
  expect(readSelection(kept, 'days')).toEqual({ skipWeekends: false, allowedDays: [0, 6] });
});

test('GEN-52 with custom days skipping is off: weekdays if it was on, else all seven', () => {
  expect(readSelection(storage({ skipWeekends: '1', allowedDays: '[1,2,3,4,5]' }), 'days')).toEqual({
    skipWeekends: false,
    allowedDays: [1, 2, 3, 4, 5],
  });
  expect(readSelection(storage({ skipWeekends: '0' }), 'days').allowedDays).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('GEN-49 what is not a list of integers 0 to 6 counts for nothing', () => {
  for (const allowedDays of ['', 'x', '{}', '[]', '[7,-1,"1"]', '"123"']) {
    expect(readSelection(storage({ skipWeekends: '0', allowedDays }), 'days').allowedDays).toHaveLength(7);
  }
});

test('GEN-54 GEN-63 a paid tier may toggle skipping, single days need the entitlement, free has neither', () => {
  expect(dayChoice({ tier: 'standard', customDaySelection: false }, false)).toBe('weekends');
  expect(dayChoice({ tier: 'standard', customDaySelection: true }, false)).toBe('days');
  expect(dayChoice({ tier: 'free', customDaySelection: false }, false)).toBe('none');
  expect(dayChoice({ tier: 'pro', customDaySelection: true }, true)).toBe('weekends');
});

test('GEN-45 the Free plan posts on Monday, Wednesday and Friday', () => {
  expect(readSelection(storage({ skipWeekends: '0' }), 'none')).toEqual({
    skipWeekends: true,
    allowedDays: [1, 3, 5],
  });
});

test('GEN-57 at least one day stays chosen', () => {
  expect(toggleDay([3], 3)).toEqual([3]);
  expect(toggleDay([1, 3], 3)).toEqual([1]);
  expect(toggleDay([3, 5], 0)).toEqual([0, 3, 5]);
});

test('GEN-46 GEN-47 GEN-48 PROD-30 posts per day start with what the plan sells, the most that may be chosen', () => {
  const most = (metadata: Record<string, string>) => mostPostsPerDay(entitlementsOf(metadata), false);
  expect(['standard', 'pro', 'pro_plus', 'free'].map((tier) => most({ tier }))).toEqual([2, 2, 3, 1]);
  expect(most({ tier: 'pro', posts_per_day: '5' })).toBe(5);
  expect(mostPostsPerDay({ postsPerDay: 0.2 }, false)).toBe(1);
  // No call takes more than 12, whatever a plan sells.
  expect(mostPostsPerDay({ postsPerDay: 20 }, false)).toBe(12);
  expect(mostPostsPerDay({ postsPerDay: 3 }, true)).toBe(2);
});

test('GEN-41 GEN-42 a trial gets 10 posts with weekends skipped, else 14', () => {
  expect(trialPosts(true)).toBe(10);
  expect(trialPosts(false)).toBe(14);
});

test('GEN-36 a trial that has posts already gets what remains of the 14', () => {
  expect(trialPosts(true, 3)).toBe(10);
  expect(trialPosts(true, 10)).toBe(4);
  expect(trialPosts(false, 14)).toBe(0);
});
