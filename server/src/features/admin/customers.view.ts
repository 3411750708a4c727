import type { CustomerRow } from '@drumbeat/contract/admin/customers.ts';
import { maskedEmail } from '../audit/masks.rules.ts';
import { isInTrial, statusOf } from '../billing/billing.status.rules.ts';
import type { CustomerRecord } from './customers.types.ts';

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
