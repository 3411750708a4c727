import type { BillingDeps } from '../billing.deps.ts';
import { upsertSubscription } from '../billing.store.ts';
import { refreshSubscription } from '../sync/refresh-subscription.ts';

/**
 * Ends a refused trial before anything is charged. Does nothing if the trial is over, or if staff allowed it
 * meanwhile. Idempotent.
 */
export async function endRefusedTrial(
  deps: BillingDeps,
  { userId, subscriptionId }: { userId: number; subscriptionId: string },
): Promise<void> {
  const row = await upsertSubscription(deps.db, userId);
  if (!row.trialRefused || row.subscriptionId !== subscriptionId || row.state !== 'trialing') return;
  await deps.payments.cancelSubscription(subscriptionId);
  deps.log.info({ userId, subscriptionId, why: row.trialRefused }, 'ended a repeated trial');
  await refreshSubscription(deps, userId);
}
