import { entitlementsOf, mergeMetadata } from '@drumbeat/contract/billing/billing.rules.ts';
import type { Db } from '../../../platform/database/database.ts';
import { recordFigures } from '../../figures/record-figures.ts';
import { findUser } from '../../users/users.queries.ts';
import { statusOf } from '../billing.status.rules.ts';
import { type BillingRow, selectBilling, updateSubscription } from '../billing.store.ts';
import type { Movement } from '../billing.types.ts';
import { type Counted, figuresOfChange, figuresOfMovement, phaseOf } from '../counting.rules.ts';

/**
 * Updates the figures if a subscription counts differently than before. People who left count as none. Runs
 * in the caller's transaction, which has locked the row.
 */
export async function countSubscription(tx: Db, userId: number, now: Date): Promise<void> {
  const billing = await selectBilling(tx, userId);
  const user = await findUser(tx, userId);
  if (!billing || !user) return;
  const { countedPhase, countedTier, countedEver, hasEverSubscribed } = billing.subscription;
  const before = countedPhase ? { phase: countedPhase, tier: countedTier ?? 'free' } : null;
  const after = user.deletedAt ? null : countedOf(billing, now);
  const ever = hasEverSubscribed && !user.deletedAt;
  const changes = figuresOfChange(before, after, user.createdAt.toISOString().slice(0, 7));
  if (changes.length === 0 && ever === countedEver) return;
  await updateSubscription(tx, userId, {
    countedPhase: after?.phase ?? null,
    countedTier: after?.tier ?? null,
    countedEver: ever,
  });
  await recordFigures(tx, now, [
    ...changes,
    { name: 'subscribers.ever', amount: Number(ever) - Number(countedEver) },
  ]);
}

/** Adds movements of money to the figures of their own day. */
export async function countMovements(
  tx: Db,
  userId: number,
  movements: readonly { movement: Movement; was?: Movement['kind'] }[],
): Promise<void> {
  if (movements.length === 0) return;
  const billing = await selectBilling(tx, userId);
  const tier = billing ? tierOf(billing) : 'free';
  for (const { movement, was } of movements)
    await recordFigures(tx, movement.at, figuresOfMovement(movement, was, tier));
}

function countedOf(billing: BillingRow, now: Date): Counted {
  const { subscription, price } = billing;
  const phase = phaseOf(statusOf(subscription, now), subscription.state, price?.unitAmount);
  return phase && { phase, tier: tierOf(billing) };
}

function tierOf({ product, price }: BillingRow): string {
  return entitlementsOf(mergeMetadata(product?.metadata, price?.metadata)).tier;
}
