import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { Db } from '../../../platform/database/database.ts';
import { tellPerson } from '../../../platform/person-changes.ts';
import { expiredBefore } from '../../../platform/retention.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { upsertMovements } from '../billing.movements.store.ts';
import type { Movement } from '../billing.types.ts';
import { tellMovement } from '../emails/tell-customer.ts';
import { countMovements } from './count-subscription.ts';

/**
 * A movement older than this when first seen gets no email: it is history, read after a migration or a long
 * failure.
 */
const NEWS_MS = 7 * DAY_MS;

/** Records the provider's movements of a person's money, and emails the person about each new one once. */
export async function recordMovements(
  deps: BillingDeps,
  tx: Db,
  userId: number,
  movements: readonly Movement[],
): Promise<void> {
  const now = deps.clock.now();
  const kept = movements.filter((one) => one.at > expiredBefore(now, 'billingMovements'));
  const { fresh, changed } = await upsertMovements(tx, userId, kept);
  if (fresh.length + changed.length > 0) await tellPerson(tx, userId, 'plan_changed', now);
  await countMovements(tx, userId, [...fresh.map((movement) => ({ movement })), ...changed]);
  const news = fresh.filter((one) => now.getTime() - one.at.getTime() < NEWS_MS);
  for (const movement of [...news, ...changed.map(({ movement }) => movement)]) {
    if (movement.kind !== 'charged') deps.log.warn({ userId, movement }, 'payment refunded or disputed');
    await tellMovement(deps, tx, userId, movement);
  }
}
