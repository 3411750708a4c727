import { createHash } from 'node:crypto';
import type { CancelReason } from '@drumbeat/contract/billing/billing.entities.ts';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { spokenDay } from '../../emails/emails.rules.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { statusOf } from '../billing.status.rules.ts';
import { type SubscriptionRow, selectBilling, updateEndFailed } from '../billing.store.ts';
import { readRunning, requireRunning } from '../require-running.ts';
import { refreshSubscription } from '../sync/refresh-subscription.ts';
import { startCheckout } from './start-checkout.ts';

type Request = { reason: CancelReason; feedback?: string | undefined };

/**
 * Cancels the person's subscription at the end of its period, and says when that is. Idempotent. Everything
 * else, including the email, follows from reading the provider, as after a cancellation in its portal. Throws
 * NO_SUBSCRIPTION, PROVIDER_FAILED.
 */
export async function cancelSubscription(
  deps: BillingDeps,
  actor: Actor,
  { reason, feedback }: Request,
): Promise<{ message: string }> {
  const row = await requireRunning(deps, actor, 'There is no subscription to cancel.');
  if (!row.cancelAt) {
    const said = createHash('sha256')
      .update(`${reason}\n${feedback ?? ''}`)
      .digest('base64url');
    const idempotencyKey = `cancel-${row.subscriptionId}-${row.endChanges}-${said}`;
    const { subscriptionId } = row;
    try {
      await deps.payments.cancelAtPeriodEnd({ subscriptionId, reason, feedback, idempotencyKey });
    } catch (error) {
      await updateEndFailed(deps.db, row);
      throw error;
    }
    await recordAudit(deps.db, actor, {
      at: deps.clock.now(),
      action: 'billing.subscription_canceled',
      target: { type: 'subscription', id: subscriptionId },
      details: { reason },
    });
    await refreshSubscription(deps, actor.userId);
  }
  // Without an end, the provider only repeated an earlier answer, which was undone in the portal since.
  const end = (await selectBilling(deps.db, actor.userId))?.subscription.cancelAt;
  if (!end) {
    await updateEndFailed(deps.db, row);
    throw new AppError('PROVIDER_FAILED', 'Your plan was changed elsewhere. Please try again.');
  }
  return {
    message: `Your plan ends on ${spokenDay(end, actor.timeZone)}. Posts scheduled before then still go out.`,
  };
}

/**
 * Revokes a planned cancellation; if the subscription has ended already, opens a checkout of its last plan
 * without a trial. A running one is left as it is. Throws NO_SUBSCRIPTION if there never was one,
 * VALIDATION_FAILED if the last plan is no longer sold, PROVIDER_FAILED.
 */
export async function reactivateSubscription(
  deps: BillingDeps,
  actor: Actor,
): Promise<{ message: string; url: string | null }> {
  const running = await readRunning(deps, actor);
  if (!running) return checkOutAgain(deps, actor);
  if (!running.cancelAt) return { message: 'Your subscription is already active.', url: null };
  await resume(deps, actor, running);
  return { message: 'Your subscription continues.', url: null };
}

async function resume(
  deps: BillingDeps,
  actor: Actor,
  row: SubscriptionRow & { subscriptionId: string },
): Promise<void> {
  const { subscriptionId, endChanges } = row;
  try {
    await deps.payments.resume({ subscriptionId, idempotencyKey: `resume-${subscriptionId}-${endChanges}` });
  } catch (error) {
    await updateEndFailed(deps.db, row);
    throw error;
  }
  await recordAudit(deps.db, actor, {
    at: deps.clock.now(),
    action: 'billing.subscription_resumed',
    target: { type: 'subscription', id: subscriptionId },
  });
  await refreshSubscription(deps, actor.userId);
  if (!(await selectBilling(deps.db, actor.userId))?.subscription.cancelAt) return;
  // The provider only repeated an earlier answer, which was undone in the portal since.
  await updateEndFailed(deps.db, row);
  throw new AppError('PROVIDER_FAILED', 'Your plan was changed elsewhere. Please try again.');
}

async function checkOutAgain(deps: BillingDeps, actor: Actor): Promise<{ message: string; url: string }> {
  const row = (await selectBilling(deps.db, actor.userId))?.subscription;
  const ended = row && statusOf(row, deps.clock.now()) === 'canceled';
  if (!ended || !row.priceId)
    throw new AppError('NO_SUBSCRIPTION', 'There is no subscription to reactivate. Please choose a plan.');
  const { url } = await startCheckout(deps, actor, { priceId: row.priceId, trial: 'none' });
  return { message: 'Finish the checkout to reactivate your plan.', url };
}
