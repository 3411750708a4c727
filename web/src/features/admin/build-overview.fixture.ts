import type { CustomerOverview } from '@drumbeat/contract/admin.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';

const at = '2026-01-02T03:04:00.000Z';

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
    last_scheduling_cycle: at,
    niche: 'Coffee',
    created_at: at,
    updated_at: at,
    roles: [],
    two_factor_enabled: true,
    entitlements: buildUser().entitlements,
    post_generation_count: 2,
    post_generation_period_end: at,
    subscription_status: 'active',
    has_payment_method: true,
    has_ever_subscribed: true,
    trial_start: at,
    trial_end: at,
    subscription_current_period_end: at,
    all_accounts_paused: false,
    stripe_customer_id: 'cus_********',
    stripe_subscription_id: 'sub_********',
    ...given,
  };
}
