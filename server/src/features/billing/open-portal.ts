import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { providerCalls } from '../../platform/limits.ts';
import type { BillingDeps } from './billing.deps.ts';
import { isRunning } from './billing.status.rules.ts';
import { selectBilling } from './billing.store.ts';

/** What the person wants there: the confirmation of another price, a new card, or to look around. */
type Wish = { priceId?: string | undefined; update?: 'card' | undefined };

/** The address of the provider's billing pages for this person. Throws PORTAL_NOT_READY before the first checkout. */
export async function openPortal(deps: BillingDeps, actor: Actor, wish: Wish): Promise<{ url: string }> {
  const row = (await selectBilling(deps.db, actor.userId))?.subscription;
  if (!row?.customerId)
    throw new AppError(
      'PORTAL_NOT_READY',
      'Billing portal is being set up. Please try again in a few minutes.',
    );
  await deps.limits.consume(providerCalls, actor.userId);
  const page = wish.update === 'card' ? 'settings' : 'products';
  const { customerId, subscriptionId } = row;
  const portal = { customerId, returnUrl: `${deps.publicUrl}/${page}?portal_return=true` };
  if (wish.update === 'card') return { url: await deps.payments.createPortal({ ...portal, at: 'card' }) };
  const changes = wish.priceId && subscriptionId && isRunning(row.state);
  const at = changes ? { at: { subscriptionId, priceId: wish.priceId ?? '' } } : {};
  return { url: await deps.payments.createPortal({ ...portal, ...at }) };
}
