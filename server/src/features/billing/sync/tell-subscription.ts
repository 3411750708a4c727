import type { Db } from '../../../platform/database/database.ts';
import { tellPerson } from '../../../platform/person-changes.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { entitlementsUnder, publishingOf, statusOf } from '../billing.status.rules.ts';
import { selectBilling, updateSubscription } from '../billing.store.ts';
import { tellPostsHeld } from '../emails/tell-customer.ts';
import { countSubscription } from './count-subscription.ts';

/**
 * Notifies posts and accounts of what a subscription allows now, if that has changed since the last
 * notification. Runs in the caller's transaction, which has locked the row.
 */
export async function tellSubscription(deps: BillingDeps, tx: Db, userId: number): Promise<void> {
  const billing = await selectBilling(tx, userId);
  if (!billing) return;
  const { subscription, product, price } = billing;
  const now = deps.clock.now();
  const status = statusOf(subscription, now);
  const { publishes, until } = publishingOf(subscription, now);
  const plan = { product: product?.metadata, price: price?.metadata };
  const { accountLimit } = entitlementsUnder(status, plan);
  await countSubscription(tx, userId, now);
  await updateSubscription(tx, userId, { publishes, publishesUntil: until, accountLimit });
  if (publishes === subscription.publishes && accountLimit === subscription.accountLimit) return;
  await tellPerson(tx, userId, 'plan_changed', now);
  deps.log.info({ userId, status, publishes, accountLimit }, 'subscription entitlements changed');
  await deps.afterSubscriptionChange(tx, userId, { publishes, accountLimit });
  if (subscription.publishes && !publishes && status === 'past_due') await tellPostsHeld(deps, tx, userId);
}
