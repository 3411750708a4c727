import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../time.ts';
import { historyCursor, readHistoryCursor, SCHEDULE_PAST_DAYS, scheduleStart } from './history.rules.ts';

test('the schedule reaches back to the first day that a calendar of this month shows, in every zone and week', () => {
  const anyNow = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(
      anyNow,
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: -12, max: 14 }),
      (now, weekStart, zone) => {
        const here = new Date(now.getTime() + zone * 3_600_000);
        const first = Date.UTC(here.getUTCFullYear(), here.getUTCMonth(), 1);
        const shown = first - ((new Date(first).getUTCDay() - weekStart + 7) % 7) * DAY_MS;
        expect(scheduleStart(now.getTime())).toBeLessThanOrEqual(shown - zone * 3_600_000);
      },
    ),
  );
});

test('the start of the schedule stays for a day, and moves by one with the next', () => {
  const midnight = Date.parse('2026-11-21T00:00:00Z');
  expect(scheduleStart(midnight)).toBe(midnight - SCHEDULE_PAST_DAYS * DAY_MS);
  expect(scheduleStart(midnight + DAY_MS - 1)).toBe(scheduleStart(midnight));
  expect(scheduleStart(midnight + DAY_MS)).toBe(scheduleStart(midnight) + DAY_MS);
});

test('a place in the history reads as it was written, and other texts name none', () => {
  const place = { time: fc.integer({ min: 0, max: 9e12 }), id: fc.integer({ min: 0, max: 1e14 }) };
  fc.assert(
    fc.property(fc.record(place), (written) => {
      expect(readHistoryCursor(historyCursor(written))).toEqual(written);
    }),
  );
  for (const text of ['', '1', '1_', '_1', '1_-1', '1_1_1', 'x_1', '-1_1', '999999999999999_1', ' 1_1'])
    expect(readHistoryCursor(text)).toBeNull();
});
