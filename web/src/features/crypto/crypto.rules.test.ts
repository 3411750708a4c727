import { PUBLIC_FLAG_DEFAULTS } from '@drumbeat/contract/flags/flags.rules.ts';
import { expect, test } from 'vitest';
import { describeMonthlyPrice } from './crypto.rules.ts';

test('CRYP-04 CRYP-10 the price is 5 USDC per month unless the flag differs', () => {
  expect(describeMonthlyPrice(PUBLIC_FLAG_DEFAULTS.cardano_pricing)).toBe('5 USDC per month');
  expect(describeMonthlyPrice({ currency: 'USDM', priceUsd: 12 })).toBe('12 USDM per month');
  expect(describeMonthlyPrice({ currency: 'USDC', priceUsd: 7.5 })).toBe('7.50 USDC per month');
});
