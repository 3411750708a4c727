import { asc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { SubscriptionRow } from './billing.store.ts';
import { reconciliations, subscriptions } from './billing.tables.ts';

export async function insertReconciliation(db: Db, startedAt: Date): Promise<number> {
  const [row] = await db.insert(reconciliations).values({ startedAt }).returning({ id: reconciliations.id });
  return row?.id ?? 0;
}

export async function updateReconciliation(
  db: Db,
  id: number,
  report: Omit<typeof reconciliations.$inferSelect, 'id' | 'startedAt'>,
): Promise<void> {
  await db.update(reconciliations).set(report).where(eq(reconciliations.id, id));
}

export async function deleteReconciliationsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(reconciliations).where(lt(reconciliations.startedAt, before));
}

/** The rows of these customers. */
export function selectByCustomers(db: Db, customerIds: readonly string[]): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.customerId, [...customerIds]));
}

/** Records that the provider listed these customers' subscriptions as running. */
export async function updateSeen(db: Db, customerIds: readonly string[], at: Date): Promise<void> {
  await db
    .update(subscriptions)
    .set({ seenAt: at })
    .where(inArray(subscriptions.customerId, [...customerIds]));
}

type Standing = Pick<SubscriptionRow, 'userId' | 'state' | 'seenAt'>;

/**
 * A page of subscriptions in any state, by user id after `after`. Reads a bounded number of rows, however few
 * differ.
 */
export function selectStandings(db: Db, page: { after: number; limit: number }): Promise<Standing[]> {
  const { userId, state, seenAt } = subscriptions;
  return db
    .select({ userId, state, seenAt })
    .from(subscriptions)
    .where(gt(userId, page.after))
    .orderBy(asc(userId))
    .limit(page.limit);
}
