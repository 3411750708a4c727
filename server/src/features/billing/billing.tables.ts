import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ProviderState } from './billing.status.rules.ts';
import type { Movement, PlanPrice } from './billing.types.ts';
import type { Phase } from './counting.rules.ts';
import type { TrialKind } from './trials/trials.rules.ts';

const id = (name: string) => bigint(name, { mode: 'number' });
const instant = (name: string) => timestamp(name, { withTimezone: true });

export const products = pgTable('billing_products', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  active: boolean('active').notNull(),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
});

export const prices = pgTable('billing_prices', {
  id: text('id').primaryKey(),
  productId: text('product_id').notNull(),
  active: boolean('active').notNull(),
  /** Cents. */
  unitAmount: integer('unit_amount').notNull(),
  currency: text('currency').notNull(),
  interval: text('interval').notNull(),
  lookupKey: text('lookup_key'),
  trialPeriodDays: integer('trial_period_days'),
  intervalCount: integer('interval_count').notNull().default(1),
  taxBehavior: text('tax_behavior').$type<PlanPrice['taxBehavior']>().notNull().default('unspecified'),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
});

export const catalogueSync = pgTable('billing_catalogue_sync', {
  ticket: id('ticket').notNull(),
  appliedTicket: id('applied_ticket').notNull(),
  syncedAt: instant('synced_at'),
});

export const subscriptions = pgTable('subscriptions', {
  userId: id('user_id').primaryKey(),
  customerReference: uuid('customer_reference').notNull().defaultRandom(),
  customerFailures: integer('customer_failures').notNull().default(0),
  customerId: text('customer_id'),
  subscriptionId: text('subscription_id'),
  state: text('state').$type<ProviderState>(),
  priceId: text('price_id'),
  productId: text('product_id'),
  periodEnd: instant('period_end'),
  trialStart: instant('trial_start'),
  trialEnd: instant('trial_end'),
  cancelAt: instant('cancel_at'),
  canceledAt: instant('canceled_at'),
  endedAt: instant('ended_at'),
  cancelReason: text('cancel_reason'),
  cancelFeedback: text('cancel_feedback'),
  hasPaymentMethod: boolean('has_payment_method').notNull().default(false),
  hasEverSubscribed: boolean('has_ever_subscribed').notNull().default(false),
  collectionPaused: boolean('collection_paused').notNull().default(false),
  graceEnd: instant('grace_end'),
  publishes: boolean('publishes').notNull().default(false),
  publishesUntil: instant('publishes_until'),
  accountLimit: integer('account_limit').notNull().default(1),
  ticket: id('ticket').notNull().default(0),
  appliedTicket: id('applied_ticket').notNull().default(0),
  syncedAt: instant('synced_at'),
  askedAt: instant('asked_at'),
  cardBrand: text('card_brand'),
  cardLast4: text('card_last4'),
  cardExpMonth: integer('card_exp_month'),
  cardExpYear: integer('card_exp_year'),
  endedUnpaid: boolean('ended_unpaid').notNull().default(false),
  endChanges: integer('end_changes').notNull().default(0),
  trialRemindedEnd: instant('trial_reminded_end'),
  seenAt: instant('seen_at'),
  countedPhase: text('counted_phase').$type<Phase>(),
  countedTier: text('counted_tier'),
  countedEver: boolean('counted_ever').notNull().default(false),
  /** Why the trial was ended: what somebody else had already used for one. */
  trialRefused: text('trial_refused').$type<TrialKind>(),
  /** When staff allowed another trial. */
  trialAllowedAt: instant('trial_allowed_at'),
});

export const usedTrials = pgTable('used_trials', {
  mark: text('mark').primaryKey(),
  kind: text('kind').$type<TrialKind>().notNull(),
  ownerMark: text('owner_mark').notNull(),
  usedAt: instant('used_at').notNull(),
});

export const movements = pgTable('billing_movements', {
  id: text('id').primaryKey(),
  userId: id('user_id').notNull(),
  kind: text('kind').$type<Movement['kind']>().notNull(),
  amount: id('amount').notNull(),
  currency: text('currency').notNull(),
  at: instant('at').notNull(),
});

/** A subscription that differed from the provider's, before and after the correction. */
export type Mended = { userId: number; was: string | null; is: string };

export const reconciliations = pgTable('billing_reconciliations', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at'),
  compared: integer('compared').notNull().default(0),
  mended: integer('mended').notNull().default(0),
  missedEvents: integer('missed_events').notNull().default(0),
  details: jsonb('details').$type<Mended[]>().notNull().default([]),
});

export const checkouts = pgTable('checkouts', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id').notNull(),
  idempotencyKey: uuid('idempotency_key').notNull().defaultRandom(),
  priceId: text('price_id').notNull(),
  trialDays: integer('trial_days').notNull(),
  state: text('state').$type<'open' | 'closing' | 'closed'>().notNull().default('open'),
  sessionId: text('session_id'),
  url: text('url'),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const webhookEvents = pgTable('webhook_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  objectId: text('object_id'),
  customerId: text('customer_id'),
  occurredAt: instant('occurred_at').notNull(),
  receivedAt: instant('received_at').notNull(),
  processedAt: instant('processed_at'),
});

export const formerBillingIds = pgTable('former_billing_ids', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id').notNull(),
  customerId: text('customer_id').notNull(),
  subscriptionId: text('subscription_id'),
  replacedAt: instant('replaced_at').notNull().defaultNow(),
});
