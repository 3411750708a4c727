import { entitlementsOf } from '@drumbeat/contract/billing/billing.rules.ts';
import { expect, test } from 'vitest';
import { badgeTexts, connectionOf } from './account-status.rules.ts';

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

test('an account is connected, switched off, or disconnected, which counts before the switch', () => {
  expect(connectionOf(undefined)).toEqual({ tone: 'idle', text: 'No X account' });
  const of = (needs_reconnect: boolean, is_active: boolean) => connectionOf({ needs_reconnect, is_active });
  expect(of(false, true)).toEqual({ tone: 'good', text: 'Connected' });
  expect(of(false, false)).toEqual({ tone: 'attention', text: 'Switched off' });
  expect(of(true, true)).toEqual({ tone: 'bad', text: 'Disconnected' });
  expect(of(true, false)).toEqual({ tone: 'bad', text: 'Disconnected' });
});
