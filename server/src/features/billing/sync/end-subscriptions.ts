import type { BillingDeps } from '../billing.deps.ts';
import { selectCustomers } from '../billing.former-ids.store.ts';
import { chooseSubscription, isRunning } from '../billing.status.rules.ts';
import { selectOpenCheckout, upsertSubscription } from '../billing.store.ts';
import { refreshSubscription } from './refresh-subscription.ts';

/**
 * Immediately ends everything that a deleted person could still be charged for, including as a former
 * customer. Idempotent. Throws PROVIDER_FAILED.
 */
export async function endSubscriptions(
  deps: Pick<BillingDeps, 'db' | 'payments'>,
  userId: number,
): Promise<void> {
  const checkout = await selectOpenCheckout(deps.db, userId);
  if (checkout?.sessionId) await deps.payments.expireCheckout(checkout.sessionId);
  for (const customerId of await selectCustomers(deps.db, userId)) await endAll(deps, customerId);
}

async function endAll({ payments }: Pick<BillingDeps, 'payments'>, customerId: string): Promise<void> {
  const account = await payments.customer(customerId);
  if (account === 'missing' || account === 'deleted') return;
  for (const { id, state } of account.subscriptions)
    if (isRunning(state)) await payments.cancelSubscription(id);
}

/**
 * Deletes an erased person's customers at the provider, with name, address and cards; paid invoices stay
 * there, as tax law requires. Idempotent. Throws PROVIDER_FAILED.
 */
export async function deleteCustomers(
  deps: Pick<BillingDeps, 'db' | 'payments'>,
  userId: number,
): Promise<void> {
  for (const customerId of await selectCustomers(deps.db, userId))
    await deps.payments.deleteCustomer(customerId);
}

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
