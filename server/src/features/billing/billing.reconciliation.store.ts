import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
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

/** Notes that the provider listed these customers' subscriptions as running. */
export async function updateSeen(db: Db, customerIds: readonly string[], at: Date): Promise<void> {
  await db
    .update(subscriptions)
    .set({ seenAt: at })
    .where(inArray(subscriptions.customerId, [...customerIds]));
}

/** Whose subscription runs by our books but was not seen since then, by user id from the one after `after` on. */
export async function selectRunningUnseen(
  db: Db,
  page: { startedAt: Date; after: number; limit: number },
): Promise<number[]> {
  const { state, seenAt, userId } = subscriptions;
  const rows = await db
    .select({ userId })
    .from(subscriptions)
    .where(
      and(
        sql`${state} in ('trialing', 'active', 'past_due', 'unpaid', 'paused')`,
        or(isNull(seenAt), lt(seenAt, page.startedAt)),
        gt(userId, page.after),
      ),
    )
    .orderBy(asc(userId))
    .limit(page.limit);
  return rows.map((row) => row.userId);
}
