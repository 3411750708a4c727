import type { User } from '@drumbeat/contract/users/users.ts';
import type { SelectedAccount } from '../accounts/accounts.types.ts';
import { maskedDetails, maskedEmail } from '../audit/masks.rules.ts';
import type { BillingState } from '../billing/billing.types.ts';
import type { UserViewRecord } from './user-view.store.ts';

/** The signed-in person as every screen sees them. Every field is listed, so that no other column leaks. */
export function userView(
  user: UserViewRecord,
  billing: BillingState,
  account: SelectedAccount | undefined,
): User {
  return {
    id: String(user.id),
    email: user.email,
    niche: user.niche,
    timeZone: user.timeZone,
    profilePicture: account?.profileImageUrl ?? null,
    emailConsent: user.emailConsent,
    weeklySummary: user.weeklySummary,
    emailVerifiedAt: instant(user.emailVerifiedAt),
    twoFactorEnabled: user.twoFactorEnabled,
    roles: user.roles,
    postsPaused: user.postsPaused,
    lastSchedulingCycle: instant(user.lastSchedulingCycle),
    subscriptionStatus: billing.subscriptionStatus,
    subscriptionExpiryDate: instant(billing.subscriptionExpiryDate),
    subscriptionCancelReason: billing.subscriptionCancelReason,
    subscriptionCancelFeedback: billing.subscriptionCancelFeedback,
    subscriptionCanceledAt: instant(billing.subscriptionCanceledAt),
    subscriptionCancelEffectiveDate: instant(billing.subscriptionCancelEffectiveDate),
    hasPaymentMethod: billing.hasPaymentMethod,
    hasEverSubscribed: billing.hasEverSubscribed,
    trialStart: instant(billing.trialStart),
    trialEnd: instant(billing.trialEnd),
    isInTrial: billing.isInTrial,
    pastDueGraceEnd: instant(billing.pastDueGraceEnd),
    activeProduct: billing.activeProduct,
    entitlements: billing.entitlements,
    postGenerationLimit: billing.entitlements.postGenerationLimit,
    nicheUpdateRemaining: account?.nicheUpdateRemaining ?? null,
    nicheUpdatePeriodEnd: instant(account?.nicheUpdatePeriodEnd ?? null),
  };
}

/** The person for staff who view the account: personal data is masked, and there are no roles. */
export function viewedUser(user: User, { endsAt }: { endsAt: Date }): User {
  return {
    ...user,
    email: maskedEmail(user.email),
    subscriptionCancelFeedback: maskedDetails(user.subscriptionCancelFeedback),
    roles: [],
    view: { endsAt: endsAt.toISOString() },
  };
}

function instant(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
