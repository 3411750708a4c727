import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Failure, failureLines, mayTellAgain } from './owner-emails.rules.ts';

describe('a person who was emailed about failures', () => {
  const last = new Date('2026-11-21T22:30:00Z');
  const may = (now: string, zone: string) => mayTellAgain(last, new Date(now), zone);

  test('is emailed again from 08:00 of the next day, by the person’s own clock', () => {
    expect(mayTellAgain(undefined, last, 'UTC')).toBe(true);
    expect(may('2026-11-22T07:59:59Z', 'UTC')).toBe(false);
    expect(may('2026-11-22T08:00:00Z', 'UTC')).toBe(true);
    // In Auckland the email came on the 22nd.
    expect(may('2026-11-22T08:00:00Z', 'Pacific/Auckland')).toBe(false);
    expect(may('2026-11-22T19:00:00Z', 'Pacific/Auckland')).toBe(true);
    expect(may('2026-11-22T08:00:00Z', 'America/New_York')).toBe(false);
    expect(may('2026-11-22T13:00:00Z', 'America/New_York')).toBe(true);
  });

  test('is never emailed twice a day, whenever the job runs', () => {
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
          let [last, now] = [undefined as Date | undefined, at];
          for (const pause of minutes) {
            now = new Date(now.getTime() + pause * 60_000);
            if (!mayTellAgain(last, now, where)) continue;
            last = now;
            days.push(now.toLocaleDateString('en-CA', { timeZone: where }));
          }
          expect(new Set(days).size).toBe(days.length);
        },
      ),
    );
  });
});

test('each post has a line with its time, account, first 60 letters and reason; from the 21st on they are counted', () => {
  const failure: Failure = {
    username: 'ada',
    local: '2026-11-24T11:30:00',
    content: 'Two\nlines',
    why: 'X refused this post: no. Change it and retry.',
  };
  const line = (content: string, why = failure.why) => failureLines([{ ...failure, content, why }]);
  const start = 'Tuesday 24 November at 11:30, @ada: ';
  expect(line('Two\nlines')).toBe(`${start}“Two lines”. ${failure.why}`);
  expect(line('Hello', '')).toBe(`${start}“Hello”.`);
  expect(line('🌱'.repeat(60))).toContain(`“${'🌱'.repeat(60)}”`);
  expect(line('🌱'.repeat(61))).toContain(`“${'🌱'.repeat(59)}…”`);
  const many = (count: number) => failureLines(Array.from({ length: count }, () => failure)).split('\n');
  expect(many(20)).toHaveLength(20);
  expect(many(23).slice(19)).toEqual([`${start}“Two lines”. ${failure.why}`, 'And 3 more.']);
});
