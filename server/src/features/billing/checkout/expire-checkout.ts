import type { BillingDeps } from '../billing.deps.ts';
import { selectCheckout, updateCheckoutToClosed } from '../billing.store.ts';

/**
 * Expires an abandoned checkout at the provider, so that nobody can pay it in a forgotten tab. One without a
 * session needs nothing: the call that creates the session will find it abandoned and expire it. Idempotent.
 */
export async function expireCheckout(deps: BillingDeps, checkoutId: number): Promise<void> {
  const checkout = await selectCheckout(deps.db, checkoutId);
  if (checkout?.state !== 'closing') return;
  if (checkout.sessionId) await deps.payments.expireCheckout(checkout.sessionId);
  await updateCheckoutToClosed(deps.db, { id: checkoutId });
}
