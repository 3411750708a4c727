import type { BillingDeps } from './billing.deps.ts';
import { upsertSubscription } from './billing.store.ts';
import { refreshSubscription } from './refresh-subscription.ts';

/**
 * Ends a trial that was refused, before anything is charged. Does nothing once the trial is over, or where staff allowed
 * it meanwhile. Safe to repeat.
 */
export async function endRefusedTrial(
  deps: BillingDeps,
  { userId, subscriptionId }: { userId: number; subscriptionId: string },
): Promise<void> {
  const row = await upsertSubscription(deps.db, userId);
  if (!row.trialRefused || row.subscriptionId !== subscriptionId || row.state !== 'trialing') return;
  await deps.payments.cancelSubscription(subscriptionId);
  deps.log.info({ userId, subscriptionId, why: row.trialRefused }, 'a repeated trial was ended');
  await refreshSubscription(deps, userId);
}
