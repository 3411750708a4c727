import { z } from 'zod';
import { subscriptionStatus } from '../billing/billing.entities.ts';
import { defineCall } from '../call.ts';
import { idField, instant, sensitive } from '../common.ts';
import { user } from '../users/users.ts';
import {
  CUSTOMER_SEARCH_LIMIT,
  CUSTOMER_SEARCH_MIN,
  customerPageSizes,
  customerStatuses,
} from './customers.rules.ts';

const tag = 'admin';

/** A customer as a list row. The email is masked unless requested otherwise. */
export const customerRow = z.object({
  id: z.string(),
  email: z.string(),
  subscription_status: subscriptionStatus,
  in_trial: z.boolean(),
  has_payment_method: z.boolean(),
  has_ever_subscribed: z.boolean(),
  posts_paused: z.boolean(),
  created_at: instant,
  two_factor_enabled: z.boolean(),
  roles: user.shape.roles,
});
export type CustomerRow = z.infer<typeof customerRow>;

const q = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'A search has at most 254 characters.')
  .refine(
    (text) => text === '' || text.length >= CUSTOMER_SEARCH_MIN,
    `Search for at least ${CUSTOMER_SEARCH_MIN} characters.`,
  )
  .default('');
const whole = z.coerce.number().int();

export const searchUsers = defineCall({
  method: 'GET',
  path: '/api/admin/users',
  tag,
  access: 'staff',
  summary: 'Customers whose email has `q` in it, the newest first; nobody without a `q`',
  query: z.object({
    q,
    limit: whole.min(1).max(CUSTOMER_SEARCH_LIMIT).default(CUSTOMER_SEARCH_LIMIT),
    sensitive,
  }),
  response: z.object({ users: z.array(customerRow) }),
});

export const listUsers = defineCall({
  method: 'GET',
  path: '/api/admin/users/all',
  tag,
  access: 'staff',
  summary: 'All customers, the newest first, by status and by a part of their email',
  query: z.object({
    status: z.enum(customerStatuses).default('all'),
    q,
    page: whole.min(1).max(100_000).default(1),
    /** The last customer of the previous page, if known: it makes late pages as fast as early ones. */
    before: idField.optional(),
    limit: whole
      .refine((size) => customerPageSizes.some((each) => each === size), 'must be 25, 50, 100 or 200')
      .default(50),
    sensitive,
  }),
  response: z.object({ users: z.array(customerRow), nextPage: z.int().nullable() }),
});
