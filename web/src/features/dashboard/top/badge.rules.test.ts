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
  expect(badgeTexts({ ...pro, subscriptionStatus: 'past_due' })).toEqual(['Past due', 'Pro']);
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

test.each([
  ['active', 'Active'],
  ['inactive', 'Inactive'],
  ['canceling', 'Canceling'],
  ['canceled', 'Canceled'],
  ['past_due', 'Past due'],
] as const)('DASH-08 the status %s reads %s', (subscriptionStatus, word) => {
  expect(badgeTexts({ ...pro, subscriptionStatus })[0]).toBe(word);
});
