import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secondsUntilNextMail, waitWords } from './auth.rules.ts';

const now = new Date('2026-03-01T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test.each([
  [[], 0],
  [[0], 30],
  [[29], 1],
  [[30], 0],
  [[100, 200, 300, 400, 500], 3100],
  [[3599, 100, 200, 300, 400], 1],
  [[3600, 100, 200, 300, 400], 0],
])('VEM-21 with mails %j seconds ago the next waits %d seconds', (sent, seconds) => {
  expect(secondsUntilNextMail(sent.map(ago), now)).toBe(seconds);
});

test('a wait reads as seconds, then as minutes', () => {
  expect([1, 2, 90, 91, 120, 121].map(waitWords)).toEqual([
    '1 second',
    '2 seconds',
    '90 seconds',
    '2 minutes',
    '2 minutes',
    '3 minutes',
  ]);
});

test('VEM-21 a person who waits as long as asked never sends more than five mails in an hour', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 40 }), (pauses) => {
      const sent: Date[] = [];
      let clock = now.getTime();
      for (const pause of pauses) {
        clock += pause * 1000;
        const recent = sent.filter((date) => date.getTime() > clock - 3_600_000);
        clock += secondsUntilNextMail(recent, new Date(clock)) * 1000;
        sent.push(new Date(clock));
      }
      for (let index = 5; index < sent.length; index += 1) {
        const [sixth, first] = [sent[index] as Date, sent[index - 5] as Date];
        expect(sixth.getTime() - first.getTime()).toBeGreaterThanOrEqual(3_600_000);
      }
    }),
  );
});
