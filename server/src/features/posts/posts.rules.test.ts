import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountIdOf, busiestDay, contentFault, postsPerDay, timeFault, wallClock } from './posts.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;
const after = (hours: number) => new Date(now.getTime() + hours * HOUR);

test('an account is named in either spelling, and in both only where they agree', () => {
  expect(accountIdOf({ twitterAccountId: 7 })).toBe(7);
  expect(accountIdOf({ twitter_account_id: 8 })).toBe(8);
  expect(accountIdOf({ twitterAccountId: 7, twitter_account_id: 7 })).toBe(7);
  expect(accountIdOf({ twitterAccountId: 7, twitter_account_id: 8 })).toBe('differ');
  expect(accountIdOf({})).toBeUndefined();
});

test('POST-27 POST-28 a text is neither empty nor longer than X allows', () => {
  expect(contentFault(' \n\t')).toBe('Write something to post');
  expect(contentFault('')).toBe('Write something to post');
  expect(contentFault('x'.repeat(280))).toBeUndefined();
  expect(contentFault('x'.repeat(281))).toBe('A post may have at most 280 characters; this one has 281.');
  expect(contentFault(`${'x'.repeat(279)}🔥`)).toContain('this one has 281.');
});

describe('POST-25 POST-26 the time of a post', () => {
  const open = { isInTrial: false, trialEnd: null, subscriptionExpiryDate: null };
  const text = 'Choose a time in the future and within your schedule period.';
  const ahead = (time: Date, window: Parameters<typeof timeFault>[1] = open) =>
    timeFault(time, window, now, 'must be ahead');

  test('lies ahead', () => {
    expect(ahead(new Date(now.getTime() + 1))).toBeUndefined();
    expect(ahead(now)).toBe(text);
    expect(ahead(after(-0.5))).toBe(text);
  });

  test('of a new post may be up to an hour late', () => {
    const late = (time: Date) => timeFault(time, open, now, 'may be late');
    expect(late(new Date(now.getTime() - HOUR + 1))).toBeUndefined();
    expect(late(after(-1))).toBe(text);
    expect(late(after(1))).toBeUndefined();
  });

  test('lies inside the trial, the subscription, or else the next 30 days', () => {
    const trial = { ...open, isInTrial: true, trialEnd: after(2), subscriptionExpiryDate: after(9) };
    expect([ahead(after(2), trial), ahead(after(3), trial)]).toEqual([undefined, text]);
    const paid = { ...trial, isInTrial: false };
    expect([ahead(after(9), paid), ahead(after(10), paid)]).toEqual([undefined, text]);
    expect([ahead(after(720)), ahead(after(721))]).toEqual([undefined, text]);
  });
});

test('the wall clock of an instant is the time in its zone, to the second', () => {
  expect(wallClock(new Date('2026-11-21T09:00:07.900Z'), 'Europe/Paris')).toBe('2026-11-21T10:00:07');
  expect(wallClock(new Date('2026-11-21T09:00:00Z'), 'Asia/Kathmandu')).toBe('2026-11-21T14:45:00');
});

test('a day may hold what the plan allows, and in a trial two at least', () => {
  const perDay = (isInTrial: boolean, planned: number) =>
    postsPerDay({ isInTrial, entitlements: { postsPerDay: planned } });
  expect([perDay(false, 1), perDay(false, 3)]).toEqual([1, 3]);
  expect([perDay(true, 1), perDay(true, 3)]).toEqual([2, 3]);
});

test('the busiest day is that of the person’s calendar', () => {
  expect(busiestDay([])).toBe(0);
  expect(busiestDay(['2026-11-21T09:00:00', '2026-11-22T09:00:00', '2026-11-21T23:59:00'])).toBe(2);
  const day = fc.integer({ min: 10, max: 30 }).map((date) => `2026-11-${date}T09:00:00`);
  fc.assert(
    fc.property(fc.array(day, { minLength: 1 }), (locals) => {
      const busiest = busiestDay(locals);
      const days = new Set(locals).size;
      expect(busiest).toBeGreaterThanOrEqual(Math.ceil(locals.length / days));
      expect(busiest).toBeLessThanOrEqual(locals.length - days + 1);
    }),
  );
});
