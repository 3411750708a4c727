import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CALL_DEADLINE_MS } from '../../../providers/x/x.rules.ts';
import { ALIVE_SECONDS, BEAT_MS, mayBegin } from './liveness.rules.ts';

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
