import { expect, test } from 'vitest';
import { gaveUp, SEND_TRIES, spokenDay, spokenMoment, spokenTime } from './emails.rules.ts';

test('the tenth failure is the last', () => {
  expect(SEND_TRIES).toBe(10);
  expect([8, 9, 10, 11].map(gaveUp)).toEqual([false, false, true, true]);
});

test.each([
  ['2026-11-24T11:30:00', 'Tuesday 24 November at 11:30'],
  ['2026-01-01T00:05:59', 'Thursday 1 January at 00:05'],
  ['2028-02-29T23:59:00', 'Tuesday 29 February at 23:59'],
])('%s is said as %s', (local, said) => {
  expect(spokenTime(local)).toBe(said);
});

test.each([
  ['2026-11-24T20:05:59Z', 'Asia/Kolkata', '25 November 2026', '01:35'],
  ['2026-11-24T20:05:59Z', 'UTC', '24 November 2026', '20:05'],
  ['2027-01-01T04:59:00Z', 'America/New_York', '31 December 2026', '23:59'],
  ['2027-03-05T00:00:00Z', 'UTC', '5 March 2027', '00:00'],
])('%s is said in %s as %s at %s', (at, zone, day, time) => {
  expect(spokenDay(new Date(at), zone)).toBe(day);
  expect(spokenMoment(new Date(at), zone)).toBe(`${day} at ${time}`);
});
