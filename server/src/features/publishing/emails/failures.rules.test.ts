import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Failure, failureLines, mayTellAgain } from './failures.rules.ts';

describe('who was told of failures', () => {
  const last = new Date('2026-11-21T22:30:00Z');
  const may = (now: string, zone: string) => mayTellAgain(last, new Date(now), zone);

  test('is told again from the next morning on, by the person’s own clock', () => {
    expect(mayTellAgain(undefined, last, 'UTC')).toBe(true);
    expect(may('2026-11-22T07:59:59Z', 'UTC')).toBe(false);
    expect(may('2026-11-22T08:00:00Z', 'UTC')).toBe(true);
    // In Auckland the email came on the 22nd.
    expect(may('2026-11-22T08:00:00Z', 'Pacific/Auckland')).toBe(false);
    expect(may('2026-11-22T19:00:00Z', 'Pacific/Auckland')).toBe(true);
    expect(may('2026-11-22T08:00:00Z', 'America/New_York')).toBe(false);
    expect(may('2026-11-22T13:00:00Z', 'America/New_York')).toBe(true);
  });

  test('is never told twice on one day, whenever the job runs', () => {
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Paris',
      'Pacific/Apia',
      'Australia/Lord_Howe',
      'America/St_Johns',
    );
    const start = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        start,
        zone,
        fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 80 }),
        (at, where, minutes) => {
          const days: string[] = [];
          let [told, now] = [undefined as Date | undefined, at];
          for (const pause of minutes) {
            now = new Date(now.getTime() + pause * 60_000);
            if (!mayTellAgain(told, now, where)) continue;
            told = now;
            days.push(now.toLocaleDateString('en-CA', { timeZone: where }));
          }
          expect(new Set(days).size).toBe(days.length);
        },
      ),
    );
  });
});

test('each post has a line with its time, account, beginning and reason; from the 21st on they are counted', () => {
  const failure: Failure = {
    username: 'ada',
    local: '2026-11-24T11:30:00',
    content: `Two\nlines ${'x'.repeat(80)}`,
    why: 'X refused this post: no. Change it and retry.',
  };
  expect(failureLines([failure])).toBe(
    `Tuesday 24 November at 11:30, @ada: “Two lines ${'x'.repeat(49)}…”. X refused this post: no. Change it and retry.`,
  );
  const lines = failureLines(Array.from({ length: 23 }, () => ({ ...failure, content: 'Hello' }))).split(
    '\n',
  );
  expect(lines).toEqual([
    ...Array.from(
      { length: 20 },
      () => 'Tuesday 24 November at 11:30, @ada: “Hello”. X refused this post: no. Change it and retry.',
    ),
    'And 3 more.',
  ]);
  expect(failureLines(Array.from({ length: 20 }, () => failure)).split('\n')).toHaveLength(20);
  // Without a reason nothing follows the words, not even a space.
  expect(failureLines([{ ...failure, content: 'Hello', why: '' }])).toBe(
    'Tuesday 24 November at 11:30, @ada: “Hello”.',
  );
  // Sixty letters are shown whole, of whatever kind.
  const text = (content: string) =>
    failureLines([{ ...failure, content }])
      .split('“')[1]
      ?.split('”')[0];
  expect(text('🌱'.repeat(60))).toBe('🌱'.repeat(60));
  expect(text('🌱'.repeat(61))).toBe(`${'🌱'.repeat(59)}…`);
});
