import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { buildPrice } from '../../testing/build-price.fixture.ts';
import {
  describeCheckoutError,
  describePortalError,
  hasActiveSubscription,
  planFeatures,
  suggestedPrice,
  trialDays,
} from './products.rules.ts';

const product = { metadata: {} };
const plan = (metadata: object) => ({
  metadata: JSON.stringify(metadata),
  unit_amount: 700,
  trial_period_days: null,
});

test('PROD-27 the free plan posts on Monday, Wednesday and Friday for one account', () => {
  expect(planFeatures(product, plan({})).slice(0, 2)).toEqual([
    'A post every Monday, Wednesday and Friday',
    '1 X account',
  ]);
});

test('PROD-28 PROD-29 PROD-30 the paid plans by their defaults', () => {
  expect(planFeatures(product, plan({ tier: 'standard' })).slice(0, 2)).toEqual([
    '2 posts a day',
    '1 X account',
  ]);
  expect(planFeatures(product, plan({ tier: 'pro' })).slice(0, 2)).toEqual(['2 posts a day', '3 X accounts']);
  expect(planFeatures(product, plan({ tier: 'pro-plus' })).slice(0, 2)).toEqual([
    '3 posts a day',
    '5 X accounts',
  ]);
});

test('PROD-16 PROD-33 metadata overrides the defaults, and the price wins over the product', () => {
  const features = planFeatures(
    { metadata: { tier: 'pro', account_limit: '4' } },
    plan({ account_limit: 9 }),
  );
  expect(features).toContain('9 X accounts');
});

test('BILL-46 a trial of trial_period_days, else 7; none for a free price, where it is refused, or a second time', () => {
  expect(trialDays(product, plan({}), undefined)).toBe(7);
  expect(trialDays(product, { ...plan({}), trial_period_days: 14 }, undefined)).toBe(14);
  expect(trialDays(product, plan({ free_trial: 'false' }), undefined)).toBe(0);
  expect(trialDays(product, { ...plan({}), unit_amount: 0 }, undefined)).toBe(0);
  const before = { trialStart: '2026-01-01T00:00:00Z', hasEverSubscribed: false };
  expect(trialDays(product, plan({}), before)).toBe(0);
});

test('PROD-08 only an active subscription changes its plan in the portal', () => {
  expect(hasActiveSubscription({ subscriptionStatus: 'active' })).toBe(true);
  for (const subscriptionStatus of ['inactive', 'canceled', 'past_due'] as const) {
    expect(hasActiveSubscription({ subscriptionStatus })).toBe(false);
  }
  expect(hasActiveSubscription(undefined)).toBe(false);
});

test('BILL-30 BILL-31 a checkout that does not start', () => {
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

test('BILL-34 BILL-35 a portal that does not open', () => {
  const early = new ApiError({ status: 409, message: 'x', code: 'PORTAL_NOT_READY' });
  expect(describePortalError(early)).toBe(
    'Billing portal is being set up. Please try again in a few minutes.',
  );
  expect(describePortalError(new Error('x'))).toBe('Failed to open billing portal');
});

test('PROD-27 PROD-28 PROD-29 what a plan gives, line by line', () => {
  expect(planFeatures(product, plan({}))).toEqual([
    'A post every Monday, Wednesday and Friday',
    '1 X account',
    '2 calendar drafts per account each month',
    '1 niche change per account each month',
  ]);
  expect(
    planFeatures(product, plan({ tier: 'standard', posts_per_day: 1, post_generation_limit: 1 })),
  ).toEqual([
    '1 post a day',
    '1 X account',
    'Optional weekends off',
    '1 calendar draft per account each month',
    '3 niche changes per account each month',
  ]);
  expect(planFeatures(product, plan({ tier: 'pro' }))[2]).toBe('Post on the days you choose');
});

test('BILL-46 who subscribed before gets no trial, and one of no days is the usual one', () => {
  const subscribed = { trialStart: null, hasEverSubscribed: true };
  expect(trialDays(product, plan({}), subscribed)).toBe(0);
  expect(trialDays(product, plan({}), { ...subscribed, hasEverSubscribed: false })).toBe(7);
  expect(trialDays({ metadata: { free_trial: 'false' } }, plan({}), undefined)).toBe(0);
});

test('the cheapest paid price is suggested, to whoever has no plan yet', () => {
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
  expect(suggestedPrice(offered, { activeProduct: null })).toBe('low');
  expect(suggestedPrice(offered, { activeProduct: { id: 'p', name: 'P' } })).toBeUndefined();
  expect(suggestedPrice([named(price('free', 0))], undefined)).toBeUndefined();
});

test('BILL-34 another fault of the portal, even of ours, only says that it did not open', () => {
  const fault = new ApiError({ status: 500, message: 'x', code: 'INTERNAL' });
  expect(describePortalError(fault)).toBe('Failed to open billing portal');
  expect(describePortalError({ code: 'PORTAL_NOT_READY' })).toBe('Failed to open billing portal');
});
