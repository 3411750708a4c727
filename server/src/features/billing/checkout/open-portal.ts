import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { providerCalls } from '../../../platform/rate-limits.ts';
import type { ByStaff } from '../../audit/audit.types.ts';
import { recordByStaff } from '../../audit/record-audit.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { isRunning } from '../billing.status.rules.ts';
import { selectBilling } from '../billing.store.ts';
import { refreshSubscription } from '../sync/refresh-subscription.ts';

/** What the person wants there: confirm another price, change the card, or just look. */
type Wish = { priceId?: string | undefined; update?: 'card' | undefined };

/**
 * The URL of the provider's billing portal for this person, or for staff on their behalf. Throws
 * PORTAL_NOT_READY if the person is not a customer there.
 */
export async function openPortal(
  deps: BillingDeps,
  actor: Pick<Actor, 'userId'>,
  wish: Wish,
  by?: ByStaff,
): Promise<{ url: string }> {
  const row = (await selectBilling(deps.db, actor.userId))?.subscription;
  if (!row?.customerId) throw notReady();
  await deps.limits.consume(providerCalls, by?.actor.userId ?? actor.userId);
  await recordByStaff(deps.db, by, {
    at: deps.clock.now(),
    action: 'billing.portal_opened',
    target: { type: 'user', id: actor.userId },
    before: null,
    after: { portal: 'opened' },
  });
  const page = wish.update === 'card' ? 'settings' : 'products';
  const { customerId, subscriptionId } = row;
  const portal = { customerId, returnUrl: `${deps.publicUrl}/${page}?portal_return=true` };
  const changes = wish.priceId && subscriptionId && isRunning(row.state);
  const plan = changes ? { at: { subscriptionId, priceId: wish.priceId ?? '' } } : {};
  const at = wish.update === 'card' ? { at: 'card' as const } : plan;
  const url = await deps.payments.createPortal({ ...portal, ...at });
  if (url) return { url };
  // The customer was deleted at the provider, and the webhook has not arrived yet.
  await refreshSubscription(deps, actor.userId);
  throw notReady();
}

function notReady(): AppError {
  const message = 'Billing portal is being set up. Please try again in a few minutes.';
  return new AppError('PORTAL_NOT_READY', message);
}
