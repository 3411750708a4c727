import { entitlementsOf } from '@drumbeat/contract/billing/billing.rules.ts';
import { expect, test } from 'vitest';
import { badgeTexts } from './badge.rules.ts';

const pro = {
  subscriptionStatus: 'active',
  isInTrial: false,
  hasPaymentMethod: true,
  activeProduct: { id: 'prod_pro', name: 'Pro' },
  entitlements: entitlementsOf({ tier: 'pro' }),
} as const;

test('DASH-08 the badge rotates among status, plan, and Upgrade for the free tier', () => {
  expect(badgeTexts(pro)).toEqual(['Active', 'Pro']);
  const words = {
    inactive: 'Inactive',
    canceling: 'Canceling',
    canceled: 'Canceled',
    past_due: 'Past due',
  } as const;
  for (const subscriptionStatus of Object.keys(words) as (keyof typeof words)[])
    expect(badgeTexts({ ...pro, subscriptionStatus })).toEqual([words[subscriptionStatus], 'Pro']);
  const free = { ...pro, activeProduct: null, entitlements: entitlementsOf({}) };
  expect(badgeTexts({ ...free, subscriptionStatus: 'inactive' })).toEqual(['Inactive', 'Free', 'Upgrade']);
});

test('DASH-10 DASH-24 Free Trial replaces the status; Upgrade still rotates without a payment method', () => {
  expect(badgeTexts({ ...pro, isInTrial: true })).toEqual(['Free Trial', 'Pro']);
  expect(badgeTexts({ ...pro, isInTrial: true, hasPaymentMethod: false })).toEqual([
    'Free Trial',
    'Pro',
    'Upgrade',
  ]);
});
