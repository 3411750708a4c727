import { and, asc, desc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { maintenanceWindows } from './maintenance.tables.ts';
import type { NewWindow, WindowRecord } from './maintenance.types.ts';

/** Windows that are not cancelled, not over, and begin by `beginBy`, earliest first. */
export function selectWindowsAhead(db: Db, now: Date, beginBy: Date): Promise<WindowRecord[]> {
  return db
    .select()
    .from(maintenanceWindows)
    .where(
      and(
        isNull(maintenanceWindows.canceledAt),
        lte(maintenanceWindows.startsAt, beginBy),
        or(isNull(maintenanceWindows.endsAt), gt(maintenanceWindows.endsAt, now)),
      ),
    )
    .orderBy(asc(maintenanceWindows.startsAt), asc(maintenanceWindows.id));
}

/**
 * A page of all windows, latest start first. Callers request one more row to see whether there is a next
 * page.
 */
export function selectWindows(db: Db, page: { offset: number; limit: number }): Promise<WindowRecord[]> {
  return db
    .select()
    .from(maintenanceWindows)
    .orderBy(desc(maintenanceWindows.startsAt), desc(maintenanceWindows.id))
    .offset(page.offset)
    .limit(page.limit);
}

export async function insertWindow(db: Db, window: NewWindow): Promise<WindowRecord> {
  const [row] = await db.insert(maintenanceWindows).values(window).returning();
  if (!row) throw new Error('Inserting a maintenance window returned no row');
  return row;
}

export async function lockWindow(tx: Db, id: number): Promise<WindowRecord | undefined> {
  const [row] = await tx.select().from(maintenanceWindows).where(eq(maintenanceWindows.id, id)).for('update');
  return row;
}

export async function markCanceled(tx: Db, id: number, canceledAt: Date): Promise<void> {
  await tx.update(maintenanceWindows).set({ canceledAt }).where(eq(maintenanceWindows.id, id));
}
