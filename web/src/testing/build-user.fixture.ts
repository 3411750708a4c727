import type { User } from '@drumbeat/contract/users/users.ts';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** A verified person on the Standard plan, for tests, with a role a member of staff; name only what matters. */
export function buildUser(over: Partial<User> = {}): User {
  const isStaff = (over.roles?.length ?? 0) > 0;
  return {
    id: '1',
    email: 'ada@example.com',
    niche: 'Gaming',
    // Theirs is another day than that of the server, so that no time passes for one of its clock.
    timeZone: isStaff ? 'Pacific/Honolulu' : 'UTC',
    profilePicture: null,
    emailConsent: false,
    weeklySummary: true,
    emailVerifiedAt: '2026-01-01T00:00:00.000Z',
    // Staff need it.
    twoFactorEnabled: isStaff,
    roles: [],
    postsPaused: false,
    lastSchedulingCycle: null,
    subscriptionStatus: 'active',
    subscriptionExpiryDate: inDays(20),
    subscriptionCancelReason: null,
    subscriptionCancelFeedback: null,
    subscriptionCanceledAt: null,
    subscriptionCancelEffectiveDate: null,
    hasPaymentMethod: true,
    hasEverSubscribed: true,
    trialStart: null,
    trialEnd: null,
    pastDueGraceEnd: null,
    isInTrial: false,
    activeProduct: { id: 'prod_1', name: 'Standard' },
    entitlements: {
      tier: 'standard',
      postsPerDay: 2,
      accountLimit: 1,
      customDaySelection: false,
      skipWeekends: true,
      nicheChangeLimitPerAccount: 3,
      postGenerationLimit: 4,
      linksPerCycle: 4,
    },
    postGenerationLimit: 4,
    nicheUpdateRemaining: 3,
    nicheUpdatePeriodEnd: null,
    ...over,
  };
}

/** The same person in the free trial, which ends in so many days. */
export function buildTrialUser(over: Partial<User> = {}, days = 5): User {
  return buildUser({
    isInTrial: true,
    hasPaymentMethod: false,
    trialStart: inDays(days - 7),
    trialEnd: inDays(days),
    ...over,
  });
}
