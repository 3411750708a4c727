import { expect, test } from 'vitest';
import { isFilled, isShown, LAST_BEAT, listAt, SLOTS, statesOf, statusAt } from './example-week.ts';

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

test('the first five slots are of the past, and only the one after them goes out', () => {
  const slots = (beat: number) => Array.from({ length: SLOTS }, (_, slot) => statusAt(slot, beat));
  const [past, rest] = [Array(5).fill('Posted'), Array(8).fill('Pending')];
  expect(slots(0)).toEqual([...past, 'Pending', ...rest]);
  expect(slots(14)).toEqual([...past, 'Pending', ...rest]);
  expect(slots(15)).toEqual([...past, 'Processing', ...rest]);
  expect(slots(16)).toEqual([...past, 'Posted', ...rest]);
  expect(listAt(15)).toEqual(['Processing', 'Pending', 'Pending']);
  expect(listAt(16)).toEqual(['Posted', 'Pending', 'Pending']);
  expect([0, 1, 2].map(statesOf)).toEqual([['Pending', 'Processing', 'Posted'], ['Pending'], ['Pending']]);
});

test('the posts are read in full one by one, three steps apart, while the calendar fills', () => {
  const firstBeat = (at: number) =>
    Array.from({ length: LAST_BEAT + 1 }, (_, beat) => beat).find((beat) => isShown(at, beat));
  expect([0, 1, 2].map(firstBeat)).toEqual([7, 10, 13]);
  expect(isShown(0, LAST_BEAT)).toBe(true);
});
