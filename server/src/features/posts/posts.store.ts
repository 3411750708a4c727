import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  gte,
  inArray,
  lt,
  ne,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import { z } from 'zod';
import { type Db, prepared } from '../../platform/database.ts';
import { type EventPage, isOnPage } from '../../platform/event-page.ts';
import { column, readRows } from '../../platform/rows.ts';
import { postRequests, posts, shownPosts } from './posts.tables.ts';
import type { PostRecord } from './posts.types.ts';

/** More than any plan can schedule; limits the size of a response. */
const LIST_LIMIT = 2_000;
/** The statuses that may be deleted or replaced in bulk; processing posts are being published. */
const REPLACEABLE: PostRecord['status'][] = ['pending', 'failed'];

/** A page of a person's posts, of one account or all, latest planned time first. */
export function selectPostsPage(
  db: Db,
  which: { userId: number; accountId: number | undefined },
  page: { offset: number; limit: number },
): Promise<PostRecord[]> {
  const mine = eq(shownPosts.userId, which.userId);
  return db
    .select()
    .from(shownPosts)
    .where(which.accountId === undefined ? mine : and(mine, eq(shownPosts.accountId, which.accountId)))
    .orderBy(desc(shownPosts.scheduledAt), desc(shownPosts.id))
    .offset(page.offset)
    .limit(page.limit);
}

/** A person's failed posts, oldest first, up to `limit`. */
export function selectFailed(
  db: Db,
  userId: number,
  limit: number,
): Promise<Pick<PostRecord, 'id' | 'accountId' | 'retryCount'>[]> {
  return db
    .select({ id: posts.id, accountId: posts.accountId, retryCount: posts.retryCount })
    .from(posts)
    .where(and(eq(posts.userId, userId), eq(posts.status, 'failed')))
    .orderBy(asc(posts.id))
    .limit(limit);
}

/** A person's posts as a page of events, latest planned time first. */
export function selectPostsOnPage(db: Db, userId: number, page: EventPage): Promise<PostRecord[]> {
  return db
    .select()
    .from(shownPosts)
    .where(and(eq(shownPosts.userId, userId), isOnPage(page, shownPosts.scheduledAt, shownPosts.id)))
    .orderBy(desc(shownPosts.scheduledAt), desc(shownPosts.id))
    .limit(page.limit);
}

/** A person's posts planned or published between two instants, soonest first, up to LIST_LIMIT. */
export function selectPostsBetween(db: Db, userId: number, from: Date, to: Date): Promise<PostRecord[]> {
  return db
    .select()
    .from(shownPosts)
    .where(
      and(
        eq(shownPosts.userId, userId),
        between(shownPosts.scheduledAt, from, to),
        ne(shownPosts.status, 'failed'),
      ),
    )
    .orderBy(asc(shownPosts.scheduledAt), asc(shownPosts.id))
    .limit(LIST_LIMIT);
}

/** All of a person's posts, soonest first. */
export function selectEveryPost(db: Db, userId: number): Promise<PostRecord[]> {
  return db
    .select()
    .from(shownPosts)
    .where(eq(shownPosts.userId, userId))
    .orderBy(asc(shownPosts.scheduledAt), asc(shownPosts.id));
}

export async function selectPost(db: Db, postId: number): Promise<PostRecord | undefined> {
  const rows = await db.select().from(shownPosts).where(eq(shownPosts.id, postId));
  return rows[0];
}

/** A person's posts that were updated at `since` or later, earliest update first. */
export function selectChangedPosts(
  db: Db,
  userId: number,
  since: Date,
  limit: number,
): Promise<PostRecord[]> {
  return db
    .select()
    .from(shownPosts)
    .where(and(eq(shownPosts.userId, userId), gte(shownPosts.updatedAt, since)))
    .orderBy(asc(shownPosts.updatedAt), asc(shownPosts.id))
    .limit(limit);
}

export function selectPostsOfJob(db: Db, jobId: string): Promise<PostRecord[]> {
  return db
    .select()
    .from(shownPosts)
    .where(eq(shownPosts.generationJobId, jobId))
    .orderBy(asc(shownPosts.scheduledAt), asc(shownPosts.id));
}

/** Posts by their ids, in ascending order of id. */
export function selectPostsByIds(db: Db, ids: readonly number[]): Promise<PostRecord[]> {
  return db
    .select()
    .from(shownPosts)
    .where(inArray(shownPosts.id, [...ids]))
    .orderBy(asc(shownPosts.id));
}

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

/** Accounts on which a person has posts, the lowest id first. */
export async function selectAccountIdsWithPosts(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: posts.accountId })
    .from(posts)
    .where(eq(posts.userId, userId))
    .orderBy(asc(posts.accountId));
  return rows.map((row) => row.id);
}

export async function existsProcessing(db: Db, userId: number): Promise<boolean> {
  const rows = await db
    .select({ id: shownPosts.id })
    .from(shownPosts)
    .where(and(eq(shownPosts.userId, userId), eq(shownPosts.status, 'processing')))
    .limit(1);
  return rows.length > 0;
}

const timesAfter = (name: string, which?: SQL) =>
  prepared((db) =>
    db
      .select({ at: shownPosts.scheduledAt })
      .from(shownPosts)
      .where(
        and(
          eq(shownPosts.accountId, sql.placeholder('accountId')),
          gte(shownPosts.scheduledAt, sql.placeholder('from')),
          which,
        ),
      )
      .prepare(name),
  );
const times = {
  all: timesAfter('planned_times'),
  kept: timesAfter('kept_times', notInArray(shownPosts.status, REPLACEABLE)),
};
export async function selectTimesAfter(
  db: Db,
  accountId: number,
  from: Date,
  which: 'all' | 'kept',
): Promise<Date[]> {
  const rows = await times[which](db).execute({ accountId, from });
  return rows.map((row) => row.at);
}

export async function selectTexts(
  db: Db,
  accountId: number,
  limit: number,
): Promise<{ text: string; at: number }[]> {
  const rows = await db
    .select({ text: posts.content, at: posts.scheduledAt })
    .from(posts)
    .where(eq(posts.accountId, accountId))
    .orderBy(desc(posts.scheduledAt))
    .limit(limit);
  return rows.map(({ text, at }) => ({ text, at: at.getTime() }));
}

export async function countSavedSince(db: Db, userId: number, since: Date): Promise<number> {
  const rows = await db
    .select({ saved: count() })
    .from(posts)
    .where(and(eq(posts.userId, userId), gte(posts.createdAt, since)));
  return rows[0]?.saved ?? 0;
}

/** How many published or planned posts with a link a person has, from `from` until before `until`. */
export async function countLinks(db: Db, userId: number, from: Date, until: Date): Promise<number> {
  const rows = await db
    .select({ links: count() })
    .from(posts)
    .where(
      and(
        eq(posts.userId, userId),
        posts.hasLink,
        gte(posts.dueAt, from),
        lt(posts.dueAt, until),
        ne(posts.status, 'failed'),
      ),
    );
  return rows[0]?.links ?? 0;
}

const plannedRow = z.object({
  accountId: column.number,
  dueAt: column.instant,
  /** `dueAt` with microseconds, as the cursor for the next page. */
  due: column.text,
  scheduled: column.text,
  id: column.number,
  hasLink: column.boolean,
});
export type PlannedRow = z.infer<typeof plannedRow>;

/** A page of pending posts that are not paused individually, ordered by account, after `after`. */
export function selectPlanned(db: Db, after: PlannedRow | undefined, limit: number): Promise<PlannedRow[]> {
  const { accountId, due, scheduled, id } = after ?? {
    accountId: 0,
    due: '-infinity',
    scheduled: '-infinity',
    id: 0,
  };
  return readRows(
    db,
    plannedRow,
    sql`
    select account_id as "accountId", due_at as "dueAt", due_at::text as due, scheduled_at::text as scheduled, id, has_link as "hasLink"
    from posts where status = 'pending' and not is_paused
      and (account_id, due_at, scheduled_at, id) > (${accountId}::bigint, ${due}::timestamptz, ${scheduled}::timestamptz, ${id}::bigint)
    order by account_id, due_at, scheduled_at, id limit ${limit}`,
  );
}

export async function selectPostOfTweet(db: Db, tweetId: string): Promise<PostRecord | undefined> {
  const rows = await db.select().from(shownPosts).where(eq(shownPosts.tweetId, tweetId));
  return rows[0];
}
