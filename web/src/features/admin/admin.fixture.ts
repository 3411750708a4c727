import type { CustomerOverview } from '@drumbeat/contract/admin/admin.ts';
import type { CustomerRow } from '@drumbeat/contract/admin/customers.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';

/** Each time is another day, so that none passes for another. */
const on = (day: number): string => `2026-01-0${day}T03:04:00.000Z`;

/** A customer as staff see them, for tests; name only what matters. */
export function buildOverview(given: Partial<CustomerOverview> = {}): CustomerOverview {
  return {
    id: '7',
    email: 'j***@people.example',
    email_verified: true,
    time_zone: 'Europe/Paris',
    email_consent: false,
    is_in_trial: true,
    plan: 'Pro',
    last_scheduling_cycle: on(3),
    niche: 'Coffee',
    created_at: on(2),
    updated_at: on(4),
    roles: [],
    two_factor_enabled: true,
    entitlements: buildUser().entitlements,
    post_generation_count: 2,
    post_generation_period_end: on(5),
    subscription_status: 'active',
    has_payment_method: true,
    has_ever_subscribed: true,
    trial_start: on(6),
    trial_end: on(7),
    subscription_current_period_end: on(8),
    all_accounts_paused: false,
    stripe_customer_id: 'cus_********',
    stripe_subscription_id: 'sub_********',
    ...given,
  };
}

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
