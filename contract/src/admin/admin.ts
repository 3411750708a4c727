import { z } from 'zod';
import { entitlements, subscriptionStatus } from '../billing/billing.entities.ts';
import { defineCall } from '../call.ts';
import { byId, changedByStaff, idField, instant, reason, sensitive } from '../common.ts';
import { user } from '../users/users.ts';

export const getStaffRoles = defineCall({
  method: 'GET',
  path: '/api/admin/me/roles',
  tag: 'admin',
  access: 'staff',
  summary: "The caller's roles; answers only those whose role opens the console",
  response: z.object({ roles: user.shape.roles }),
});

/** The overview of one customer. Email and provider ids are masked unless requested otherwise. */
export const customerOverview = z.object({
  id: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  time_zone: z.string(),
  email_consent: z.boolean(),
  is_in_trial: z.boolean(),
  plan: z.string().nullable(),
  last_scheduling_cycle: instant.nullable(),
  niche: z.string(),
  created_at: instant,
  updated_at: instant,
  roles: user.shape.roles,
  two_factor_enabled: z.boolean(),
  entitlements,
  /** Generations used by the selected X account in its current cycle, and when that cycle ends. */
  post_generation_count: z.int(),
  post_generation_period_end: instant.nullable(),
  subscription_status: subscriptionStatus,
  has_payment_method: z.boolean(),
  has_ever_subscribed: z.boolean(),
  trial_start: instant.nullable(),
  trial_end: instant.nullable(),
  subscription_current_period_end: instant.nullable(),
  all_accounts_paused: z.boolean(),
  stripe_customer_id: z.string().nullable(),
  stripe_subscription_id: z.string().nullable(),
});
export type CustomerOverview = z.infer<typeof customerOverview>;

export const getCustomerOverview = defineCall({
  method: 'GET',
  path: '/api/admin/users/:id/overview',
  tag: 'admin',
  access: 'staff',
  summary:
    'A customer at a glance; `sensitive=true` shows address and provider ids, and is written to the audit log',
  params: byId,
  query: z.object({ sensitive }),
  response: z.object({ user: customerOverview }),
});

export const undoChange = defineCall({
  method: 'POST',
  path: '/api/admin/users/:id/undo',
  tag: 'admin',
  access: 'staff',
  summary:
    'Puts back what a change by staff replaced, as a change of its own; 409 where it was changed since, or cannot be undone',
  params: byId,
  body: z.object({ change_id: idField, reason }),
  response: changedByStaff,
});
