import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  contentFault,
  isRestorable,
  localFault,
  postsPerDay,
  RESTORABLE_MS,
  shiftDays,
  timeFault,
  wallClock,
} from './post.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;
const after = (hours: number) => new Date(now.getTime() + hours * HOUR);

test('POST-27 POST-28 a text is neither empty nor longer than X allows', () => {
  const empty = { code: 'VALIDATION_FAILED', message: 'Write something to post' };
  expect([contentFault(' \n\t'), contentFault('')]).toEqual([empty, empty]);
  expect(contentFault('x'.repeat(280))).toBeUndefined();
  const long = {
    code: 'POST_TOO_LONG',
    message: 'A post may have at most 280 characters; this one has 281.',
  };
  expect(contentFault('x'.repeat(281))).toEqual(long);
  expect(contentFault(`${'x'.repeat(279)}🔥`)).toEqual(long);
  // The text of an import may be very long: it is counted up to 4,000 characters.
  const counts = [4_000, 4_001].map((length) => contentFault('x'.repeat(length))?.message.split('has ')[1]);
  expect(counts).toEqual(['4000.', 'more than 4000.']);
});

describe('POST-25 POST-26 the time of a post', () => {
  const open = { isInTrial: false, trialEnd: null, subscriptionExpiryDate: null, timeZone: 'Asia/Kathmandu' };
  const text = 'Choose a time in the future and within your schedule period.';
  const past = { code: 'TIME_IN_PAST', message: `${text} That moment has passed.` };
  const beyond = (end: string) => ({ code: 'TIME_OUT_OF_RANGE', message: `${text} It ends on ${end}.` });
  const ahead = (time: Date, window: Parameters<typeof timeFault>[1] = open) =>
    timeFault(time, window, now, 'must be ahead');

  test('lies ahead', () => {
    expect(ahead(new Date(now.getTime() + 1))).toBeUndefined();
    expect(ahead(now)).toEqual(past);
    expect(ahead(after(-0.5))).toEqual(past);
    expect(ahead(new Date(Number.NaN))).toEqual(past);
  });

  test('of a new post may be up to an hour late', () => {
    const late = (time: Date) => timeFault(time, open, now, 'may be late');
    expect(late(new Date(now.getTime() - HOUR + 1))).toBeUndefined();
    expect(late(after(-1))).toEqual(past);
    expect(late(after(1))).toBeUndefined();
  });

  test('lies inside the trial, the subscription, or else the next 30 days', () => {
    const trial = { ...open, isInTrial: true, trialEnd: after(2), subscriptionExpiryDate: after(9) };
    expect([ahead(after(2), trial), ahead(after(3), trial)]).toEqual([
      undefined,
      beyond('21 November 2026 at 19:45'),
    ]);
    const paid = { ...trial, isInTrial: false };
    expect([ahead(after(9), paid), ahead(after(10), paid)]).toEqual([
      undefined,
      beyond('22 November 2026 at 02:45'),
    ]);
    expect([ahead(after(720)), ahead(after(721))]).toEqual([undefined, beyond('21 December 2026 at 17:45')]);
  });
});

test('a day may hold what the plan allows, and in a trial two at least', () => {
  const perDay = (isInTrial: boolean, planned: number) =>
    postsPerDay({ isInTrial, entitlements: { postsPerDay: planned } });
  expect([perDay(false, 1), perDay(false, 3)]).toEqual([1, 3]);
  expect([perDay(true, 1), perDay(true, 3)]).toEqual([2, 3]);
});

const zones = ['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Cairo'];
const anyTime = fc
  .date({ min: new Date('2025-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 60_000) * 60_000));

describe('the wall clock that a person chose', () => {
  const fault = (time: string, local: string, zone: string) => localFault(new Date(time), local, zone);

  test('fits the instant in their zone, at either end of an hour that comes twice', () => {
    expect(fault('2026-11-21T09:00:00Z', '2026-11-21T10:00', 'Europe/Paris')).toBeUndefined();
    for (const time of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
      expect(fault(time, '2026-10-25T02:30:00', 'Europe/Paris')).toBeUndefined();
    expect(fault('2026-10-25T02:30:00Z', '2026-10-25T02:30', 'Europe/Paris')).toEqual({
      code: 'TIME_SKIPPED',
      message: '02:30 on 25 October 2026 does not match your time zone, Europe/Paris. Choose the time again.',
    });
  });

  test('exists: the clocks do not pass over it', () => {
    expect(fault('2027-03-28T01:30:00Z', '2027-03-28T02:30', 'Europe/Paris')).toEqual({
      code: 'TIME_SKIPPED',
      message:
        'The clocks in Europe/Paris go forward then: there is no 02:30 on 28 March 2027. Choose another time.',
    });
  });

  test('has the form of one', () => {
    for (const local of ['', 'soon', '2026-02-30T10:00', '2026-11-21T25:00', '2026-11-21T10:00:00Z'])
      expect(fault('2026-11-21T09:00:00Z', local, 'Europe/Paris'), local).toEqual({
        code: 'VALIDATION_FAILED',
        message: 'scheduledTimeLocal must be like 2026-11-21T09:00.',
      });
  });

  test('fits the instant that it was made from, and none a day later', () => {
    fc.assert(
      fc.property(anyTime, fc.constantFrom(...zones), (time, zone) => {
        expect(localFault(time, wallClock(time, zone), zone)).toBeUndefined();
        const dayOff = new Date(time.getTime() + 24 * HOUR);
        expect(localFault(dayOff, wallClock(time, zone), zone)?.code).toBe('TIME_SKIPPED');
      }),
    );
  });
});

describe('moving by days of the calendar', () => {
  test('lands on that day at that time, or on none', () => {
    fc.assert(
      fc.property(
        anyTime,
        fc.constantFrom(...zones),
        fc.integer({ min: -60, max: 60 }),
        (time, zone, days) => {
          const plan = shiftDays(time, days, zone);
          const wanted = Temporal.PlainDateTime.from(wallClock(time, zone)).add({ days });
          if ('code' in plan)
            expect(wanted.toZonedDateTime(zone).toPlainDateTime().equals(wanted)).toBe(false);
          else {
            expect(plan.local).toBe(wanted.toString({ smallestUnit: 'second' }));
            expect(wallClock(plan.at, zone)).toBe(plan.local);
          }
        },
      ),
    );
  });
});

test('a post can be restored for ten minutes by the owner who deleted it by hand', () => {
  const deleted = { userId: 7, deletedBy: 7, deletedAt: now, way: 'one' };
  const later = new Date(now.getTime() + RESTORABLE_MS);
  expect(RESTORABLE_MS).toBe(600_000);
  for (const way of ['one', 'several', 'pending_failed'])
    expect(isRestorable({ ...deleted, way }, 7, later)).toBe(true);
  for (const way of ['replaced', 'account_removed'])
    expect(isRestorable({ ...deleted, way }, 7, later)).toBe(false);
  expect(isRestorable(deleted, 7, new Date(later.getTime() + 1))).toBe(false);
  expect(isRestorable(deleted, 8, later)).toBe(false);
  expect(isRestorable({ ...deleted, deletedBy: 9 }, 7, later)).toBe(false);
});
