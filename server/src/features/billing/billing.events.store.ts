import { and, asc, desc, eq, gt, inArray, isNull, lt } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { type EventPage, isOnPage } from '../../platform/database/event-page.ts';
import type { SubscriptionRow } from './billing.store.ts';
import { reconciliations, subscriptions, webhookEvents } from './billing.tables.ts';

type Standing = Pick<SubscriptionRow, 'userId' | 'state' | 'seenAt'>;

export type EventRow = typeof webhookEvents.$inferSelect;

/** Stores an event; false if it was delivered before. */
export async function insertEvent(tx: Db, event: Omit<EventRow, 'processedAt'>): Promise<boolean> {
  const rows = await tx
    .insert(webhookEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ id: webhookEvents.id });
  return rows.length > 0;
}

export async function selectEvent(db: Db, id: string): Promise<EventRow | undefined> {
  const [row] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, id));
  return row;
}

export async function updateEventProcessed(db: Db, id: string, now: Date): Promise<void> {
  await db.update(webhookEvents).set({ processedAt: now }).where(eq(webhookEvents.id, id));
}

/** Ids of events received before `before` that were not processed. */
export async function selectUnprocessedEvents(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.processedAt), lt(webhookEvents.receivedAt, before)))
    .orderBy(asc(webhookEvents.receivedAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

export async function deleteProcessedEvents(db: Db, before: Date): Promise<void> {
  await db
    .delete(webhookEvents)
    .where(and(lt(webhookEvents.receivedAt, before), lt(webhookEvents.processedAt, before)));
}

/** Events of these customers, newest first. */
export function selectEventsOf(db: Db, customerIds: readonly string[], page: EventPage): Promise<EventRow[]> {
  const { customerId, occurredAt, id } = webhookEvents;
  return db
    .select()
    .from(webhookEvents)
    .where(and(inArray(customerId, [...customerIds]), isOnPage(page, occurredAt, id)))
    .orderBy(desc(occurredAt), desc(id))
    .limit(page.limit);
}

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
