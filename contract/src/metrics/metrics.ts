import { z } from 'zod';
import { defineCall } from '../call.ts';
import { instant } from '../common.ts';

const tag = 'metrics';
/** Months in a year of revenue. */
export const REVENUE_MONTHS = 12;
/** `2026-11`, a calendar month in UTC. */
const month = z.string().regex(/^\d{4}-\d{2}$/);
const currency = z
  .string()
  .regex(/^[a-zA-Z]{3}$/, 'A currency has three letters.')
  .toLowerCase();

/** Revenue of one year in one currency, in its smallest unit, less refunds and disputes. */
export const revenueSummary = z.object({
  currency: z.string(),
  total: z.int(),
  paidInvoiceCount: z.int(),
  year: z.int(),
  monthly: z.array(z.object({ month, revenue: z.int(), paidInvoiceCount: z.int() })),
  /** Every currency with revenue in that year, the one with the most payments first. */
  currencies: z.array(z.string()),
});
export type RevenueSummary = z.infer<typeof revenueSummary>;

export const subscriberMetrics = z.object({
  active: z.int(),
  inactive: z.int(),
  hasEverSubscribed: z.int(),
});
export type SubscriberMetrics = z.infer<typeof subscriberMetrics>;

/** Defaults to the current year. */
const year = z.coerce
  .number()
  .int()
  .min(2000, 'A year from 2000 on.')
  .max(2100, 'A year up to 2100.')
  .optional();

export const getSubscriberMetrics = defineCall({
  method: 'GET',
  path: '/api/admin/metrics/subscribers',
  tag,
  access: 'staff',
  summary: 'How many people have a running plan, how many have none, and how many ever had one',
  response: subscriberMetrics,
});

export const getRevenue = defineCall({
  method: 'GET',
  path: '/api/admin/metrics/revenue',
  tag,
  access: 'staff',
  summary: 'Revenue of a year by month (UTC), in one currency: the one with most payments unless named',
  query: z.object({ year, currency: currency.optional() }),
  response: revenueSummary,
});

export const exportRevenue = defineCall({
  method: 'GET',
  path: '/api/admin/metrics/revenue/export',
  tag,
  access: 'staff',
  summary:
    'Revenue of a year as CSV: month,revenue,paid_invoice_count,currency; one row a month and currency',
  query: z.object({ year }),
  file: 'text/csv',
  response: z.instanceof(Blob),
});

export const getMetricsSummary = defineCall({
  method: 'GET',
  path: '/api/admin/metrics/summary',
  tag,
  access: 'staff',
  summary: 'Counts of users, subscribers, trials, posted and failed posts',
  response: z.object({
    users: z.int(),
    subscribers: z.int(),
    trials: z.int(),
    posted_posts: z.int(),
    failed_posts: z.int(),
  }),
});

export const getGrowth = defineCall({
  method: 'GET',
  path: '/api/admin/metrics/growth',
  tag,
  access: 'staff',
  summary: 'Trials, their conversion and churn by month; cohorts by the month of sign-up; the last 12 months',
  response: z.object({
    months: z.array(
      z.object({
        month,
        signed_up: z.int(),
        trials_started: z.int(),
        trials_converted: z.int(),
        trials_lapsed: z.int(),
        subscriptions_started: z.int(),
        subscriptions_ended: z.int(),
      }),
    ),
    /** One cohort per sign-up month, counted up to now. */
    cohorts: z.array(
      z.object({
        month,
        signed_up: z.int(),
        trials: z.int(),
        converted: z.int(),
        subscribed: z.int(),
        ended: z.int(),
      }),
    ),
  }),
});

const counted = z.object({ label: z.string(), count: z.int() });

export const getOperations = defineCall({
  method: 'GET',
  path: '/api/admin/metrics/operations',
  tag,
  access: 'staff',
  summary:
    'Posts of the last 30 days by plan, reason and lateness; costs against revenue; backlog; forecast of costs',
  response: z.object({
    days: z.int(),
    posted: z.array(counted),
    failed: z.array(counted),
    /** Keyed by the upper bound in seconds, or `more` above the last bound. */
    lateness: z.array(counted),
    /** By plan. Costs are in millionths of a dollar, revenue in the smallest unit of each currency. */
    costs: z.array(
      z.object({
        tier: z.string(),
        x_micros: z.int(),
        model_micros: z.int(),
        revenue: z.array(z.object({ currency: z.string(), amount: z.int() })),
      }),
    ),
    backlog: z.object({
      due: z.int(),
      overdue_seconds: z.int(),
      unknown: z.int(),
      stopped: z.boolean(),
      held: z.array(counted),
      jobs: z.array(counted),
    }),
    /** X and model costs of the next 30 days at the pace of the last 7, in millionths of a dollar. */
    forecast: z.object({ x_micros: z.int(), model_micros: z.int() }),
    at: instant,
  }),
});
