import { sql } from 'drizzle-orm';
import type { TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser } from '../../../../test/factories.ts';
import type {
  CustomerAccount,
  PaymentGateway,
  PaymentSubscription,
} from '../../../providers/stripe/stripe.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { depsOf } from '../billing.fixture.ts';
import {
  type SubscriptionRow,
  selectBilling,
  updateSubscription,
  upsertSubscription,
} from '../billing.store.ts';

/** Billing over a provider that answers this, and is asked nothing else. */
export function over(app: TestApp, answers: Partial<PaymentGateway>): BillingDeps {
  return depsOf(app, { payments: answers as PaymentGateway });
}

/** The same; `enqueued` are the jobs of billing that would be given to a worker. */
export function recording(
  app: TestApp,
  answers: Partial<PaymentGateway>,
): { deps: BillingDeps; enqueued: unknown[] } {
  const deps = over(app, answers);
  const enqueued: unknown[] = [];
  const enqueue: typeof deps.jobs.enqueue = async (_tx, queue, data, options) =>
    void (queue.startsWith('billing.') && enqueued.push([queue, data, options]));
  return { deps: { ...deps, jobs: { ...deps.jobs, enqueue } }, enqueued };
}

export async function rowOf(app: TestApp, userId: number): Promise<SubscriptionRow | undefined> {
  return (await selectBilling(app.platform.db, userId))?.subscription;
}

/** A person whose subscription is like this. */
export async function buildRow(
  app: TestApp,
  row: Partial<SubscriptionRow> = {},
): Promise<{ user: BuiltUser; customerId: string; subscriptionId: string }> {
  const user = await buildUser(app);
  await upsertSubscription(app.platform.db, user.id);
  const ids = { customerId: `cus_${user.id}`, subscriptionId: `sub_${user.id}` };
  await updateSubscription(app.platform.db, user.id, { ...ids, state: 'active', ...row });
  return { user, ...ids };
}

/** A subscription at the provider that has just begun, at this price. */
export function subscriptionOf(
  app: TestApp,
  id: string,
  more: Partial<PaymentSubscription> = {},
): PaymentSubscription {
  const dates = { periodEnd: null, trialStart: null, trialEnd: null, cancelAt: null, canceledAt: null };
  return {
    id,
    state: 'active',
    collectionPaused: false,
    unpaidSince: null,
    priceId: 'price_1',
    productId: 'prod_1',
    createdAt: app.clock.now(),
    ...dates,
    endedAt: null,
    cancelReason: null,
    cancelFeedback: null,
    endedUnpaid: false,
    card: null,
    cardFingerprint: null,
    ...more,
  };
}

export function accountWith(...subscriptions: PaymentSubscription[]): CustomerAccount {
  return { subscriptions, hasPaymentMethod: false, card: null, movements: [] };
}

/** What a person did, as the audit log has it, oldest first. */
export async function auditOf(app: TestApp, userId: number): Promise<Record<string, unknown>[]> {
  const { rows } = await app.platform.db.execute(sql`
    select action, target_type as type, target_id as target, details from audit_log
    where actor_user_id = ${userId} order by id`);
  return rows;
}
