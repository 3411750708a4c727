import { expect, test } from 'vitest';
import { isFilled, isShown, LAST_BEAT, listAt, SLOTS, statusAt } from './example-week.ts';

test('the example fills 14 slots, then posts one', () => {
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

test('the posts appear three steps apart', () => {
  const firstBeat = (at: number) =>
    Array.from({ length: LAST_BEAT + 1 }, (_, beat) => beat).find((beat) => isShown(at, beat));
  expect([0, 1, 2].map(firstBeat)).toEqual([7, 10, 13]);
  expect(isShown(0, LAST_BEAT)).toBe(true);
});
