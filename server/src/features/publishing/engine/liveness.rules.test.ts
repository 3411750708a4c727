import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CALL_DEADLINE_MS } from '../../../providers/x/x.rules.ts';
import { ALIVE_SECONDS, BEAT_MS, mayBegin, pauseAfter, pauseAfterFailure } from './liveness.rules.ts';

const moment = fc.double({ min: 0, max: 1e12, noNaN: true });

test('I1 a call begins only if it ends, with a second to spare, while the last heartbeat is valid', () => {
  expect([CALL_DEADLINE_MS, ALIVE_SECONDS]).toEqual([5_000, 8]);
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 20_000 }), (sentAt, age) => {
      const now = sentAt + age;
      expect(mayBegin(sentAt, now)).toBe(now - sentAt + 5_000 + 1_000 <= 8_000);
    }),
  );
});

test('a worker that sends its heartbeats in time may always begin, even if one is lost', () => {
  for (let age = 0; age <= 2 * BEAT_MS; age += 50) expect(mayBegin(0, age)).toBe(true);
});

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
