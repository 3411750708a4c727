import type { SubscriptionStatus } from '@drumbeat/contract/billing/billing.entities.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { Actor } from '../../../platform/actor.ts';
import { providerCalls } from '../../../platform/rate-limits.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { selectReturns } from '../billing.movements.store.ts';
import { selectBilling } from '../billing.store.ts';
import type { SubscriptionFacts } from '../billing.view.ts';
import { getBilling } from '../get-billing.ts';
import { refreshSubscription } from '../sync/refresh-subscription.ts';
import { mayStartTrial } from '../trials/judge-trial.ts';

const RETURNS_SHOWN_MS = 90 * DAY_MS;
const MOST_RETURNS = 10;

/** For people who never started a checkout. */
const nobodyYet = { hasEverSubscribed: false, trialStart: null, trialAllowedAt: null };

/** A person's subscription, refunds and disputes, as last read from the provider; makes no call to it. */
export async function getSubscription(
  deps: Pick<BillingDeps, 'db' | 'clock' | 'sealer' | 'xUsersOf'>,
  userId: number,
): Promise<SubscriptionFacts> {
  const since = new Date(deps.clock.now().getTime() - RETURNS_SHOWN_MS);
  const [billing, returns] = await Promise.all([
    selectBilling(deps.db, userId),
    selectReturns(deps.db, userId, since, MOST_RETURNS),
  ]);
  const isTrialDue = await mayStartTrial(deps, deps.db, userId, billing?.subscription ?? nobodyYet);
  return { billing, returns, isTrialDue };
}

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
