import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unknownReasons } from '../publishing.rules.ts';
import { certainAfter, pauseAfter, pauseAfterFailure } from './looks.rules.ts';

test('a timeline is read at 0.5, 1, 2, 4 and 7 seconds, then less and less often, and at least every minute', () => {
  const moments: number[] = [];
  for (let looks = 0, at = 0; looks < 30; looks += 1) {
    at += pauseAfter(looks);
    moments.push(at);
  }
  expect(moments.slice(0, 11)).toEqual([
    ...[500, 1_000, 2_000, 4_000, 7_000, 14_000, 28_000, 56_000],
    ...[112_000, 172_000, 232_000],
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 1_000 }), (looks) => {
      expect(pauseAfter(looks)).toBeGreaterThanOrEqual(pauseAfter(looks - 1));
      expect(pauseAfter(looks)).toBeLessThanOrEqual(60_000);
    }),
  );
});

test('a check without an answer is repeated after a second once absence is certain, then less and less often', () => {
  const pauses = Array.from({ length: 14 }, (_, looks) => pauseAfterFailure(looks) / 1_000);
  expect(pauses).toEqual([1, 1, 1, 1, 1, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('absence is certain 7 seconds after a broken connection, and 15 after any other unknown outcome', () => {
  expect(unknownReasons.map((reason) => [reason, certainAfter(reason)])).toEqual([
    ['timeout', 15],
    ['connection_reset', 7],
    ['server_error', 15],
    ['unreadable_answer', 15],
    ['duplicate', 15],
    ['restored', 15],
  ]);
});
