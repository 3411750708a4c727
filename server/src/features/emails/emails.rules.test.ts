import { expect, test } from 'vitest';
import { gaveUp, spokenDay, spokenMoment, spokenTime } from './emails.rules.ts';

test('the tenth failure is the last', () => {
  expect([8, 9, 10].map(gaveUp)).toEqual([false, false, true]);
});

test('a wall clock is written as a weekday, a day and a time', () => {
  expect(spokenTime('2026-11-24T11:30:00')).toBe('Tuesday 24 November at 11:30');
});

test.each([
  ['2026-11-24T20:05:59Z', 'Asia/Kolkata', '25 November 2026', '01:35'],
  ['2027-01-01T04:59:00Z', 'America/New_York', '31 December 2026', '23:59'],
])('%s is in %s %s at %s', (at, zone, day, time) => {
  expect(spokenDay(new Date(at), zone)).toBe(day);
  expect(spokenMoment(new Date(at), zone)).toBe(`${day} at ${time}`);
});
