import type { CustomerOverview } from '@drumbeat/contract/admin/admin.ts';
import type { CustomerEvent } from '@drumbeat/contract/admin/customer-timeline.ts';
import type { TimelineSource } from '@drumbeat/contract/admin/customers.rules.ts';
import type { CustomerRow } from '@drumbeat/contract/admin/customers.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { maskedDetails, maskedEmail, maskedId } from '../audit/masks.rules.ts';
import { isInTrial, statusOf } from '../billing/billing.status.rules.ts';
import type { CustomerRecord } from './customers.tables.ts';
import { canUndo } from './timeline.rules.ts';

/** An event as provided by a feature. */
export type FoundEvent = {
  id: string;
  at: Date;
  source: TimelineSource;
  action: string;
  /** Who did it, if the source knows; null for the program. */
  actorId?: number | null;
  details: Record<string, unknown>;
};

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

export function customerRow(
  record: CustomerRecord,
  { now, sensitive }: { now: Date; sensitive: boolean },
): CustomerRow {
  return {
    id: String(record.id),
    email: sensitive ? record.email : maskedEmail(record.email),
    subscription_status: statusOf(record, now),
    in_trial: isInTrial(record, now),
    has_payment_method: record.hasPaymentMethod,
    has_ever_subscribed: record.hasEverSubscribed,
    posts_paused: record.postsPaused,
    created_at: record.createdAt.toISOString(),
    two_factor_enabled: record.twoFactorEnabled,
    roles: record.roles,
  };
}

export function customerEventView(
  { id, at, source, action, actorId = null, details }: FoundEvent,
  userId: number,
  sensitive: boolean,
): CustomerEvent {
  const byStaff = actorId !== null && actorId !== userId;
  const byOthers = byStaff ? 'staff' : 'system';
  return {
    id: `${source}:${id}`,
    at: at.toISOString(),
    source,
    action,
    by: actorId === userId ? 'customer' : byOthers,
    staff_id: byStaff ? String(actorId) : null,
    details: sensitive ? details : maskedDetails(details),
    change_id: source === 'audit' && canUndo(action) ? id : null,
  };
}
