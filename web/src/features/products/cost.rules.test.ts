import type { Product, Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { formatMoney } from '@drumbeat/contract/money.rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPrice } from '../../testing/build-price.fixture.ts';
import { dateText } from '../../ui/time/time.ts';
import { costOf, describeCost, yearlySaving } from './cost.rules.ts';

const DAY = 86_400_000;
const now = Date.UTC(2026, 10, 21, 20, 54);
const newcomer = { subscriptionStatus: 'inactive', trialStart: null, hasEverSubscribed: false } as const;
const former = { ...newcomer, subscriptionStatus: 'canceled', hasEverSubscribed: true } as const;
const subscriber = { ...former, subscriptionStatus: 'active' } as const;

function productWith(...prices: Product['prices']): Product {
  return { id: 'prod', name: 'Pro', description: '', metadata: {}, prices };
}
const month = buildPrice();
const free = buildPrice({ id: 'price_free', unit_amount: 0 });
const catalogue = [productWith(free), productWith(month)];

type Person = Parameters<typeof costOf>[1]['user'];
function lineOf(price: Product['prices'][number], user: Person, current?: string, timeZone = 'UTC'): string {
  const around = { products: catalogue, user, current, subscription: undefined, now };
  const cost = costOf({ product: productWith(price), price }, around);
  return describeCost(cost, (at) => dateText(at, timeZone, now)).join(' ');
}

test('a trial names the first charge and its day in the zone of the person', () => {
  expect(lineOf(month, newcomer)).toBe('Card required. First charge $7.00 on 28 Nov');
  expect(lineOf(month, undefined)).toBe('Card required. First charge $7.00 on 28 Nov');
  const yen = buildPrice({ unit_amount: 700, currency: 'jpy', interval: 'year', trial_period_days: 60 });
  expect(lineOf(yen, newcomer)).toBe('Card required. First charge ¥700 on 20 Jan 2027');
  const inAuckland = lineOf(month, newcomer, undefined, 'Pacific/Auckland');
  expect(inAuckland).toBe('Card required. First charge $7.00 on 29 Nov');
});

test('without a trial the charge of today and its interval are named', () => {
  expect(lineOf(month, former)).toBe('Card required. $7.00 today, then every month');
  const year = buildPrice({ unit_amount: 15_000, interval: 'year' });
  expect(lineOf(year, former)).toBe('Card required. $150.00 today, then every year');
  const without = buildPrice({ metadata: '{"free_trial":"false"}' });
  expect(lineOf(without, newcomer)).toBe('Card required. $7.00 today, then every month');
});

test('Free needs no card and gives up a trial that is still available', () => {
  expect(lineOf(free, newcomer)).toBe('No card required. Choosing it gives up your free trial.');
  expect(lineOf(free, former)).toBe('No card required.');
  const products = [productWith(buildPrice({ metadata: '{"free_trial":"false"}' }))];
  const around = { products, user: newcomer, current: undefined, subscription: undefined, now };
  const cost = costOf({ product: productWith(free), price: free }, around);
  expect(cost).toEqual({ kind: 'free', givesUpTrial: false });
});

test('the own price names its next charge or its last day', () => {
  const line = (subscription: { nextCharge: Subscription['nextCharge']; endsAt: string | null }): string => {
    const around = { products: catalogue, user: subscriber, current: 'price_1', subscription, now };
    const cost = costOf({ product: productWith(month), price: month }, around);
    return describeCost(cost, (at) => dateText(at, 'Asia/Tokyo', now)).join(' ');
  };
  const nextCharge = { at: '2026-11-28T16:00:00.000Z', amount: 1_500, currency: 'usd' };
  expect(line({ nextCharge, endsAt: null })).toBe('You have this plan. Next charge $15.00 on 29 Nov');
  expect(line({ nextCharge: null, endsAt: '2026-12-02T09:00:00.000Z' })).toBe(
    'You have this plan. It ends on 2 Dec',
  );
  expect(line({ nextCharge: null, endsAt: null })).toBe('You have this plan.');
});

test('for any price, person and moment the line names exactly the amount that is due', () => {
  const anyPrice = fc.record({
    unit_amount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 })),
    currency: fc.constantFrom('usd', 'eur', 'jpy', 'kwd'),
    interval: fc.constantFrom('day', 'week', 'month', 'year'),
    trial_period_days: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 90 })),
    metadata: fc.constantFrom('{}', '{"free_trial":"false"}'),
  });
  const anyUser = fc.option(
    fc.record({
      subscriptionStatus: fc.constantFrom('active', 'inactive', 'canceling', 'canceled', 'past_due'),
      trialStart: fc.constantFrom(null, '2026-01-01T00:00:00Z'),
      hasEverSubscribed: fc.boolean(),
    } as const),
    { nil: undefined },
  );
  const anyNow = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2030, 0, 1) });
  const zones = fc.constantFrom(
    'UTC',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Europe/Paris',
    'Asia/Kolkata',
  );
  fc.assert(
    fc.property(anyPrice, anyUser, anyNow, zones, (given, user, at, timeZone) => {
      const price = buildPrice(given);
      const product = productWith(price);
      const around = { products: [product], user, current: undefined, subscription: undefined, now: at };
      const cost = costOf({ product, price }, around);
      const line = describeCost(cost, (time) => dateText(time, timeZone, at)).join(' ');
      const runs = ['active', 'canceling', 'past_due'].includes(user?.subscriptionStatus ?? '');
      const paid = price.unit_amount > 0;
      expect(cost.kind === 'change').toBe(runs);
      expect(line.startsWith('Card required.')).toBe(paid && !runs);
      expect(line.startsWith('No card required.')).toBe(!paid && !runs);
      expect(line.includes(formatMoney(price.unit_amount, price.currency))).toBe(paid && !runs);
      const had = user?.trialStart != null || user?.hasEverSubscribed === true;
      const due = paid && !runs && !had && given.metadata === '{}';
      expect(cost.kind === 'trial').toBe(due);
      if (cost.kind === 'trial') {
        expect(cost.at - at).toBe((given.trial_period_days ?? 7) * DAY);
        expect(line.endsWith(`on ${dateText(cost.at, timeZone, at)}`)).toBe(true);
      }
    }),
  );
});

test('a year shows what it saves against twelve months of the same currency', () => {
  const year = (unit_amount: number, currency = 'usd') =>
    buildPrice({ id: 'year', unit_amount, currency, interval: 'year' });
  const saving = (price: ReturnType<typeof year>, ...others: Product['prices']) =>
    yearlySaving(productWith(price, ...others), price);
  expect(saving(year(7_000), month)).toBe(17);
  expect(saving(year(8_400), month)).toBe(0);
  expect(saving(year(7_000))).toBe(0);
  expect(saving(year(7_000, 'eur'), month)).toBe(0);
  expect(saving(year(7_000), { ...month, active: false })).toBe(0);
  expect(yearlySaving(productWith(year(7_000), month), month)).toBe(0);
});
