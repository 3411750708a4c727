import { expect, test } from 'vitest';
import { emptyPrice, priceFaults, priceOf, termsText } from './price-form.rules.ts';

const filled = { ...emptyPrice, productId: 'prod_pro', amount: '1900' };

test('ADM-CAT-11 ADM-CAT-13 a price is in USD for one interval by default', () => {
  expect(priceOf(filled)).toEqual({
    product_id: 'prod_pro',
    unit_amount: 1900,
    currency: 'USD',
    interval: 'month',
    interval_count: 1,
    tax_behavior: 'unspecified',
    trial_period_days: null,
  });
  expect(priceOf({ ...filled, intervalCount: '', trialDays: '14' })).toMatchObject({
    interval_count: 1,
    trial_period_days: 14,
  });
  expect(priceOf({ ...filled, intervalCount: '0', trialDays: '0' })).toMatchObject({
    interval_count: 1,
    trial_period_days: 0,
  });
});

test('ADM-CAT-12 a price needs a product and an amount above 0', () => {
  expect(priceFaults(filled)).toEqual({});
  expect(priceFaults(emptyPrice)).toEqual({
    productId: 'Please choose a product.',
    amount: 'Please enter more than 0. Create a free price in Stripe, then sync.',
  });
  expect(Object.keys(priceFaults({ ...filled, amount: '000' }))).toEqual(['amount']);
  for (const currency of ['US', 'USDX', 'usd', 'US1'])
    expect(priceFaults({ ...filled, currency })).toEqual({ currency: 'Three letters, such as USD.' });
});

test('a price is written as on the plans page, with its intervals', () => {
  const price = { unit_amount: 700, currency: 'usd', interval: 'month', interval_count: 1 };
  expect(termsText(price)).toBe('$7.00 USD / month');
  expect(termsText({ ...price, interval_count: 3 })).toBe('$7.00 USD / 3 months');
  expect(termsText({ ...price, unit_amount: 0 })).toBe('Free');
  expect(termsText({ unit_amount: 1_800, currency: 'jpy', interval: 'year', interval_count: 2 })).toBe(
    '¥1,800 JPY / 2 years',
  );
});
