import type { CustomerOverview } from '@drumbeat/contract/admin/admin.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { maskedEmail, maskedId } from '../audit/masks.rules.ts';

type Customer = {
  user: User;
  createdAt: Date;
  updatedAt: Date;
  customerId: string | null;
  subscriptionId: string | null;
  generations: { used: number; periodEnd: Date } | null;
};

export function customerOverview(customer: Customer, sensitive: boolean): CustomerOverview {
  const { user, generations } = customer;
  const idOf = (id: string | null) => (id === null || sensitive ? id : maskedId(id));
  return {
    id: user.id,
    email: sensitive ? user.email : maskedEmail(user.email),
    email_verified: user.emailVerifiedAt !== null,
    time_zone: user.timeZone,
    email_consent: user.emailConsent,
    is_in_trial: user.isInTrial,
    plan: user.activeProduct?.name ?? null,
    last_scheduling_cycle: user.lastSchedulingCycle,
    niche: user.niche,
    created_at: customer.createdAt.toISOString(),
    updated_at: customer.updatedAt.toISOString(),
    roles: user.roles,
    two_factor_enabled: user.twoFactorEnabled,
    entitlements: user.entitlements,
    post_generation_count: generations?.used ?? 0,
    post_generation_period_end: generations?.periodEnd.toISOString() ?? null,
    subscription_status: user.subscriptionStatus,
    has_payment_method: user.hasPaymentMethod,
    has_ever_subscribed: user.hasEverSubscribed,
    trial_start: user.trialStart,
    trial_end: user.trialEnd,
    subscription_current_period_end: user.subscriptionExpiryDate,
    all_accounts_paused: user.postsPaused,
    stripe_customer_id: idOf(customer.customerId),
    stripe_subscription_id: idOf(customer.subscriptionId),
  };
}
