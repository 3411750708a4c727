import type { CustomerRow } from '@drumbeat/contract/admin/customers.ts';

/** A subscriber in the lists of staff. */
export function buildCustomerRow(id: string, given: Partial<CustomerRow> = {}): CustomerRow {
  return {
    id,
    email: `${id}***@people.example`,
    subscription_status: 'active',
    in_trial: false,
    has_payment_method: true,
    has_ever_subscribed: true,
    posts_paused: false,
    created_at: '2026-01-02T03:04:00.000Z',
    two_factor_enabled: false,
    roles: [],
    ...given,
  };
}
