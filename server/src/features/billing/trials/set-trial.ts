import { DAY_MS } from '@drumbeat/contract/time.ts';
import { type Actor, requireVerified } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { upsertSubscription } from '../billing.store.ts';
import { listProducts } from '../catalogue/list-products.ts';
import { ensureCustomer } from '../checkout/ensure-customer.ts';
import { readRunning } from '../require-running.ts';
import { refreshSubscription } from '../sync/refresh-subscription.ts';

/**
 * Sets the caller's trial to end in `days` days; without a running subscription, starts a trial of the
 * cheapest paid plan. For testers, in development only. Throws EMAIL_NOT_VERIFIED, FORBIDDEN,
 * PROVIDER_FAILED.
 */
export async function setTrial(deps: BillingDeps, actor: Actor, days: number): Promise<void> {
  requireVerified(actor, 'set a trial');
  if (!actor.roles.some((role) => role === 'tester' || role === 'admin'))
    throw new AppError('FORBIDDEN', 'Only testers may set a trial.');
  await upsertSubscription(deps.db, actor.userId);
  const running = await readRunning(deps, actor);
  const trialEnd = new Date(deps.clock.now().getTime() + days * DAY_MS);
  if (running) {
    await deps.payments.setTrialEnd({ trialEnd, subscriptionId: running.subscriptionId });
  } else {
    const plan = (await listProducts(deps)).find(({ price }) => price.unitAmount > 0);
    if (!plan) throw new AppError('NOT_FOUND', 'There is no paid plan to try.');
    const customerId = await ensureCustomer(deps, actor);
    await deps.payments.setTrialEnd({ trialEnd, customerId, priceId: plan.price.id });
  }
  await refreshSubscription(deps, actor.userId);
}
