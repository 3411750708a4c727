import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Failure, failureLines, mayTellAgain, summaryLines, weekOf } from './owner-emails.rules.ts';

const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });

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
    const zone = fc.constantFrom('UTC', 'Pacific/Apia', 'Australia/Lord_Howe', 'America/St_Johns');
    const pauses = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 80 });
    fc.assert(
      fc.property(instants, zone, pauses, (start, timeZone, minutes) => {
        const days: string[] = [];
        let [last, now] = [undefined as Date | undefined, start];
        for (const pause of minutes) {
          now = new Date(now.getTime() + pause * 60_000);
          if (!mayTellAgain(last, now, timeZone)) continue;
          last = now;
          days.push(now.toLocaleDateString('en-CA', { timeZone }));
        }
        expect(new Set(days).size).toBe(days.length);
      }),
      { numRuns: 30 },
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

const week = (now: string, timeZone = 'UTC') => weekOf(new Date(now), timeZone);

const iso = (date: Date) => date.toISOString();

test('a summary is due on Monday at 08:00, and may be sent until that Monday ends', () => {
  expect(week('2026-11-23T07:59:59Z')).toMatchObject({ monday: '2026-11-16', isTime: false });
  const due = week('2026-11-23T08:00:00Z');
  expect(due).toMatchObject({ monday: '2026-11-23', isTime: true });
  expect([due.before, due.start, due.end, due.next].map(iso)).toEqual([
    '2026-11-16T00:00:00.000Z',
    '2026-11-23T00:00:00.000Z',
    '2026-11-30T00:00:00.000Z',
    '2026-11-30T08:00:00.000Z',
  ]);
  expect(week('2026-11-23T23:59:59Z').isTime).toBe(true);
  expect(week('2026-11-24T00:00:00Z')).toMatchObject({ monday: '2026-11-23', isTime: false });
  expect(iso(week('2026-11-23T07:00:00Z').next)).toBe('2026-11-23T08:00:00.000Z');
});

test('in any zone the next morning is at most a week and an hour ahead', () => {
  const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'America/St_Johns'];
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), (now, zone) => {
      const { next, monday } = weekOf(now, zone);
      const wait = next.getTime() - now.getTime();
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(169 * 3_600_000);
      const then = weekOf(next, zone);
      expect(then.isTime).toBe(true);
      expect(then.monday > monday).toBe(true);
    }),
  );
});

test('each account has a line; zero failures and holds are left out', () => {
  const counts = { out: 7, failed: 0, ahead: 14, held: 0 };
  expect(
    summaryLines([
      { username: 'ada', ...counts },
      { username: 'grace', ...counts, failed: 1, held: 2 },
    ]),
  ).toBe('@ada: 7 went out, 14 to come\n@grace: 7 went out, 1 failed, 14 to come, 2 on hold');
});
