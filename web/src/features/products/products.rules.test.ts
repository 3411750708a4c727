import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import {
  describeCheckoutError,
  describePortalError,
  hasActiveSubscription,
  planFeatures,
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
