import { z } from 'zod';
import { instant } from '../common.ts';
import { cancelReasons } from './cancel-reasons.rules.ts';

export const tier = z.enum(['free', 'standard', 'pro', 'pro_plus']);
export type Tier = z.infer<typeof tier>;

export const subscriptionStatus = z.enum(['active', 'inactive', 'canceling', 'canceled', 'past_due']);
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;

/** What a person's plan lets them do. */
export const entitlements = z.object({
  tier,
  postsPerDay: z.int(),
  accountLimit: z.int(),
  customDaySelection: z.boolean(),
  skipWeekends: z.boolean(),
  nicheChangeLimitPerAccount: z.int(),
  postGenerationLimit: z.int(),
  /** Posts with a link that may be published in one cycle. */
  linksPerCycle: z.int(),
});
export type Entitlements = z.infer<typeof entitlements>;

export const price = z.object({
  id: z.string(),
  active: z.boolean(),
  /** In cents, or in whole units for currencies without cents; 0 means free. */
  unit_amount: z.int(),
  currency: z.string(),
  interval: z.string().default('month'),
  lookup_key: z.string().nullable(),
  trial_period_days: z.int().nullable(),
  /** Plan metadata as a JSON string (PROD-20). */
  metadata: z.string(),
});
export type Price = z.infer<typeof price>;

export const product = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  metadata: z.record(z.string(), z.string()),
  prices: z.array(price),
});
export type Product = z.infer<typeof product>;

/** A payment card: no more than the provider prints on a receipt. */
export const card = z.object({
  /** As the provider spells it: `visa`, `mastercard`, … */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
});
export type Card = z.infer<typeof card>;

/** Why it is past due: a charge failed and is retried, all retries failed, or collection is paused. */
export const pastDueReason = z.enum(['payment_failed', 'unpaid', 'collection_paused']);
export type PastDueReason = z.infer<typeof pastDueReason>;

/** An amount in cents, or in whole units for currencies without cents. */
const money = z.object({ amount: z.int(), currency: z.string() });

/** A refund or a dispute. It does not change access by itself (BILL-05). */
export const moneyReturn = money.extend({
  id: z.string(),
  kind: z.enum(['refunded', 'disputed', 'dispute_won', 'dispute_lost']),
  at: instant,
});
export type MoneyReturn = z.infer<typeof moneyReturn>;

/** A person's subscription in full, as the settings and the dashboard show it. */
export const subscription = z.object({
  status: subscriptionStatus,
  isInTrial: z.boolean(),
  /** The current or last plan; null if there never was one. */
  plan: z
    .object({
      productId: z.string(),
      name: z.string(),
      priceId: z.string(),
      unit_amount: z.int(),
      currency: z.string(),
      interval: z.string(),
    })
    .nullable(),
  /** Null if nothing will be charged: no plan, a free plan, or one that ends before the next charge. */
  nextCharge: money.extend({ at: instant }).nullable(),
  /** When a canceled subscription ends or ended. */
  endsAt: instant.nullable(),
  card: card.nullable(),
  /** `publishesUntil` is null if posts are already held. */
  pastDue: z.object({ reason: pastDueReason, publishesUntil: instant.nullable() }).nullable(),
  /** What `POST /api/subscription/reactivate` would do: undo the cancellation, open a checkout, or refuse. */
  reactivation: z.enum(['resume', 'checkout', 'none']),
  /** Whether a checkout would start with a trial, if the price has one. */
  mayStartTrial: z.boolean(),
  /** Why a trial was ended immediately: someone already had one with the same address, X account or card. */
  trialRefused: z.string().nullable(),
  /** Refunds and disputes of the last 90 days, newest first, ten at most. */
  returns: z.array(moneyReturn),
});
export type Subscription = z.infer<typeof subscription>;

export const cancelReason = z.enum(cancelReasons, { error: 'Please select a reason for cancellation' });
export type CancelReason = z.infer<typeof cancelReason>;

export const invoice = z.object({
  id: z.string(),
  date: instant,
  /** Paid or due, in cents or in whole units for currencies without cents; negative for a credit. */
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
  description: z.string(),
  /** The invoice's page at the provider; null until the invoice is final. */
  invoiceUrl: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoice>;
