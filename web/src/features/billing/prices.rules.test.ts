import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { buildPrice } from '../../testing/build-price.fixture.ts';
import { buildInvoice } from '../../testing/build-subscription.fixture.ts';
import { strings } from '../products/products.strings.ts';
import {
  currentPrice,
  describeCheckoutError,
  hasActiveSubscription,
  hasPdf,
  invoiceFileName,
  payAddress,
  portalWish,
  suggestedPrice,
  trialDays,
} from './prices.rules.ts';

const product = { metadata: {} };
const plan = (metadata: object) => ({
  metadata: JSON.stringify(metadata),
  unit_amount: 700,
  trial_period_days: null,
});

test('BILL-46 a first trial has trial_period_days, else 7', () => {
  expect(trialDays(product, plan({}), undefined)).toBe(7);
  expect(trialDays(product, { ...plan({}), trial_period_days: 14 }, undefined)).toBe(14);
  expect(trialDays(product, plan({ free_trial: 'false' }), undefined)).toBe(0);
  expect(trialDays(product, { ...plan({}), unit_amount: 0 }, undefined)).toBe(0);
  const before = { trialStart: '2026-01-01T00:00:00Z', hasEverSubscribed: false };
  expect(trialDays(product, plan({}), before)).toBe(0);
  // The answer of the server counts more.
  expect(trialDays(product, plan({}), { ...before, mayStartTrial: true })).toBe(7);
  const newcomer = { trialStart: null, hasEverSubscribed: false };
  expect(trialDays(product, plan({}), { ...newcomer, mayStartTrial: false })).toBe(0);
  expect([1, 7].map(strings.days)).toEqual(['1 day', '7 days']);
});

test('PROD-08 a running, canceling or past due subscription changes in the portal', () => {
  for (const subscriptionStatus of ['active', 'canceling', 'past_due'] as const) {
    expect(hasActiveSubscription({ subscriptionStatus })).toBe(true);
  }
  for (const subscriptionStatus of ['inactive', 'canceled'] as const) {
    expect(hasActiveSubscription({ subscriptionStatus })).toBe(false);
  }
  expect(hasActiveSubscription(undefined)).toBe(false);
});

test('the own price is that of the subscription, or the only one of the product', () => {
  const product = (id: string, ...prices: ReturnType<typeof buildPrice>[]) =>
    ({ id, name: id, description: '', metadata: {}, prices }) as const;
  const year = buildPrice({ id: 'year', interval: 'year' });
  const products = [
    product('one', buildPrice(), { ...year, active: false }),
    product('two', buildPrice(), year),
    product('none'),
  ];
  const own = (id: string | null) =>
    currentPrice(products, { activeProduct: id === null ? null : { id, name: id } }, undefined);
  expect(own('one')).toBe('price_1');
  expect(['two', 'gone', 'none', null].map(own)).toEqual(Array(4).fill(undefined));
  const plan = { productId: 'two', name: 'two', priceId: 'year', unit_amount: 7_000, currency: 'usd' };
  const subscription = { plan: { ...plan, interval: 'year' } };
  const two = { activeProduct: { id: 'two', name: 'two' } };
  expect(currentPrice(products, two, subscription)).toBe('year');
});

test('PROD-08 the portal opens at the confirmation of another price or at its front page', () => {
  const price = { id: 'price_1' };
  expect(portalWish(price, { subscriptionStatus: 'active' }, 'price_2')).toEqual({ priceId: 'price_1' });
  expect(portalWish(price, { subscriptionStatus: 'active' }, undefined)).toEqual({ priceId: 'price_1' });
  expect(portalWish(price, { subscriptionStatus: 'active' }, 'price_1')).toEqual({});
  expect(portalWish(price, undefined, undefined)).toEqual({});
  for (const subscriptionStatus of ['canceling', 'past_due'] as const) {
    expect(portalWish(price, { subscriptionStatus }, 'price_2')).toEqual({});
  }
});

test('BILL-30 BILL-31 a failed checkout has a message', () => {
  const ended = new ApiError({ status: 401, message: 'x', code: 'UNAUTHENTICATED' });
  expect(describeCheckoutError(ended)).toBe('Please sign in again to continue to checkout.');
  expect(describeCheckoutError(new ApiError({ status: 502, message: 'Stripe is away.' }))).toBe(
    'Stripe is away.',
  );
  expect(describeCheckoutError(new ApiError({ status: 502, message: 'API error: 502', said: false }))).toBe(
    'Unable to start Stripe checkout',
  );
  expect(describeCheckoutError(new Error('x'))).toBe('Unable to start Stripe checkout');
});

test('the cheapest paid price is suggested to a person without a plan', () => {
  const price = (id: string, unit_amount: number, active = true) => buildPrice({ id, unit_amount, active });
  const named = (...prices: ReturnType<typeof price>[]) => ({
    id: 'p',
    name: 'P',
    description: '',
    metadata: {},
    prices,
  });
  const offered = [
    named(price('free', 0), price('dear', 900)),
    named(price('old', 100, false), price('low', 700)),
  ];
  expect(suggestedPrice(offered, undefined)).toBe('low');
  expect(suggestedPrice(offered, { activeProduct: { id: 'p', name: 'P' } })).toBeUndefined();
  expect(suggestedPrice([named(price('free', 0))], undefined)).toBeUndefined();
});

test('the file of an invoice is named by its day in the zone of the person', () => {
  const invoice = buildInvoice({ date: '2026-11-29T03:00:00.000Z' });
  expect(invoiceFileName(invoice, 'America/New_York')).toBe('drumbeat-2026-11-28.pdf');
  expect(invoiceFileName(invoice, 'UTC')).toBe('drumbeat-2026-11-29.pdf');
});

test('a draft has no PDF, and only an open invoice can be paid', () => {
  const statuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;
  expect(statuses.filter((status) => hasPdf({ status }))).toEqual(['open', 'paid', 'void', 'uncollectible']);
  expect(statuses.filter((status) => payAddress(buildInvoice({ status })))).toEqual(['open']);
  expect(payAddress(buildInvoice({ status: 'open' }))).toBe('https://invoice.example/in_1');
  expect(payAddress(buildInvoice({ status: 'open', amount: 0 }))).toBeNull();
  expect(payAddress(buildInvoice({ status: 'open', invoiceUrl: null }))).toBeNull();
});
