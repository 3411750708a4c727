import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { providerCalls } from '../../platform/limits.ts';
import type { BillingDeps } from './billing.deps.ts';
import { isRunning, statusOf } from './billing.status.rules.ts';
import { type SubscriptionRow, selectBilling } from './billing.store.ts';
import { refreshSubscription } from './refresh-subscription.ts';

/** A person's subscription just read from the provider, if it still runs. Counts against the limit of such calls. */
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

/** The same, for what makes no sense without one. Throws NO_SUBSCRIPTION with this message. */
export async function requireRunning(
  deps: BillingDeps,
  actor: Actor,
  refusal: string,
): Promise<SubscriptionRow & { subscriptionId: string }> {
  const row = await readRunning(deps, actor);
  if (!row) throw new AppError('NO_SUBSCRIPTION', refusal);
  return row;
}
