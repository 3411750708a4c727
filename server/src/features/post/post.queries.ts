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
import { type Db, prepared } from '../../platform/database/database.ts';
import { type EventPage, isOnPage } from '../../platform/database/event-page.ts';
import { column, readRows } from '../../platform/database/rows.ts';
import { posts, shownPosts } from './post.tables.ts';
import type { PostRecord } from './post.types.ts';

/** More than any plan can schedule; limits the size of a response. */
const LIST_LIMIT = 2_000;
/** The statuses that may be deleted or replaced in bulk; processing posts are being published. */
const REPLACEABLE: PostRecord['status'][] = ['pending', 'failed'];

/** A page of a person's posts, of one account or all, latest planned time first. */
export function listPostsPage(
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

const failedRow = z.object({
  userId: column.number,
  id: column.number,
  accountId: column.number,
  retryCount: column.number,
});

/** The failed posts of several people, oldest first, up to `limit` of each. */
export function listFailedPosts(
  db: Db,
  userIds: readonly number[],
  limit: number,
): Promise<z.infer<typeof failedRow>[]> {
  return readRows(
    db,
    failedRow,
    sql`
    select f.* from unnest(${sql.param(userIds)}::bigint[]) as whose (user_id) cross join lateral (
      select user_id as "userId", id, account_id as "accountId", retry_count as "retryCount"
      from posts p where p.user_id = whose.user_id and p.status = 'failed' order by id limit ${limit}
    ) f order by f.id`,
  );
}

/** A person's posts as a page of events, latest planned time first. */
function listPostsOnPage(db: Db, userId: number, page: EventPage): Promise<PostRecord[]> {
  return db
    .select()
    .from(shownPosts)
    .where(and(eq(shownPosts.userId, userId), isOnPage(page, shownPosts.scheduledAt, shownPosts.id)))
    .orderBy(desc(shownPosts.scheduledAt), desc(shownPosts.id))
    .limit(page.limit);
}

/** A person's posts planned or published between two instants, soonest first, up to LIST_LIMIT. */
export function listPostsBetween(db: Db, userId: number, from: Date, to: Date): Promise<PostRecord[]> {
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
export function listEveryPost(db: Db, userId: number): Promise<PostRecord[]> {
  return db
    .select()
    .from(shownPosts)
    .where(eq(shownPosts.userId, userId))
    .orderBy(asc(shownPosts.scheduledAt), asc(shownPosts.id));
}

/** A post by its id, whoever owns it. */
export async function findPost(db: Db, postId: number): Promise<PostRecord | undefined> {
  const rows = await db.select().from(shownPosts).where(eq(shownPosts.id, postId));
  return rows[0];
}

/** A person's posts that were updated at `since` or later, earliest update first. */
export function listChangedPosts(db: Db, userId: number, since: Date, limit: number): Promise<PostRecord[]> {
  return db
    .select()
    .from(shownPosts)
    .where(and(eq(shownPosts.userId, userId), gte(shownPosts.updatedAt, since)))
    .orderBy(asc(shownPosts.updatedAt), asc(shownPosts.id))
    .limit(limit);
}

/** Posts of a generation job, soonest first. */
export function listPostsOfJob(db: Db, jobId: string): Promise<PostRecord[]> {
  return db
    .select()
    .from(shownPosts)
    .where(eq(shownPosts.generationJobId, jobId))
    .orderBy(asc(shownPosts.scheduledAt), asc(shownPosts.id));
}

/** Posts by their ids, in ascending order of id. */
export function listPostsByIds(db: Db, ids: readonly number[]): Promise<PostRecord[]> {
  return db
    .select()
    .from(shownPosts)
    .where(inArray(shownPosts.id, [...ids]))
    .orderBy(asc(shownPosts.id));
}

/** Accounts on which a person has posts, the lowest id first. */
export async function listAccountIdsWithPosts(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: posts.accountId })
    .from(posts)
    .where(eq(posts.userId, userId))
    .orderBy(asc(posts.accountId));
  return rows.map((row) => row.id);
}

/** Whether a worker is publishing a post of this person. */
export async function hasProcessingPost(db: Db, userId: number): Promise<boolean> {
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
/** Planned times of the account's posts from `from` on: all, or only those that a replacement would keep. */
export async function listPlannedTimes(
  db: Db,
  accountId: number,
  from: Date,
  which: 'all' | 'kept',
): Promise<Date[]> {
  const rows = await times[which](db).execute({ accountId, from });
  return rows.map((row) => row.at);
}

/** The account's latest posts in any state, newest first: texts, and times in ms since the epoch. */
export async function listNeighbours(
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

/** How many posts the person saved since an instant, not counting deleted ones. */
export async function countPostsSince(db: Db, userId: number, since: Date): Promise<number> {
  const rows = await db
    .select({ saved: count() })
    .from(posts)
    .where(and(eq(posts.userId, userId), gte(posts.createdAt, since)));
  return rows[0]?.saved ?? 0;
}

/** How many published or planned posts with a link a person has, from `from` until before `until`. */
export async function countPlannedLinks(db: Db, userId: number, from: Date, until: Date): Promise<number> {
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
type PlannedRow = z.infer<typeof plannedRow>;

/** A page of pending posts that are not paused individually, ordered by account, after `after`. */
function listPlanned(db: Db, after: PlannedRow | undefined, limit: number): Promise<PlannedRow[]> {
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

/** The post that became this tweet, whoever owns it. */
export async function findPostOfTweet(db: Db, tweetId: string): Promise<PostRecord | undefined> {
  const rows = await db.select().from(shownPosts).where(eq(shownPosts.tweetId, tweetId));
  return rows[0];
}

/** A person's posts whose planned time has passed, as a page of their timeline. */
export async function listPostEvents(
  db: Db,
  userId: number,
  page: EventPage,
): Promise<{ id: string; at: Date; action: string; details: Record<string, unknown> }[]> {
  return (await listPostsOnPage(db, userId, page)).map((post) => ({
    id: String(post.id),
    at: post.scheduledAt,
    action: `post.${post.status}`,
    details: {
      content: post.content.slice(0, 120),
      postedAt: post.postedAt?.toISOString() ?? null,
      tweetId: post.tweetId,
      retries: post.retryCount,
      held: post.holdReason,
      error: post.errorMessage ?? post.errorCode,
    },
  }));
}

export type PlannedPage = { posts: PlannedRow[]; last: PlannedRow | undefined };

/** A page of everybody's pending posts, after the last post of the previous page. */
export async function listPlannedPage(
  db: Db,
  after: PlannedRow | undefined,
  limit: number,
): Promise<PlannedPage> {
  const posts = await listPlanned(db, after, limit);
  return { posts, last: posts.at(-1) };
}
