import { expect, test } from 'vitest';
import { costsAhead, daysLeft, forecastOfPosts, isLow, lowCreditsText, nextMonth } from './forecast.rules.ts';

const now = new Date('2026-11-23T12:00:00Z');

test('COST-08 a day costs what is planned for it, at least what is usual, and the usual reads', () => {
  const planned = new Map([
    ['2026-11-23', 1_000],
    ['2026-11-24', 5_000],
    ['2026-11-25', 100],
  ]);
  const costs = costsAhead({ planned, postsADay: 800, readsADay: 40 }, now);
  // Half of today is over.
  expect(costs).toHaveLength(90);
  expect(costs.slice(0, 4)).toEqual([1_020, 5_040, 840, 840]);
  expect(nextMonth(costs)).toBe(1_020 + 5_040 + 28 * 840);
});

test('COST-08 credits last until the day that they cannot pay', () => {
  expect(daysLeft(100, [60, 40, 1])).toBe(2);
  expect(daysLeft(99, [60, 40, 1])).toBe(1);
  expect(daysLeft(0, [0])).toBe(0);
  expect(daysLeft(-5, [])).toBe(0);
  expect(daysLeft(101, [60, 40, 1])).toBeNull();
});

test('COST-09 the alarm is raised under the days that are set, and when nothing is left', () => {
  expect(isLow(null, null, 7)).toBe(false);
  expect([isLow(5, 7, 7), isLow(5, 6, 7), isLow(5, null, 7)]).toEqual([false, true, false]);
  expect(isLow(0, null, 7)).toBe(true);
  expect(lowCreditsText('$4.00', 0)).toBe(
    'Credits at X are used up or end today ($4.00 left). No post goes out without them.',
  );
  expect(lowCreditsText('$4.00', 1)).toContain('last 1 more day ($4.00 left)');
  expect(lowCreditsText('$4.00', 3)).toContain('last 3 more days');
});

test('COST-07 texts cost by whether X sees a link in them', () => {
  expect(forecastOfPosts(['Plain', 'See example.com', 'https://a.example/b and c.com'])).toBe(415_000);
});
