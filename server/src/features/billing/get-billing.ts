import type { Db } from '../../platform/database/database.ts';
import { entitlementsUnder, expiryOf, hasPlan, isInTrial, statusOf } from './billing.status.rules.ts';
import { type BillingRow, selectBilling, selectBillings } from './billing.store.ts';
import type { BillingState } from './billing.types.ts';

/**
 * The billing state of a person: one query, no call to the provider. People who never subscribed are on the
 * free tier.
 */
export async function getBilling(db: Db, now: Date, userId: number): Promise<BillingState> {
  const row = await selectBilling(db, userId);
  return row ? stateOf(row, now) : neverSubscribed;
}

/** `getBilling` of several people with one query: a function from a person's id to their state. */
export async function getBillings(
  db: Db,
  now: Date,
  userIds: readonly number[],
): Promise<(userId: number) => BillingState> {
  const rows = new Map((await selectBillings(db, userIds)).map((row) => [row.subscription.userId, row]));
  return (userId) => {
    const row = rows.get(userId);
    return row ? stateOf(row, now) : neverSubscribed;
  };
}

const neverSubscribed: BillingState = {
  subscriptionStatus: 'inactive',
  subscriptionExpiryDate: null,
  subscriptionCancelReason: null,
  subscriptionCancelFeedback: null,
  subscriptionCanceledAt: null,
  subscriptionCancelEffectiveDate: null,
  hasPaymentMethod: false,
  hasEverSubscribed: false,
  trialStart: null,
  trialEnd: null,
  isInTrial: false,
  pastDueGraceEnd: null,
  activeProduct: null,
  entitlements: entitlementsUnder('inactive', { product: null, price: null }),
};

function stateOf({ subscription, product, price }: BillingRow, now: Date): BillingState {
  const status = statusOf(subscription, now);
  const leaving = status === 'canceling' || status === 'canceled';
  return {
    subscriptionStatus: status,
    subscriptionExpiryDate: expiryOf(subscription),
    subscriptionCancelReason: leaving ? subscription.cancelReason : null,
    subscriptionCancelFeedback: leaving ? subscription.cancelFeedback : null,
    subscriptionCanceledAt: leaving ? subscription.canceledAt : null,
    subscriptionCancelEffectiveDate: leaving ? (subscription.endedAt ?? subscription.cancelAt) : null,
    hasPaymentMethod: subscription.hasPaymentMethod,
    hasEverSubscribed: subscription.hasEverSubscribed,
    trialStart: subscription.trialStart,
    trialEnd: subscription.trialEnd,
    isInTrial: isInTrial(subscription, now),
    pastDueGraceEnd: status === 'past_due' ? subscription.graceEnd : null,
    activeProduct: hasPlan(status) && product ? { id: product.id, name: product.name } : null,
    entitlements: entitlementsUnder(status, {
      product: product?.metadata,
      price: price?.metadata,
    }),
  };
}
