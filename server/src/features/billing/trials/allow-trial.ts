import type { Actor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { notifyPerson } from '../../../platform/person-changes.ts';
import { recordChange } from '../../audit/record-audit.ts';
import { findCustomer } from '../../users/users.queries.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { isRunning } from '../billing.status.rules.ts';
import { lockSubscription, updateSubscription, upsertSubscription } from '../billing.store.ts';

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
