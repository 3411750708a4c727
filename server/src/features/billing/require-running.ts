import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { providerCalls } from '../../platform/rate-limits.ts';
import type { BillingDeps } from './billing.deps.ts';
import { isRunning, statusOf } from './billing.status.rules.ts';
import { type SubscriptionRow, selectBilling } from './billing.store.ts';
import { refreshSubscription } from './sync/refresh-subscription.ts';

/**
 * The person's subscription, freshly read from the provider, if it is running. Counts against the limit for
 * such calls.
 */
export async function readRunning(
  deps: BillingDeps,
  actor: Actor,
): Promise<(SubscriptionRow & { subscriptionId: string }) | undefined> {
  await deps.limits.consume(providerCalls, actor.userId);
  await refreshSubscription(deps, actor.userId);
  const row = (await selectBilling(deps.db, actor.userId))?.subscription;
  if (!row?.subscriptionId || !isRunning(row.state)) return undefined;
  if (statusOf(row, deps.clock.now()) === 'canceled') return undefined;
  return { ...row, subscriptionId: row.subscriptionId };
}

/** Like `readRunning`, but throws NO_SUBSCRIPTION with this message if there is none. */
export async function requireRunning(
  deps: BillingDeps,
  actor: Actor,
  refusal: string,
): Promise<SubscriptionRow & { subscriptionId: string }> {
  const row = await readRunning(deps, actor);
  if (!row) throw new AppError('NO_SUBSCRIPTION', refusal);
  return row;
}
