import type { BillingDeps } from '../billing.deps.ts';
import { chooseSubscription } from '../billing.status.rules.ts';
import { upsertSubscription } from '../billing.store.ts';

/** Ends a surplus subscription after checking again that another one counts. Idempotent. */
export async function cancelSurplus(
  deps: BillingDeps,
  { userId, subscriptionId }: { userId: number; subscriptionId: string },
): Promise<void> {
  const { customerId } = await upsertSubscription(deps.db, userId);
  const account = customerId ? await deps.payments.customer(customerId) : 'missing';
  if (account === 'missing' || account === 'deleted') return;
  const { current, surplus } = chooseSubscription(account.subscriptions);
  if (!surplus.some((one) => one.id === subscriptionId)) return;
  await deps.payments.cancelSubscription(subscriptionId);
  deps.log.warn({ userId, kept: current?.id, ended: subscriptionId }, 'ended a second subscription');
}
