import { z } from 'zod';

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
});
export type Entitlements = z.infer<typeof entitlements>;

export const price = z.object({
  id: z.string(),
  active: z.boolean(),
  /** Cents; 0 means free. */
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
