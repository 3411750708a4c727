import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byId, instant, reason } from '../common.ts';

const tag = 'costs';
const access = 'staff';

/** Millionths of a dollar. */
const micros = z.int();
/** `2026-11`. */
const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'A month is like 2026-11.');
/** The largest balance that staff can record: a million dollars. */
const MOST_DOLLARS = 1_000_000;

/** Costs of X by kind of charge, and of the models, in millionths of a dollar. */
const costs = z.object({
  post: micros,
  post_with_link: micros,
  post_read: micros,
  profile_read: micros,
  model: micros,
  total: micros,
});
export type Costs = z.infer<typeof costs>;

/** Revenue in the smallest unit of its currency, less refunds and disputes. Currencies are never added up. */
const revenue = z.array(z.object({ currency: z.string(), amount: z.int() }));

/** Revenue in dollars minus costs, in millionths of a dollar. Revenue in other currencies is not included. */
const margin = micros;

export const creditState = z.object({
  /** Credits left at X; null until staff have recorded a balance. */
  balance_micros: micros.nullable(),
  recorded_at: instant.nullable(),
  /** Whole days until the credits run out at planned and usual spending; null if beyond the forecast. */
  days_left: z.int().nullable(),
  /** What X will charge within 30 days. */
  next_30_days_micros: micros,
  /** The alarm is raised below this many days. */
  alarm_days: z.int(),
  is_low: z.boolean(),
  /** When planned posts were last counted; null if never. */
  counted_at: instant.nullable(),
});
export type CreditState = z.infer<typeof creditState>;

export const getCosts = defineCall({
  method: 'GET',
  path: '/api/admin/costs',
  tag,
  access,
  summary: 'Costs against revenue of the last 30 days by plan, and how long the X credits will last',
  response: z.object({
    days: z.int(),
    tiers: z.array(z.object({ tier: z.string(), x_micros: micros, model_micros: micros, revenue, margin })),
    charges: costs,
    credits: creditState,
    at: instant,
  }),
});

export const listCostlyCustomers = defineCall({
  method: 'GET',
  path: '/api/admin/costs/customers',
  tag,
  access,
  summary:
    'The 100 most expensive customers of a calendar month (UTC), most expensive first; addresses are masked',
  query: z.object({ month: month.optional() }),
  response: z.object({
    month,
    customers: z.array(
      z.object({
        user_id: z.string(),
        /** Masked. */
        email: z.string(),
        tier: z.string(),
        posts: z.int(),
        posts_with_link: z.int(),
        x_micros: micros,
        model_micros: micros,
        revenue,
        margin,
      }),
    ),
  }),
});

export const getCustomerCosts = defineCall({
  method: 'GET',
  path: '/api/admin/users/:id/costs',
  tag,
  access,
  params: byId,
  summary: 'What a customer cost in the last 30 days against what they paid, and the links of their plan',
  response: z.object({
    days: z.int(),
    costs,
    revenue,
    margin,
    links: z.object({ limit: z.int(), used: z.int(), ends_at: instant }),
  }),
});

export const getCredits = defineCall({
  method: 'GET',
  path: '/api/admin/costs/credits',
  tag,
  access,
  summary: 'The remaining X credits, and how many days they will last',
  response: creditState,
});

export const recordCredits = defineCall({
  method: 'POST',
  path: '/api/admin/costs/credits',
  tag,
  access,
  summary: 'Records the current X balance, as its console shows it; once per idempotency key',
  body: z.object({
    /** Idempotency key: a retry with the same key records nothing again. */
    key: z.uuid(),
    dollars: z
      .number()
      .min(0, 'A balance is at least $0.')
      .max(MOST_DOLLARS, 'A balance is at most $1,000,000.')
      .multipleOf(0.01, 'A balance is in whole cents.'),
    reason,
  }),
  response: creditState,
});
