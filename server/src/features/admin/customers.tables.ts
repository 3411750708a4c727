import { bigint, boolean, pgView, text, timestamp } from 'drizzle-orm/pg-core';
import type { ProviderState } from '../billing/billing.status.rules.ts';
import type { Role } from '../users/users.types.ts';

/** What decides a customer's status. */
const plan = () => ({
  state: text().$type<ProviderState>(),
  trialEnd: timestamp('trial_end', { withTimezone: true }),
  cancelAt: timestamp('cancel_at', { withTimezone: true }),
  collectionPaused: boolean('collection_paused').notNull(),
  hasPaymentMethod: boolean('has_payment_method').notNull(),
  hasEverSubscribed: boolean('has_ever_subscribed').notNull(),
});

/** A person with what billing and two-factor know of them. It only reads; who left is not in it. */
export const customers = pgView('customers', {
  id: bigint({ mode: 'number' }).notNull(),
  email: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  postsPaused: boolean('posts_paused').notNull(),
  roles: text().array().$type<Role[]>().notNull(),
  twoFactorEnabled: boolean('two_factor_enabled').notNull(),
  ...plan(),
}).existing();

/** Subscriptions of people who have not left, by the person's id: what decides a status, without the person. */
export const customerPlans = pgView('customer_plans', {
  id: bigint({ mode: 'number' }).notNull(),
  ...plan(),
}).existing();

/** People whom billing calls inactive: they never had a subscription that ran. */
export const customersWithoutPlan = pgView('customers_without_plan', {
  id: bigint({ mode: 'number' }).notNull(),
}).existing();
