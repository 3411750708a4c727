import { bigint, boolean, pgView, text, timestamp } from 'drizzle-orm/pg-core';
import type { ProviderState } from '../billing/billing.status.rules.ts';
import type { Role } from '../users/users.types.ts';

export type CustomerRecord = typeof customers.$inferSelect;

/** The columns that decide a customer's status. */
const plan = () => ({
  state: text().$type<ProviderState>(),
  trialEnd: timestamp('trial_end', { withTimezone: true }),
  cancelAt: timestamp('cancel_at', { withTimezone: true }),
  collectionPaused: boolean('collection_paused').notNull(),
  hasPaymentMethod: boolean('has_payment_method').notNull(),
  hasEverSubscribed: boolean('has_ever_subscribed').notNull(),
});

/** People with data from billing and two-factor. Read-only; without people who left. */
export const customers = pgView('customers', {
  id: bigint({ mode: 'number' }).notNull(),
  email: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  postsPaused: boolean('posts_paused').notNull(),
  roles: text().array().$type<Role[]>().notNull(),
  twoFactorEnabled: boolean('two_factor_enabled').notNull(),
  ...plan(),
}).existing();

/** The status columns of subscriptions, by person id, without people who left. */
export const customerPlans = pgView('customer_plans', {
  id: bigint({ mode: 'number' }).notNull(),
  ...plan(),
}).existing();

/** People with the status inactive: they never had a running subscription. */
export const customersWithoutPlan = pgView('customers_without_plan', {
  id: bigint({ mode: 'number' }).notNull(),
}).existing();
