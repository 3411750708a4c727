import { and, asc, count, desc, eq, gt, gte, inArray, ne, notInArray } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { posts } from './posts.tables.ts';
import type { NewPost, PostRecord } from './posts.types.ts';

/** More than any plan can schedule; bounds what one answer may hold. */
const LIST_LIMIT = 2_000;
/** The statuses that may be deleted and replaced together; workers are publishing the processing ones. */
const REPLACEABLE: PostRecord['status'][] = ['pending', 'failed'];

type PostChange = Partial<
  Pick<
    PostRecord,
    | 'content'
    | 'scheduledAt'
    | 'scheduledLocal'
    | 'dueAt'
    | 'status'
    | 'holdReason'
    | 'movedFrom'
    | 'retryCount'
    | 'errorCode'
    | 'errorMessage'
  >
> & { updatedAt: Date };

/** A person's posts, of one account or of all, soonest first; of very many, the latest ones. */
export async function selectPosts(db: Db, userId: number, accountId?: number): Promise<PostRecord[]> {
  const mine = eq(posts.userId, userId);
  const rows = await db
    .select()
    .from(posts)
    .where(accountId === undefined ? mine : and(mine, eq(posts.accountId, accountId)))
    .orderBy(desc(posts.scheduledAt), desc(posts.id))
    .limit(LIST_LIMIT);
  return rows.reverse();
}

/** All of a person's posts, soonest first. */
export function selectEveryPost(db: Db, userId: number): Promise<PostRecord[]> {
  return db
    .select()
    .from(posts)
    .where(eq(posts.userId, userId))
    .orderBy(asc(posts.scheduledAt), asc(posts.id));
}

export async function selectPostForUpdate(tx: Db, postId: number): Promise<PostRecord | undefined> {
  const rows = await tx.select().from(posts).where(eq(posts.id, postId)).for('update');
  return rows[0];
}

export function selectPostsOfJob(db: Db, jobId: string): Promise<PostRecord[]> {
  return db
    .select()
    .from(posts)
    .where(eq(posts.generationJobId, jobId))
    .orderBy(asc(posts.scheduledAt), asc(posts.id));
}

export function insertPosts(tx: Db, rows: NewPost[]): Promise<PostRecord[]> {
  return tx.insert(posts).values(rows).returning();
}

export async function updatePost(
  tx: Db,
  postId: number,
  change: PostChange,
): Promise<PostRecord | undefined> {
  const rows = await tx.update(posts).set(change).where(eq(posts.id, postId)).returning();
  return rows[0];
}

export async function removePost(tx: Db, postId: number): Promise<void> {
  await tx.delete(posts).where(eq(posts.id, postId));
}

/** Deletes all posts of a person except those that a worker is publishing. */
export async function removePostsOf(tx: Db, userId: number): Promise<void> {
  await tx.delete(posts).where(and(eq(posts.userId, userId), ne(posts.status, 'processing')));
}

export async function existsProcessing(db: Db, userId: number): Promise<boolean> {
  const rows = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.userId, userId), eq(posts.status, 'processing')))
    .limit(1);
  return rows.length > 0;
}

/** Deletes an account's pending and failed posts; those that a worker is publishing stay. */
export async function removePendingFailed(db: Db, userId: number, accountId: number): Promise<number> {
  const removed = await db
    .delete(posts)
    .where(and(eq(posts.userId, userId), eq(posts.accountId, accountId), inArray(posts.status, REPLACEABLE)))
    .returning({ id: posts.id });
  return removed.length;
}

export async function selectTimesAfter(
  db: Db,
  accountId: number,
  from: Date,
  which: 'all' | 'kept',
): Promise<Date[]> {
  const kept = which === 'kept' ? notInArray(posts.status, REPLACEABLE) : undefined;
  const rows = await db
    .select({ at: posts.scheduledAt })
    .from(posts)
    .where(and(eq(posts.accountId, accountId), gt(posts.scheduledAt, from), kept));
  return rows.map((row) => row.at);
}

export async function selectTexts(db: Db, accountId: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ content: posts.content })
    .from(posts)
    .where(eq(posts.accountId, accountId))
    .orderBy(desc(posts.scheduledAt))
    .limit(limit);
  return rows.map((row) => row.content);
}

export async function countSavedSince(db: Db, userId: number, since: Date): Promise<number> {
  const rows = await db
    .select({ saved: count() })
    .from(posts)
    .where(and(eq(posts.userId, userId), gte(posts.createdAt, since)));
  return rows[0]?.saved ?? 0;
}
