import type { SubscriptionStatus } from '@drumbeat/contract/billing/billing.entities.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseSubscription,
  entitlementsUnder,
  expiryOf,
  factsDiffer,
  factsText,
  graceEndOf,
  hasPlan,
  isInTrial,
  isRunning,
  type ProviderState,
  pastDueReasonOf,
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

  test('BILL-02 one that is to end is canceling until then, and canceled from then on, heard of or not', () => {
    expect(statusOf({ ...runs, state: 'active', cancelAt: after }, now)).toBe('canceling');
    expect(statusOf({ ...runs, state: 'trialing', cancelAt: after }, now)).toBe('canceling');
    expect(statusOf({ ...runs, state: 'active', cancelAt: now }, now)).toBe('canceled');
    expect(statusOf({ ...runs, state: 'active', cancelAt: before }, now)).toBe('canceled');
  });

  test('BILL-05 past due keeps access, and does not turn into canceling', () => {
    expect(statusOf({ ...runs, state: 'past_due', cancelAt: after }, now)).toBe('past_due');
    expect(hasPlan('past_due')).toBe(true);
    expect(
      ['active', 'canceling', 'past_due', 'inactive', 'canceled'].map((s) =>
        hasPlan(s as SubscriptionStatus),
      ),
    ).toEqual([true, true, true, false, false]);
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

  test('the expiry is the end that was reached, else the one asked for, else the period', () => {
    const facts = { state: 'active' as const, cancelAt: null, endedAt: null, periodEnd: after };
    expect(expiryOf(facts)).toBe(after);
    expect(expiryOf({ ...facts, cancelAt: before })).toBe(before);
    expect(expiryOf({ ...facts, state: 'canceled', endedAt: now, cancelAt: before })).toBe(now);
    expect(expiryOf({ ...facts, state: 'incomplete' })).toBeNull();
    expect(expiryOf({ ...facts, state: null })).toBeNull();
  });

  test('entitlements are the plan’s while there is one, else those of the free tier', () => {
    const plan = { product: { tier: 'pro' }, price: '{"account_limit":"4"}' };
    expect(entitlementsUnder('active', plan)).toMatchObject({ tier: 'pro', accountLimit: 4 });
    expect(entitlementsUnder('past_due', plan).tier).toBe('pro');
    expect(entitlementsUnder('canceled', plan)).toMatchObject({
      tier: 'free',
      accountLimit: 1,
      postsPerDay: 1,
    });
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

  test('all that run are the current one and the surplus, each once', () => {
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

  test('the order in which they are listed does not matter', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(subscription, { maxLength: 6, selector: (one) => one.createdAt.getTime() }),
        (all) => {
          expect(chooseSubscription([...all].reverse())).toEqual(chooseSubscription(all));
        },
      ),
    );
  });

  test('of two that run the older stays, unless it is in arrears', () => {
    const older = { id: 'older', state: 'active' as ProviderState, createdAt: before };
    const newer = { id: 'newer', state: 'trialing' as ProviderState, createdAt: after };
    expect(chooseSubscription([newer, older])).toEqual({ current: older, surplus: [newer] });
    const late = { ...older, state: 'past_due' as const };
    expect(chooseSubscription([late, newer])).toEqual({ current: newer, surplus: [late] });
  });

  test('of those that have ended the newest counts', () => {
    const older = { id: 'older', state: 'canceled' as ProviderState, createdAt: before };
    const newer = { id: 'newer', state: 'canceled' as ProviderState, createdAt: after };
    for (const all of [
      [older, newer],
      [newer, older],
    ])
      expect(chooseSubscription(all)).toEqual({ current: newer, surplus: [] });
  });

  test('an attempt that was never paid does not hide what was', () => {
    const paid = { id: 'paid', state: 'canceled' as ProviderState, createdAt: before };
    const attempt = { id: 'attempt', state: 'incomplete_expired' as ProviderState, createdAt: after };
    expect(chooseSubscription([attempt, paid]).current).toBe(paid);
  });
});

test.each([
  ['customer.subscription.updated', 'subscription'],
  ['customer.subscription.trial_will_end', 'subscription'],
  ['customer.updated', 'subscription'],
  ['invoice.payment_failed', 'subscription'],
  ['payment_method.attached', 'subscription'],
  ['charge.refunded', 'subscription'],
  ['charge.dispute.created', 'return'],
  ['charge.dispute.closed', 'return'],
  ['refund.updated', 'return'],
  ['other.refund.updated', 'nothing'],
  ['checkout.session.completed', 'checkout'],
  ['checkout.session.expired', 'checkout'],
  ['product.updated', 'catalogue'],
  ['price.created', 'catalogue'],
  ['account.updated', 'nothing'],
  ['other.product.updated', 'nothing'],
  ['other.customer.updated', 'nothing'],
])('the event %s asks for: %s', (type, work) => {
  expect(workFor(type)).toBe(work);
});

test('a subscription that may be billed again runs, a failed attempt and an ended one do not', () => {
  expect(states.filter((state) => isRunning(state))).toEqual([
    'trialing',
    'active',
    'past_due',
    'unpaid',
    'paused',
  ]);
  expect(isRunning(null)).toBe(false);
});

test.each([
  ['past_due', false, 'payment_failed'],
  ['unpaid', false, 'unpaid'],
  ['paused', false, 'collection_paused'],
  ['active', true, 'collection_paused'],
  ['past_due', true, 'collection_paused'],
] as const)(
  'BILL-05 %s (collection paused: %s) is past due because: %s',
  (state, collectionPaused, reason) => {
    expect(pastDueReasonOf({ state, collectionPaused })).toBe(reason);
  },
);

describe('what reconciliation compares', () => {
  const facts = {
    state: 'active' as ProviderState | null,
    priceId: 'price_1' as string | null,
    periodEnd: after as Date | null,
    trialEnd: null as Date | null,
    cancelAt: null as Date | null,
    collectionPaused: false,
  };

  test('reads as one line', () => {
    const date = after.toISOString();
    expect(factsText(facts)).toBe(`active, price_1, period ${date}, trial -, end -, collected`);
    expect(
      factsText({
        ...facts,
        state: null,
        priceId: null,
        periodEnd: null,
        cancelAt: after,
        collectionPaused: true,
      }),
    ).toBe(`none, no price, period -, trial -, end ${date}, not collected`);
  });

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
