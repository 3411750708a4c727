import { and, asc, desc, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { type EventPage, isOnPage } from '../../platform/database/event-page.ts';
import { webhookEvents } from './billing.tables.ts';

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
