import { DAY_MS } from '@drumbeat/contract/time.ts';
import { type Actor, requireVerified } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { notifyPerson } from '../../../platform/person-changes.ts';
import { recordChange } from '../../audit/record-audit.ts';
import { findCustomer } from '../../users/users.queries.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { isRunning } from '../billing.status.rules.ts';
import { lockSubscription, updateSubscription, upsertSubscription } from '../billing.store.ts';
import { listProducts } from '../catalogue/sync-catalogue.ts';
import { ensureCustomer } from '../checkout/ensure-customer.ts';
import { readRunning } from '../require-running.ts';
import { refreshSubscription } from '../sync/refresh-subscription.ts';

/**
 * Lets a customer start a trial although they, or somebody with the same address, X account or card, had one
 * before. Throws NOT_FOUND, and ALREADY_SUBSCRIBED if a subscription is running.
 */
export async function allowTrial(
  deps: Pick<BillingDeps, 'db' | 'clock'>,
  actor: Actor,
  { userId, reason }: { userId: number; reason?: string | undefined },
): Promise<void> {
  await findCustomer(deps.db, userId);
  await upsertSubscription(deps.db, userId);
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const row = await lockSubscription(tx, userId);
    if (!row || isRunning(row.state))
      throw new AppError('ALREADY_SUBSCRIBED', 'This customer has a subscription now. It must end first.');
    await updateSubscription(tx, userId, { trialAllowedAt: at, trialRefused: null });
    await recordChange(tx, actor, {
      at,
      action: 'billing.trial_allowed',
      target: { type: 'user', id: userId },
      before: { trialAllowedAt: row.trialAllowedAt?.toISOString() ?? null },
      after: { trialAllowedAt: at.toISOString() },
      reason,
    });
    await notifyPerson(tx, userId, 'plan_changed', at);
  });
}

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
