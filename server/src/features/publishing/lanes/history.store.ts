import { failureCode } from '@drumbeat/contract/posts/failure-codes.ts';
import { and, asc, eq, gt, gte, inArray, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { column, readRows } from '../../../platform/database/rows.ts';
import {
  type AttemptRecord,
  attemptOutcomes,
  type HistoryRecord,
  postEventKinds,
} from '../by-hand/post-history.rules.ts';
import { accountHoldLog, deletedPosts, postAttempts, postEvents } from '../publishing.tables.ts';
import { unknownReasons } from '../publishing.types.ts';

/* The history of posts: changes, holds of their accounts, attempts, and what is kept about deleted posts. */

export type PostEvent = {
  postId: number;
  kind: (typeof postEventKinds)[number];
  detail: Record<string, unknown>;
};

/** Records changes to posts, in the transaction that makes them. */
export async function insertPostEvents(tx: Db, events: readonly PostEvent[], at: Date): Promise<void> {
  if (events.length === 0) return;
  await tx.insert(postEvents).values(events.map((event) => ({ ...event, at })));
}

const eventRow = z.object({ at: column.instant, kind: z.enum(postEventKinds), detail: column.record });

/** Changes to a post, oldest first. */
export function selectHistory(db: Db, postId: number): Promise<HistoryRecord[]> {
  return db
    .select({ at: postEvents.at, kind: postEvents.kind, detail: postEvents.detail })
    .from(postEvents)
    .where(eq(postEvents.postId, postId))
    .orderBy(asc(postEvents.id));
}

/** Holds of an account during the life of one post, oldest first. */
export async function selectHoldLog(
  db: Db,
  post: { accountId: number; createdAt: Date; endedAt: Date | null },
): Promise<HistoryRecord[]> {
  const log = accountHoldLog;
  const ended = post.endedAt === null ? undefined : lte(log.at, post.endedAt);
  const rows = await db
    .select()
    .from(log)
    .where(and(eq(log.accountId, post.accountId), gte(log.at, post.createdAt), ended))
    .orderBy(asc(log.id));
  return rows.map(({ at, kind, reason, until }) => ({
    at,
    kind,
    detail: { reason, until: until?.toISOString() ?? null },
  }));
}

const attemptRow = z.object({
  startedAt: column.instant,
  calledAt: column.instant.nullable(),
  unknownReason: z.enum(unknownReasons).nullable(),
  unknownSince: column.instant.nullable(),
  outcome: z.enum(attemptOutcomes).nullable(),
  tweetId: column.text.nullable(),
  errorCode: failureCode.nullable(),
  errorMessage: column.text.nullable(),
  settledAt: column.instant.nullable(),
});

const postIdRow = z.object({ postId: column.number });

/**
 * Every attempt at these posts, oldest first: the recorded unusual ones, plus the successful one and the one
 * in progress, which are read from the post and the lane.
 */
const attemptsOf = (postIds: readonly number[]): SQL => sql`
  select post_id as "postId", started_at as "startedAt", called_at as "calledAt", unknown_reason as "unknownReason",
    unknown_since as "unknownSince", outcome, tweet_id as "tweetId", error_code as "errorCode", error_message as "errorMessage",
    settled_at as "settledAt"
  from post_attempts where post_id = any(${sql.param(postIds)}::bigint[])
  union all
  select id, started_at, called_at, null, null, 'posted', tweet_id, null, null, posted_at
  from posts p where id = any(${sql.param(postIds)}::bigint[]) and status = 'posted' and started_at is not null
    and not exists (select 1 from post_attempts a where a.post_id = p.id and a.outcome = 'posted')
  union all
  select p.id, l.started_at, l.called_at, l.unknown_reason, l.unknown_since, null, null, null, null, null
  from posts p join lanes l on l.account_id = p.account_id and l.open_post = p.id
  where p.id = any(${sql.param(postIds)}::bigint[])
  order by "postId", "startedAt", "settledAt"`;

/** The attempts at a post, oldest first. */
export function selectAttempts(db: Db, postId: number): Promise<AttemptRecord[]> {
  return readRows(db, attemptRow, attemptsOf([postId]));
}

/** The outcomes of the calls to X for these posts, oldest first; null while a call is in progress. */
export function selectOutcomes(
  db: Db,
  postIds: readonly number[],
): Promise<(AttemptRecord & { postId: number })[]> {
  return readRows(db, attemptRow.extend(postIdRow.shape), attemptsOf(postIds));
}

/** Whether an attempt at a post since `since` ended without an answer from X. */
export async function existsDoubtSince(db: Db, postId: number, since: Date): Promise<boolean> {
  const rows = await db
    .select({ id: postAttempts.id })
    .from(postAttempts)
    .where(
      and(
        eq(postAttempts.postId, postId),
        gt(postAttempts.settledAt, since),
        or(isNotNull(postAttempts.unknownReason), eq(postAttempts.outcome, 'absent')),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

const keptEvents = z.array(eventRow);
const keptAttempts = z.array(attemptRow);
export type DeletedPost = Omit<typeof deletedPosts.$inferSelect, 'history' | 'attempts'> & {
  history: HistoryRecord[];
  attempts: AttemptRecord[];
};

/** What is kept about a deleted post. */
export async function selectDeletedPost(db: Db, postId: number): Promise<DeletedPost | undefined> {
  return (await selectDeletedPosts(db, [postId]))[0];
}

/** What is kept about deleted posts, by planned time. */
export async function selectDeletedPosts(db: Db, postIds: readonly number[]): Promise<DeletedPost[]> {
  const rows = await db
    .select()
    .from(deletedPosts)
    .where(inArray(deletedPosts.postId, [...postIds]))
    .orderBy(asc(deletedPosts.scheduledAt), asc(deletedPosts.postId));
  return rows.map((row) => ({
    ...row,
    history: keptEvents.parse(row.history),
    attempts: keptAttempts.parse(row.attempts),
  }));
}

export async function deleteTracesOf(tx: Db, userId: number): Promise<void> {
  await tx.delete(deletedPosts).where(eq(deletedPosts.userId, userId));
}

export async function deleteTracesBefore(db: Db, instant: Date): Promise<void> {
  await db.delete(deletedPosts).where(lt(deletedPosts.deletedAt, instant));
}
