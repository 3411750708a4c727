import type { BillingDeps } from '../billing.deps.ts';
import { selectCustomers } from '../billing.former-ids.store.ts';
import { isRunning } from '../billing.status.rules.ts';
import { selectOpenCheckout } from '../billing.store.ts';

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
