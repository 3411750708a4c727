import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { Db } from '../../../platform/database/database.ts';
import { expiredBefore } from '../../../platform/retention.ts';
import { recordFigures } from '../../figures/record-figures.ts';
import { upsertMovements } from '../billing.movements.store.ts';
import type { BillingRow } from '../billing.store.ts';
import type { Movement } from '../billing.types.ts';
import { figuresOfMovement, tierOf } from '../counting.rules.ts';

/**
 * A movement older than this when first seen gets no email: it is history, read after a migration or a long
 * failure.
 */
const NEWS_MS = 7 * DAY_MS;

/**
 * Records the provider's movements of a person's money, and adds each to the figures of its own day. Returns
 * whether any was new or changed, and those to email, each once.
 */
export async function recordMovements(
  tx: Db,
  billing: BillingRow,
  movements: readonly Movement[],
  now: Date,
): Promise<{ hasNew: boolean; news: Movement[] }> {
  const kept = movements.filter((one) => one.at > expiredBefore(now, 'billingMovements'));
  const { fresh, changed } = await upsertMovements(tx, billing.subscription.userId, kept);
  const tier = tierOf(billing);
  for (const movement of fresh)
    await recordFigures(tx, movement.at, figuresOfMovement(movement, undefined, tier));
  for (const { movement, was } of changed)
    await recordFigures(tx, movement.at, figuresOfMovement(movement, was, tier));
  const recent = fresh.filter((one) => now.getTime() - one.at.getTime() < NEWS_MS);
  return {
    hasNew: fresh.length + changed.length > 0,
    news: [...recent, ...changed.map(({ movement }) => movement)],
  };
}
