import { expect, test } from 'vitest';
import { gaveUp, SEND_TRIES, spokenTime } from './emails.rules.ts';

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
