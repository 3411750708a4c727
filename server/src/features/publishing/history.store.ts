import { failureCode } from '@drumbeat/contract/posts.ts';
import { and, asc, eq, gte, inArray, lt, lte } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { column } from '../../platform/rows.ts';
import { unknownReasons } from './publishing.rules.ts';
import { accountHoldLog, deletedPosts, postAttempts, postEvents } from './publishing.tables.ts';
import { type AttemptRecord, attemptOutcomes, type HistoryRecord, postEventKinds } from './timeline.rules.ts';

/* What happened to posts: what was done to them, what held their accounts, the ledger, and what deleted ones leave. */

export type PostEvent = {
  postId: number;
  kind: (typeof postEventKinds)[number];
  detail: Record<string, unknown>;
};

/** Records what was done to posts, in the transaction that does it. */
export async function insertPostEvents(tx: Db, events: readonly PostEvent[], at: Date): Promise<void> {
  if (events.length === 0) return;
  await tx.insert(postEvents).values(events.map((event) => ({ ...event, at })));
}

const eventRow = z.object({ at: column.instant, kind: z.enum(postEventKinds), detail: column.record });

/** What was done to a post, oldest first. */
export function selectHistory(db: Db, postId: number): Promise<HistoryRecord[]> {
  return db
    .select({ at: postEvents.at, kind: postEvents.kind, detail: postEvents.detail })
    .from(postEvents)
    .where(eq(postEvents.postId, postId))
    .orderBy(asc(postEvents.id));
}

/** What held an account while a post of it waited, oldest first. */
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

/** The ledger of a post, oldest attempt first. */
export function selectAttempts(db: Db, postId: number): Promise<AttemptRecord[]> {
  return db.select().from(postAttempts).where(eq(postAttempts.postId, postId)).orderBy(asc(postAttempts.id));
}

/** How the calls to X for these posts ended, oldest first; null while one is open. */
export function selectOutcomes(
  db: Db,
  postIds: readonly number[],
): Promise<{ postId: number; outcome: AttemptRecord['outcome']; errorCode: string | null }[]> {
  return db
    .select({
      postId: postAttempts.postId,
      outcome: postAttempts.outcome,
      errorCode: postAttempts.errorCode,
    })
    .from(postAttempts)
    .where(inArray(postAttempts.postId, [...postIds]))
    .orderBy(asc(postAttempts.postId), asc(postAttempts.id));
}

const keptEvents = z.array(eventRow);
const keptAttempts = z.array(attemptRow);
export type DeletedPost = Omit<typeof deletedPosts.$inferSelect, 'history' | 'attempts'> & {
  history: HistoryRecord[];
  attempts: AttemptRecord[];
};

/** What is kept of a deleted post. */
export async function selectDeletedPost(db: Db, postId: number): Promise<DeletedPost | undefined> {
  return (await selectDeletedPosts(db, [postId]))[0];
}

/** What is kept of deleted posts, in the order in which they were planned. */
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
