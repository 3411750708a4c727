import { expect, test } from 'vitest';
import type { BillingState } from '../billing/billing.types.ts';
import type { UserViewRecord } from './user-view.store.ts';
import { userView, viewedUser } from './user-view.view.ts';

const day = (date: string) => new Date(`2026-${date}T12:00:00Z`);
const text = (date: string) => `2026-${date}T12:00:00.000Z`;

const user: UserViewRecord = {
  id: 7,
  email: 'ada@people.example',
  niche: 'Chess',
  timeZone: 'Asia/Kolkata',
  emailConsent: true,
  weeklySummary: false,
  emailVerifiedAt: day('01-01'),
  roles: ['tester'],
  postsPaused: true,
  lastSchedulingCycle: day('01-02'),
  twoFactorEnabled: false,
  accountId: 8,
  profileImageUrl: 'https://x.example/of-the-row.png',
  nicheUpdateCount: 1,
  nicheUpdatePeriodEnd: day('01-03'),
};
const entitlements: BillingState['entitlements'] = {
  tier: 'pro',
  postsPerDay: 2,
  accountLimit: 3,
  customDaySelection: true,
  skipWeekends: true,
  nicheChangeLimitPerAccount: 5,
  postGenerationLimit: 10,
  linksPerCycle: 15,
};
const billing: BillingState = {
  subscriptionStatus: 'canceling',
  subscriptionExpiryDate: day('02-01'),
  subscriptionCancelReason: 'too_expensive',
  subscriptionCancelFeedback: 'Write to bob@people.example',
  subscriptionCanceledAt: day('02-02'),
  subscriptionCancelEffectiveDate: day('02-03'),
  hasPaymentMethod: true,
  hasEverSubscribed: false,
  trialStart: day('02-04'),
  trialEnd: day('02-05'),
  isInTrial: true,
  pastDueGraceEnd: day('02-06'),
  activeProduct: { id: 'prod_pro', name: 'Pro' },
  entitlements,
};
const account = {
  profileImageUrl: 'https://x.example/ada.png',
  nicheUpdateRemaining: 4,
  nicheUpdatePeriodEnd: day('03-01'),
};
const shown = {
  id: '7',
  email: 'ada@people.example',
  niche: 'Chess',
  timeZone: 'Asia/Kolkata',
  profilePicture: 'https://x.example/ada.png',
  emailConsent: true,
  weeklySummary: false,
  emailVerifiedAt: text('01-01'),
  twoFactorEnabled: false,
  roles: ['tester'],
  postsPaused: true,
  lastSchedulingCycle: text('01-02'),
  subscriptionStatus: 'canceling',
  subscriptionExpiryDate: text('02-01'),
  subscriptionCancelReason: 'too_expensive',
  subscriptionCancelFeedback: 'Write to bob@people.example',
  subscriptionCanceledAt: text('02-02'),
  subscriptionCancelEffectiveDate: text('02-03'),
  hasPaymentMethod: true,
  hasEverSubscribed: false,
  trialStart: text('02-04'),
  trialEnd: text('02-05'),
  isInTrial: true,
  pastDueGraceEnd: text('02-06'),
  activeProduct: { id: 'prod_pro', name: 'Pro' },
  entitlements,
  postGenerationLimit: 10,
  nicheUpdateRemaining: 4,
  nicheUpdatePeriodEnd: text('03-01'),
};

test('a person is shown field by field, with the plan and the selected account', () => {
  expect(userView(user, billing, account)).toEqual(shown);
  const other = {
    ...user,
    emailConsent: false,
    weeklySummary: true,
    postsPaused: false,
    twoFactorEnabled: true,
  };
  expect(
    userView(other, { ...billing, hasPaymentMethod: false, hasEverSubscribed: true }, undefined),
  ).toEqual({
    ...shown,
    emailConsent: false,
    weeklySummary: true,
    postsPaused: false,
    twoFactorEnabled: true,
    hasPaymentMethod: false,
    hasEverSubscribed: true,
    profilePicture: null,
    nicheUpdateRemaining: null,
    nicheUpdatePeriodEnd: null,
  });
});

test('staff who view the account see it masked, without its roles, and until when', () => {
  expect(viewedUser(userView(user, billing, account), { endsAt: day('04-01') })).toEqual({
    ...shown,
    email: 'a***@people.example',
    subscriptionCancelFeedback: 'Write to b***@people.example',
    roles: [],
    view: { endsAt: text('04-01') },
  });
});
