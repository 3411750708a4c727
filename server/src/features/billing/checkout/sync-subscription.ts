import type { SubscriptionStatus } from '@drumbeat/contract/billing/billing.entities.ts';
import type { Actor } from '../../../platform/actor.ts';
import { providerCalls } from '../../../platform/limits.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { getBilling } from '../get-billing.ts';
import { refreshSubscription } from '../sync/refresh-subscription.ts';

/**
 * Reads the person's subscription from the provider now, so that nobody has to wait for a webhook after
 * paying.
 */
export async function syncSubscription(deps: BillingDeps, actor: Actor): Promise<SubscriptionStatus> {
  await deps.limits.consume(providerCalls, actor.userId);
  await refreshSubscription(deps, actor.userId);
  const { subscriptionStatus } = await getBilling(deps.db, deps.clock.now(), actor.userId);
  return subscriptionStatus;
}
