import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summaryLines, weekOf } from './owner-emails.rules.ts';

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

test('the morning follows the person’s clock, also in a week in which it changes', () => {
  expect(iso(week('2026-10-20T12:00:00Z', 'Europe/Paris').next)).toBe('2026-10-26T07:00:00.000Z');
  expect(iso(week('2026-10-13T12:00:00Z', 'Europe/Paris').next)).toBe('2026-10-19T06:00:00.000Z');
  const auckland = week('2026-11-22T19:30:00Z', 'Pacific/Auckland');
  expect(auckland).toMatchObject({ monday: '2026-11-23', isTime: true });
  expect(iso(auckland.start)).toBe('2026-11-22T11:00:00.000Z');
  // A week of 167 hours in Berlin.
  const spring = week('2026-03-30T09:00:00Z', 'Europe/Berlin');
  expect((spring.start.getTime() - spring.before.getTime()) / 3_600_000).toBe(167);
});

test('in any zone the next morning is at most a week and an hour ahead', () => {
  const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'America/St_Johns'];
  const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
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
