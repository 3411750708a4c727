import type { Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { expect, test } from 'vitest';
import { buildSubscription } from '../../../testing/build-subscription.fixture.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { pastDueCard, planStateOf, recentReturn, trialWords } from './plan-state.rules.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const timeZone = 'America/New_York';

const late = (pastDueGraceEnd: string | null, reason?: NonNullable<Subscription['pastDue']>['reason']) =>
  planStateOf(
    buildUser({ subscriptionStatus: 'past_due', pastDueGraceEnd, timeZone }),
    reason && buildSubscription({ status: 'past_due', pastDue: { reason, publishesUntil: null } }),
    now,
  );

test('BILL-05 GEN-59 a failed payment names the day, in the person’s zone, on which posts stop', () => {
  expect(late('2026-12-05T03:00:00Z')).toEqual({ is: 'payment-failed', until: 'Fri 4 Dec' });
  expect(late('2026-11-22T12:00:00Z')).toEqual({ is: 'payment-failed', until: 'tomorrow' });
  expect(pastDueCard({ is: 'payment-failed', until: 'Fri 4 Dec' })).toEqual({
    title: 'Your last payment failed',
    text: 'Your posts go out until Fri 4 Dec. Update your card to keep them going.',
    asksForCard: true,
  });
});

test('BILL-05 from that instant on no day is named: the posts are on hold', () => {
  for (const end of ['2026-11-21T10:00:00Z', null]) {
    expect(late(end, 'payment_failed')).toEqual({ is: 'payment-failed', until: null });
    expect(late(end, 'unpaid')).toEqual({ is: 'payment-failed', until: null });
  }
  expect(pastDueCard({ is: 'payment-failed', until: null })).toMatchObject({
    title: 'Your last payment failed',
    text: 'Your posts are on hold. Update your card, and they go out again.',
  });
});

test('BILL-05 paused collection asks for no card; a payment is called failed only once the reason is known', () => {
  expect(pastDueCard(late(null, 'collection_paused'))).toEqual({
    title: 'Payments are paused',
    text: 'Your posts are on hold while payments are paused. Email us to resume payments.',
    asksForCard: false,
  });
  expect(late(null)).toEqual({ is: 'past-due' });
  expect(pastDueCard(late(null))).toMatchObject({ title: 'Your payment is due', asksForCard: true });
});

test('BILL-02 BILL-03 a plan that ends names the day, and one that has ended too', () => {
  const at = (over: Parameters<typeof buildUser>[0]) =>
    planStateOf(buildUser({ timeZone, ...over }), undefined, now);
  const end = '2026-12-01T03:00:00.000Z';
  expect(at({ subscriptionStatus: 'canceling', subscriptionCancelEffectiveDate: end })).toEqual({
    is: 'ending',
    at: Date.parse(end),
    on: 'on Mon 30 Nov',
  });
  expect(at({ subscriptionStatus: 'canceled', subscriptionExpiryDate: '2026-11-20T12:00:00.000Z' })).toEqual({
    is: 'ended',
    on: 'yesterday',
  });
  expect(at({ subscriptionStatus: 'canceled', subscriptionExpiryDate: null })).toEqual({
    is: 'ended',
    on: null,
  });
  const ends = { subscriptionCancelEffectiveDate: end, subscriptionExpiryDate: '2027-01-01T03:00:00.000Z' };
  expect(at({ subscriptionStatus: 'canceled', ...ends })).toEqual({ is: 'ended', on: 'on Mon 30 Nov' });
  expect(at({ subscriptionStatus: 'canceling', subscriptionExpiryDate: null })).toEqual({ is: 'running' });
  expect(at({ subscriptionStatus: 'active', pastDueGraceEnd: end })).toEqual({ is: 'running' });
  expect(at({ subscriptionStatus: 'inactive', isInTrial: true })).toEqual({ is: 'running' });
  expect(at({ subscriptionStatus: 'inactive' })).toEqual({ is: 'none' });
});

test('DASH-03 a trial names its plan, the days left, and the price and day of the first charge', () => {
  const user = { activeProduct: { id: 'p', name: 'Pro' }, trialEnd: '2026-11-28T10:00:00.000Z', timeZone };
  const subscription = buildSubscription({
    isInTrial: true,
    nextCharge: { at: '2026-11-28T10:00:00.000Z', amount: 1500, currency: 'usd' },
  });
  expect(trialWords(user, subscription, now)).toEqual({
    left: 'Pro trial · 7 days left',
    price: '$15.00 a month from 28 Nov',
  });
  expect(trialWords({ ...user, trialEnd: '2026-11-21T22:00:00.000Z' }, undefined, now)).toEqual({
    left: 'Pro trial · 1 day left',
    price: null,
  });
  expect(trialWords({ ...user, activeProduct: null }, { ...subscription, nextCharge: null }, now)).toEqual({
    left: 'Free trial · 7 days left',
    price: null,
  });
});

test('a refund or a dispute is shown for 14 days, only the newest', () => {
  const one = { id: 're_1', kind: 'refunded', amount: 700, currency: 'usd' } as const;
  const ago = (ms: number) => new Date(now - ms).toISOString();
  const newest = { ...one, id: 're_2', at: ago(14 * 86_400_000 - 1) };
  expect(recentReturn([newest, { ...one, at: ago(14 * 86_400_000) }], now)).toBe(newest);
  expect(recentReturn([{ ...one, at: ago(14 * 86_400_000) }], now)).toBeUndefined();
});
