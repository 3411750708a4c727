import type { Db } from '../../../platform/database/database.ts';
import { notifyPerson } from '../../../platform/person-changes.ts';
import { recordFigures } from '../../figures/record-figures.ts';
import type { UserRecord } from '../../users/users.types.ts';
import type { BillingDeps, SubscriptionChange } from '../billing.deps.ts';
import { entitlementsUnder, publishingOf, statusOf } from '../billing.status.rules.ts';
import { type BillingRow, type SubscriptionRow, selectPlan, updateSubscription } from '../billing.store.ts';
import type { Movement } from '../billing.types.ts';
import { countingOf } from '../counting.rules.ts';
import { emailMovement, emailNotices, emailPostsHeld } from '../emails/email-customer.ts';
import { recordMovements } from './record-movements.ts';

/** What a reading of the provider says; nothing if only time has passed. */
export type Reading = { facts: Partial<SubscriptionRow>; movements?: readonly Movement[] };

/**
 * Writes what a reading says and what follows from it as one change of the row, which the caller has locked.
 * Then, in the same transaction and from the same facts: figures, posts and accounts, emails, open pages.
 */
export async function writeSubscription(
  deps: BillingDeps,
  tx: Db,
  { row, person }: { row: SubscriptionRow; person: UserRecord | undefined },
  { facts, movements = [] }: Reading,
): Promise<void> {
  const { userId } = row;
  const now = deps.clock.now();
  const subscription = { ...row, ...facts };
  const standing = { subscription, ...(await selectPlan(tx, subscription)), person };
  const { publishesUntil, ...access } = accessOf(standing, now);
  const { columns, figures } = countingOf(standing, now);
  await updateSubscription(tx, userId, { ...facts, ...access, publishesUntil, ...columns });
  await recordFigures(tx, now, figures);

  const accessChanges = differs(row, access);
  if (accessChanges) {
    const status = statusOf(subscription, now);
    deps.log.info({ userId, status, ...access }, 'subscription entitlements changed');
    await deps.applySubscriptionChange(tx, userId, access);
    if (row.publishes && !access.publishes && status === 'past_due') await emailPostsHeld(deps, tx, standing);
  }
  await emailNotices(deps, tx, row, standing);
  const { hasNew, news } = await recordMovements(tx, standing, movements, now);
  for (const movement of news) {
    if (movement.kind !== 'charged') deps.log.warn({ userId, movement }, 'payment refunded or disputed');
    await emailMovement(deps, tx, movement, standing);
  }
  const { appliedTicket: _ticket, syncedAt: _syncedAt, ...shown } = facts;
  if (accessChanges || hasNew || differs(row, shown)) await notifyPerson(tx, userId, 'plan_changed', now);
}

function accessOf(
  { subscription, product, price }: BillingRow,
  now: Date,
): SubscriptionChange & { publishesUntil: Date | null } {
  const { publishes, until } = publishingOf(subscription, now);
  const plan = { product: product?.metadata, price: price?.metadata };
  const { accountLimit } = entitlementsUnder(statusOf(subscription, now), plan);
  return { publishes, publishesUntil: until, accountLimit };
}

/** Whether the changes differ from the row. */
function differs(row: SubscriptionRow, changes: Partial<SubscriptionRow>): boolean {
  const columns = Object.keys(changes) as (keyof SubscriptionRow)[];
  return columns.some((column) => String(changes[column]) !== String(row[column]));
}
