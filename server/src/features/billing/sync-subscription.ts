import type { SubscriptionStatus } from '@drumbeat/contract/billing.entities.ts';
import type { User } from '@drumbeat/contract/users.ts';
import type { Actor } from '../../platform/actor.ts';
import type { BillingDeps } from './billing.deps.ts';
import { providerCalls } from './billing.limits.ts';
import { billingOf } from './billing-of.ts';
import { refreshSubscription } from './refresh-subscription.ts';

/** Reads the person's subscription from the provider now: whoever comes back from paying waits for no webhook. */
export async function syncSubscription(
  deps: BillingDeps,
  actor: Actor,
): Promise<{ status: SubscriptionStatus; user: User }> {
  await deps.limits.consume(providerCalls, actor.userId);
  await refreshSubscription(deps, actor.userId);
  const { subscriptionStatus } = await billingOf(deps.db, deps.clock.now(), actor.userId);
  return { status: subscriptionStatus, user: await deps.userView(actor.userId) };
}
