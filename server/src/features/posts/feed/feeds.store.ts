import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { calendarFeeds } from '../posts.tables.ts';

/** Creates a person's feed, or replaces its secret and start. */
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

/** When a person's feed was created; undefined without one. */
export async function selectFeedStart(db: Db, userId: number): Promise<Date | undefined> {
  const rows = await db
    .select({ since: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, userId));
  return rows[0]?.since;
}

/** The owner of the feed with this secret. */
export async function selectFeedOwner(db: Db, secretHash: string): Promise<number | undefined> {
  const rows = await db
    .select({ userId: calendarFeeds.userId })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.secretHash, secretHash));
  return rows[0]?.userId;
}

/** Returns whether there was one. */
export async function deleteFeed(tx: Db, userId: number): Promise<boolean> {
  const { rowCount } = await tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId));
  return rowCount === 1;
}
