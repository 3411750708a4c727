import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { providerCalls } from '../../platform/limits.ts';
import type { BillingDeps } from './billing.deps.ts';
import { selectBilling } from './billing.store.ts';

/** The address of the provider's billing pages for this person. Throws PORTAL_NOT_READY before the first checkout. */
export async function openPortal(deps: BillingDeps, actor: Actor): Promise<{ url: string }> {
  const customerId = (await selectBilling(deps.db, actor.userId))?.subscription.customerId;
  if (!customerId)
    throw new AppError(
      'PORTAL_NOT_READY',
      'Billing portal is being set up. Please try again in a few minutes.',
    );
  await deps.limits.consume(providerCalls, actor.userId);
  const returnUrl = `${deps.publicUrl}/products?portal_return=true`;
  return { url: await deps.payments.createPortal({ customerId, returnUrl }) };
}
