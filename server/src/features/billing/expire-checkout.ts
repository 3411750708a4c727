import type { BillingDeps } from './billing.deps.ts';
import { selectCheckout, updateCheckoutToClosed } from './billing.store.ts';

/**
 * Expires a given-up checkout at the provider, so that a forgotten tab cannot pay it. One without a session needs
 * nothing: the call that creates it finds it given up and expires it. Safe to repeat.
 */
export async function expireCheckout(deps: BillingDeps, checkoutId: number): Promise<void> {
  const checkout = await selectCheckout(deps.db, checkoutId);
  if (checkout?.state !== 'closing') return;
  if (checkout.sessionId) await deps.payments.expireCheckout(checkout.sessionId);
  await updateCheckoutToClosed(deps.db, { id: checkoutId });
}
