import type { SubscriptionStatus } from '@drumbeat/contract/billing/billing.entities.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseSubscription,
  factsDiffer,
  graceEndOf,
  hasPlan,
  isInTrial,
  isRunning,
  type ProviderState,
  publishingOf,
  statusOf,
  trialDaysFor,
  workFor,
} from './billing.status.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const [before, after] = [new Date('2026-11-20T12:00:00Z'), new Date('2026-11-28T12:00:00Z')];
const states: ProviderState[] = [
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'incomplete_expired',
  'canceled',
];

/** Facts of a subscription that is paid and has no end. */
const runs = { state: 'active', cancelAt: null, collectionPaused: false } as const;

describe('status', () => {
  test.each<[ProviderState | null, SubscriptionStatus]>([
    [null, 'inactive'],
    ['trialing', 'active'],
    ['active', 'active'],
    ['past_due', 'past_due'],
    ['unpaid', 'past_due'],
    ['paused', 'past_due'],
    ['incomplete', 'inactive'],
    ['incomplete_expired', 'inactive'],
    ['canceled', 'canceled'],
  ])('BILL-01 the provider says %s, we say %s', (state, status) => {
    expect(statusOf({ ...runs, state }, now)).toBe(status);
  });

  test('BILL-02 with a planned end it is canceling until then, and canceled from then on, even without a webhook', () => {
    expect(statusOf({ ...runs, state: 'active', cancelAt: after }, now)).toBe('canceling');
    expect(statusOf({ ...runs, state: 'trialing', cancelAt: after }, now)).toBe('canceling');
    expect(statusOf({ ...runs, state: 'active', cancelAt: now }, now)).toBe('canceled');
    expect(statusOf({ ...runs, state: 'active', cancelAt: before }, now)).toBe('canceled');
  });

  test('BILL-05 past due keeps access, and does not turn into canceling', () => {
    expect(statusOf({ ...runs, state: 'past_due', cancelAt: after }, now)).toBe('past_due');
    expect(hasPlan('past_due')).toBe(true);
  });

  test('BILL-05 a paused collection counts as past due, unless the end has come', () => {
    const paused = { ...runs, collectionPaused: true };
    expect(statusOf(paused, now)).toBe('past_due');
    expect(statusOf({ ...paused, state: 'trialing', cancelAt: after }, now)).toBe('past_due');
    expect(statusOf({ ...paused, cancelAt: now }, now)).toBe('canceled');
    expect(statusOf({ ...paused, state: 'incomplete' }, now)).toBe('inactive');
    expect(isInTrial({ ...paused, state: 'trialing', trialEnd: after }, now)).toBe(false);
  });

  test('BILL-05 the grace ends so many days after the first failed payment; unpaid and paused have none', () => {
    const graceOf = (state: ProviderState, collectionPaused = false) =>
      graceEndOf({ state, collectionPaused }, now, 14);
    expect(graceOf('past_due')).toEqual(new Date('2026-12-05T12:00:00Z'));
    expect(graceEndOf({ state: 'past_due', collectionPaused: false }, now, 0)).toEqual(now);
    expect(graceOf('past_due', true)).toBeNull();
    for (const state of states.filter((each) => each !== 'past_due')) expect(graceOf(state)).toBeNull();
  });

  test('BILL-05 posts go out while it runs and until the grace or the last paid day is over', () => {
    const at = (facts: Partial<Parameters<typeof publishingOf>[0]>) =>
      publishingOf({ ...runs, graceEnd: null, ...facts }, now);
    const held = { publishes: false, until: null };
    expect(at({})).toEqual({ publishes: true, until: null });
    expect(at({ state: 'trialing' })).toEqual({ publishes: true, until: null });
    expect(at({ cancelAt: after })).toEqual({ publishes: true, until: after });
    expect(at({ cancelAt: now })).toEqual(held);
    expect(at({ state: 'past_due', graceEnd: after })).toEqual({ publishes: true, until: after });
    expect(at({ state: 'past_due', graceEnd: now })).toEqual(held);
    expect(at({ collectionPaused: true })).toEqual(held);
    for (const state of ['unpaid', 'paused', 'incomplete', 'canceled', null] as const)
      expect(at({ state })).toEqual(held);
  });

  test('a trial is one only until its end, and not after it was ended', () => {
    expect(isInTrial({ ...runs, state: 'trialing', cancelAt: null, trialEnd: after }, now)).toBe(true);
    expect(isInTrial({ ...runs, state: 'trialing', cancelAt: after, trialEnd: after }, now)).toBe(true);
    expect(isInTrial({ ...runs, state: 'trialing', cancelAt: null, trialEnd: before }, now)).toBe(false);
    expect(isInTrial({ ...runs, state: 'trialing', cancelAt: null, trialEnd: now }, now)).toBe(false);
    expect(isInTrial({ ...runs, state: 'trialing', cancelAt: null, trialEnd: null }, now)).toBe(false);
    expect(isInTrial({ ...runs, state: 'trialing', cancelAt: before, trialEnd: after }, now)).toBe(false);
    expect(isInTrial({ ...runs, state: 'active', cancelAt: null, trialEnd: after }, now)).toBe(false);
  });
});

describe('trial', () => {
  const plan = { unitAmount: 700, trialPeriodDays: null, productMetadata: {}, priceMetadata: {} };

  test('BILL-46 trial_period_days above 0, else 7; free_trial false means none', () => {
    expect(trialDaysFor(true, plan)).toBe(7);
    expect(trialDaysFor(true, { ...plan, trialPeriodDays: 14 })).toBe(14);
    expect(trialDaysFor(true, { ...plan, trialPeriodDays: 0 })).toBe(7);
    expect(trialDaysFor(true, { ...plan, trialPeriodDays: -1 })).toBe(7);
    expect(trialDaysFor(true, { ...plan, productMetadata: { free_trial: 'false' } })).toBe(0);
    expect(
      trialDaysFor(true, {
        ...plan,
        productMetadata: { free_trial: 'false' },
        priceMetadata: '{"free_trial":true}',
      }),
    ).toBe(7);
    expect(trialDaysFor(true, { ...plan, unitAmount: 0 })).toBe(0);
  });

  test('BILL-04 none where none is due', () => {
    expect(trialDaysFor(false, plan)).toBe(0);
  });
});

describe('which subscription counts', () => {
  const subscription = fc.record({
    id: fc.uuid(),
    state: fc.constantFrom(...states),
    createdAt: fc.date({ min: before, max: after, noInvalidDate: true }),
  });

  test('every running one is the current one or surplus', () => {
    fc.assert(
      fc.property(fc.array(subscription, { maxLength: 6 }), (all) => {
        const { current, surplus } = chooseSubscription(all);
        const running = all.filter((one) => isRunning(one.state));
        const named = running.length > 0 ? [current, ...surplus] : surplus;
        expect(new Set(named)).toEqual(new Set(running));
        expect(current === undefined).toBe(all.length === 0);
      }),
    );
  });

  test('of two running ones the older stays, unless it is in arrears', () => {
    const older = { id: 'older', state: 'active' as ProviderState, createdAt: before };
    const newer = { id: 'newer', state: 'trialing' as ProviderState, createdAt: after };
    expect(chooseSubscription([newer, older])).toEqual({ current: older, surplus: [newer] });
    const late = { ...older, state: 'past_due' as const };
    expect(chooseSubscription([late, newer])).toEqual({ current: newer, surplus: [late] });
  });

  test('of those that have ended the newest counts, before an attempt that was never paid', () => {
    const older = { id: 'older', state: 'canceled' as ProviderState, createdAt: before };
    const newer = { id: 'newer', state: 'canceled' as ProviderState, createdAt: now };
    const attempt = { id: 'attempt', state: 'incomplete_expired' as ProviderState, createdAt: after };
    for (const all of [
      [older, newer, attempt],
      [attempt, newer, older],
    ])
      expect(chooseSubscription(all)).toEqual({ current: newer, surplus: [] });
  });
});

test.each([
  ['customer.subscription.updated', 'subscription'],
  ['customer.updated', 'subscription'],
  ['invoice.payment_failed', 'subscription'],
  ['charge.refunded', 'subscription'],
  ['charge.dispute.created', 'return'],
  ['refund.updated', 'return'],
  ['other.refund.updated', 'nothing'],
  ['checkout.session.expired', 'checkout'],
  ['product.updated', 'catalogue'],
  ['price.created', 'catalogue'],
  ['account.updated', 'nothing'],
])('the event %s asks for: %s', (type, work) => {
  expect(workFor(type)).toBe(work);
});

describe('what reconciliation compares', () => {
  const facts = {
    state: 'active' as ProviderState | null,
    priceId: 'price_1' as string | null,
    periodEnd: after as Date | null,
    trialEnd: null as Date | null,
    cancelAt: null as Date | null,
    collectionPaused: false,
  };

  test('each of these facts alone makes a difference, and so does another subscription', () => {
    const row = { ...facts, subscriptionId: 'sub_1' };
    expect(factsDiffer(row, { ...facts, id: 'sub_1' })).toBe(false);
    expect(factsDiffer(row, { ...facts, id: 'sub_2' })).toBe(true);
    for (const change of [
      { state: 'past_due' as const },
      { priceId: 'price_2' },
      { periodEnd: before },
      { trialEnd: before },
      { cancelAt: before },
      { collectionPaused: true },
    ])
      expect(factsDiffer(row, { ...facts, ...change, id: 'sub_1' }), JSON.stringify(change)).toBe(true);
  });
});
