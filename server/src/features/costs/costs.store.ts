import { desc, lt } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { plannedCosts, xCredits } from './costs.tables.ts';

export type NotedCredits = Omit<typeof xCredits.$inferSelect, 'number'>;

/** Records a balance, once per key; returns whether it was new. */
export async function insertCredits(tx: Db, credits: NotedCredits): Promise<boolean> {
  const rows = await tx
    .insert(xCredits)
    .values(credits)
    .onConflictDoNothing()
    .returning({ key: xCredits.key });
  return rows.length > 0;
}

/** The most recently recorded balance. */
export async function selectCredits(db: Db): Promise<NotedCredits | undefined> {
  const rows = await db.select().from(xCredits).orderBy(desc(xCredits.number)).limit(1);
  return rows[0];
}

export async function deleteCreditsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(xCredits).where(lt(xCredits.at, before));
}

/** Replaces all planned costs. */
export async function replacePlannedCosts(
  tx: Db,
  days: ReadonlyMap<string, number>,
  countedAt: Date,
): Promise<void> {
  await tx.delete(plannedCosts);
  const rows = [...days].map(([day, costMicros]) => ({ day, costMicros, countedAt }));
  if (rows.length > 0) await tx.insert(plannedCosts).values(rows);
}

/** Planned costs by day, as far ahead as posts can be planned. */
export function selectPlannedCosts(db: Db): Promise<(typeof plannedCosts.$inferSelect)[]> {
  return db.select().from(plannedCosts).orderBy(plannedCosts.day);
}
