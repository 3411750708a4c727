import { expect, test } from 'vitest';
import { isFilled, LAST_BEAT, listAt, SLOTS, statusAt } from './example-week.ts';

test('the example fills 14 slots, then lets one post go out by way of Processing', () => {
  expect(SLOTS).toBe(14);
  expect(
    [0, 1, 14].map(
      (beat) => Array.from({ length: SLOTS }, (_, slot) => isFilled(slot, beat)).filter(Boolean).length,
    ),
  ).toEqual([0, 1, 14]);
  expect([SLOTS, SLOTS + 1, LAST_BEAT].map((beat) => listAt(beat)[0])).toEqual([
    'Pending',
    'Processing',
    'Posted',
  ]);
  expect(statusAt(0, 1)).toBe('Posted');
  expect(statusAt(SLOTS - 1, LAST_BEAT)).toBe('Pending');
});
