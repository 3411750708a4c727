import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { Db } from '../../../platform/database/database.ts';
import { notifyPerson } from '../../../platform/person-changes.ts';
import { expiredBefore } from '../../../platform/retention.ts';
import { recordFigures } from '../../figures/record-figures.ts';
import { findUser } from '../../users/users.queries.ts';
import type { UserRecord } from '../../users/users.types.ts';
import type { BillingDeps, SubscriptionChange } from '../billing.deps.ts';
import { upsertMovements } from '../billing.movements.store.ts';
import { entitlementsUnder, publishingOf, statusOf } from '../billing.status.rules.ts';
import {
  type BillingRow,
  type SubscriptionRow,
  selectBilling,
  selectPlan,
  updateSubscription,
} from '../billing.store.ts';
import type { Movement } from '../billing.types.ts';
import { countingOf, figuresOfMovement, tierOf } from '../counting.rules.ts';
import { emailMovement, emailNotices, emailPostsHeld } from '../emails/email-customer.ts';

/**
 * A movement older than this when first seen gets no email: it is history, read after a migration or a long
 * failure.
 */
const NEWS_MS = 7 * DAY_MS;

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

/**
 * Records the provider's movements of a person's money, and adds each to the figures of its own day. Returns
 * whether any was new or changed, and those to email, each once.
 */
async function recordMovements(
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

/** Counts the subscription of a person who left as none. Runs in the caller's transaction. */
export async function countSubscription(tx: Db, userId: number, now: Date): Promise<void> {
  const billing = await selectBilling(tx, userId);
  if (!billing) return;
  const { columns, figures } = countingOf({ ...billing, person: await findUser(tx, userId) }, now);
  if (figures.length > 0) await updateSubscription(tx, userId, columns);
  await recordFigures(tx, now, figures);
}
