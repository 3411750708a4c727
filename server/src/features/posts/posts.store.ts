import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { posts } from '../post/post.tables.ts';
import { calendarFeeds, postRequests, postSources } from './posts.tables.ts';

const columns = {
  claim: postSources.claim,
  sourceId: postSources.sourceId,
  label: postSources.label,
  url: postSources.url,
};

/** The posts saved by the person's request with this key; undefined for a new key. */
export async function selectRequest(tx: Db, userId: number, key: string): Promise<number[] | undefined> {
  const rows = await tx
    .select({ postIds: postRequests.postIds })
    .from(postRequests)
    .where(and(eq(postRequests.userId, userId), eq(postRequests.key, key)));
  return rows[0]?.postIds;
}

export async function insertRequest(
  tx: Db,
  request: { userId: number; key: string; postIds: number[]; at: Date },
): Promise<void> {
  await tx.insert(postRequests).values(request);
}

/** Deletes requests from before an instant. */
export async function deleteRequestsBefore(db: Db, instant: Date): Promise<void> {
  await db.delete(postRequests).where(lt(postRequests.at, instant));
}

/** The sources of a post, in the order of its claims. */
export function selectSources(db: Db, postId: number): Promise<PostSource[]> {
  return db
    .select(columns)
    .from(postSources)
    .where(eq(postSources.postId, postId))
    .orderBy(asc(postSources.position));
}

/** The sources of a person's posts. */
export function selectSourcesOfUser(db: Db, userId: number): Promise<(PostSource & { postId: number })[]> {
  return db
    .select({ postId: postSources.postId, ...columns })
    .from(postSources)
    .innerJoin(posts, eq(posts.id, postSources.postId))
    .where(eq(posts.userId, userId))
    .orderBy(asc(postSources.postId), asc(postSources.position));
}

/** Replaces the sources of these posts. */
export async function replaceSources(
  tx: Db,
  supported: readonly { postId: number; sources: readonly PostSource[] }[],
): Promise<void> {
  const ids = supported.map(({ postId }) => postId);
  if (ids.length > 0) await tx.delete(postSources).where(inArray(postSources.postId, ids));
  const rows = supported.flatMap(({ postId, sources }) =>
    sources.map((source, position) => ({ postId, position, ...source })),
  );
  if (rows.length > 0) await tx.insert(postSources).values(rows);
}

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
