import { z } from 'zod';
import { cancelReasons } from './cancel-reasons.rules.ts';
import { instant } from './common.ts';

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
  /** Posts with a link that may go out in one cycle. */
  linksPerCycle: z.int(),
});
export type Entitlements = z.infer<typeof entitlements>;

export const price = z.object({
  id: z.string(),
  active: z.boolean(),
  /** Whole cents of the currency, or the currency itself where it has no cents; 0 means free. */
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

/** A payment card, never more of it than the provider prints on a receipt. */
export const card = z.object({
  /** As the provider spells it: `visa`, `mastercard`, … */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
});
export type Card = z.infer<typeof card>;

/** Why a subscription is past due: a charge failed and is tried again, all tries failed, or nothing is collected. */
export const pastDueReason = z.enum(['payment_failed', 'unpaid', 'collection_paused']);
export type PastDueReason = z.infer<typeof pastDueReason>;

/** An amount in whole cents of its currency, or in the currency itself where that has no cents. */
const money = z.object({ amount: z.int(), currency: z.string() });

/** Money that went back, or that a bank asks back. By itself it changes no access (BILL-05). */
export const moneyReturn = money.extend({
  id: z.string(),
  kind: z.enum(['refunded', 'disputed', 'dispute_won', 'dispute_lost']),
  at: instant,
});
export type MoneyReturn = z.infer<typeof moneyReturn>;

/** A person's subscription in full, as the settings and the dashboard explain it. */
export const subscription = z.object({
  status: subscriptionStatus,
  isInTrial: z.boolean(),
  /** The plan that runs or that ran last; null before the first. */
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
  /** Null where nothing will be charged: no plan, a free one, or one that ends before. */
  nextCharge: money.extend({ at: instant }).nullable(),
  /** When a canceled subscription ends or ended. */
  endsAt: instant.nullable(),
  card: card.nullable(),
  /** `publishesUntil` is null where posts are held already. */
  pastDue: z.object({ reason: pastDueReason, publishesUntil: instant.nullable() }).nullable(),
  /** What `POST /api/subscription/reactivate` would do now: undo a cancellation, open a checkout, or refuse. */
  reactivation: z.enum(['resume', 'checkout', 'none']),
  /** Whether a checkout would begin with a trial, where the price has one. */
  mayStartTrial: z.boolean(),
  /** Why a trial was ended at once: somebody had begun one with the same address, X account or card. */
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
  /** What was or is to be paid, in whole cents of the currency; below 0 for a credit. */
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
  description: z.string(),
  /** The provider's own page of the invoice; null before it is final. */
  invoiceUrl: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoice>;
