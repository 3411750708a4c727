import type { BillingDeps } from './billing.deps.ts';
import { isRunning } from './billing.status.rules.ts';
import { selectBilling, selectOpenCheckout } from './billing.store.ts';

/** Ends now all that a deleted person could still be charged for. Safe to repeat. Throws PROVIDER_FAILED. */
export async function endSubscriptions(
  deps: Pick<BillingDeps, 'db' | 'payments'>,
  userId: number,
): Promise<void> {
  const checkout = await selectOpenCheckout(deps.db, userId);
  if (checkout?.sessionId) await deps.payments.expireCheckout(checkout.sessionId);
  const customerId = (await selectBilling(deps.db, userId))?.subscription.customerId;
  const account = customerId ? await deps.payments.customer(customerId) : 'missing';
  if (account === 'missing' || account === 'deleted') return;
  for (const { id, state } of account.subscriptions)
    if (isRunning(state)) await deps.payments.cancelSubscription(id);
}

/**
 * Removes an erased person from the provider, with name, address and cards; paid invoices stay there, as tax law
 * wants. Safe to repeat. Throws PROVIDER_FAILED.
 */
export async function deleteCustomer(
  deps: Pick<BillingDeps, 'db' | 'payments'>,
  userId: number,
): Promise<void> {
  const customerId = (await selectBilling(deps.db, userId))?.subscription.customerId;
  if (customerId) await deps.payments.deleteCustomer(customerId);
}
