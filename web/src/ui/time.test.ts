import { expect, test } from 'vitest';
import { clockText, daysFromToday, dayText, fullMomentText, momentText } from './time.ts';

const paris = 'Europe/Paris';
const now = Date.parse('2026-11-21T20:00:00Z');

test('days are those of the zone, not of UTC', () => {
  expect(daysFromToday(Date.parse('2026-11-21T23:30:00Z'), paris, now)).toBe(1);
  expect(daysFromToday(Date.parse('2026-11-21T23:30:00Z'), 'America/New_York', now)).toBe(0);
  expect(daysFromToday(Date.parse('2026-03-29T12:00:00Z'), paris, Date.parse('2026-03-28T23:30:00Z'))).toBe(
    0,
  );
});

test('a time reads as people say it', () => {
  expect(momentText(Date.parse('2026-11-22T08:00:00Z'), paris, now)).toBe('Tomorrow 09:00');
  expect(momentText(Date.parse('2026-11-21T20:30:00Z'), paris, now)).toBe('Today 21:30');
  expect(dayText(Date.parse('2026-11-20T20:30:00Z'), paris, now)).toBe('Yesterday');
  expect(dayText(Date.parse('2026-11-25T08:00:00Z'), paris, now)).toBe('Wednesday');
  expect(dayText(Date.parse('2026-12-02T08:00:00Z'), paris, now)).toBe('Wed 2 Dec');
  expect(dayText(Date.parse('2027-02-03T08:00:00Z'), paris, now)).toBe('Wed 3 Feb 2027');
});

test('the full form names date, zone and offset', () => {
  expect(fullMomentText(Date.parse('2026-11-22T08:00:00Z'), paris)).toBe(
    'Sunday 22 November 2026 at 09:00, Europe/Paris (GMT+01:00)',
  );
  expect(clockText(Date.parse('2026-07-01T08:00:00Z'), paris)).toBe('10:00');
});
