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
import { prices, products } from '../billing.tables.ts';

/** Billing over a provider that answers this, and is asked nothing else. */
export function over(app: TestApp, answers: Partial<PaymentGateway>): BillingDeps {
  return depsOf(app, { payments: answers as PaymentGateway });
}

export async function rowOf(app: TestApp, userId: number): Promise<SubscriptionRow | undefined> {
  return (await selectBilling(app.platform.db, userId))?.subscription;
}

/** A person whose subscription is like this, and the price that `subscriptionOf` has. */
export async function buildRow(
  app: TestApp,
  row: Partial<SubscriptionRow> = {},
): Promise<{ user: BuiltUser; customerId: string; subscriptionId: string }> {
  const user = await buildUser(app);
  await app.platform.db
    .insert(products)
    .values({ id: 'prod_1', name: 'Pro', description: '', active: false, metadata: {} })
    .onConflictDoNothing();
  const price = { productId: 'prod_1', unitAmount: 1500, currency: 'usd', interval: 'month', metadata: {} };
  await app.platform.db
    .insert(prices)
    .values({ ...price, id: 'price_1', active: false })
    .onConflictDoNothing();
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
