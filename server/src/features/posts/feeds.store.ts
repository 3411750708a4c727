import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { calendarFeeds } from './posts.tables.ts';

/** Gives a person's feed another secret; it begins anew. */
export async function insertFeed(
  tx: Db,
  feed: { userId: number; secretHash: string; createdAt: Date },
): Promise<void> {
  const { secretHash, createdAt } = feed;
  await tx
    .insert(calendarFeeds)
    .values(feed)
    .onConflictDoUpdate({ target: calendarFeeds.userId, set: { secretHash, createdAt } });
}

/** Since when a person has a feed; undefined without one. */
export async function selectFeedStart(db: Db, userId: number): Promise<Date | undefined> {
  const rows = await db
    .select({ since: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, userId));
  return rows[0]?.since;
}

/** Whose feed a secret opens. */
export async function selectFeedOwner(db: Db, secretHash: string): Promise<number | undefined> {
  const rows = await db
    .select({ userId: calendarFeeds.userId })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.secretHash, secretHash));
  return rows[0]?.userId;
}

/** Says whether there was one. */
export async function deleteFeed(tx: Db, userId: number): Promise<boolean> {
  const { rowCount } = await tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId));
  return rowCount === 1;
}
