import { failureCode } from '@drumbeat/contract/posts.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { column, readRows } from '../../platform/rows.ts';
import { storedHolds } from '../posts/post-words.rules.ts';
import { unknownReasons } from './publishing.rules.ts';
import { type AttemptRecord, attemptOutcomes, type HistoryRecord, postEventKinds } from './timeline.rules.ts';

export type PostEvent = {
  postId: number;
  kind: (typeof postEventKinds)[number];
  detail: Record<string, unknown>;
};

/** Records what was done to posts, in the transaction that does it. */
export async function insertPostEvents(tx: Db, events: readonly PostEvent[], at: Date): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({ post_id: event.postId, kind: event.kind, detail: event.detail }));
  await tx.execute(sql`
    insert into post_events (post_id, at, kind, detail)
    select post_id, ${at}, kind, detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(post_id bigint, kind text, detail jsonb)`);
}

const historyRow = z.discriminatedUnion('kind', [
  z.object({ at: column.instant, kind: z.enum(postEventKinds), detail: column.record }),
  z.object({
    at: column.instant,
    kind: z.enum(['held', 'released']),
    detail: z.object({ reason: z.enum(storedHolds), until: column.text.nullable() }),
  }),
]);

/** Everything recorded of a post: what was done to it, and what held its account meanwhile. */
export function selectHistory(
  db: Db,
  post: { id: number; accountId: number; createdAt: Date; endedAt: Date | null },
): Promise<HistoryRecord[]> {
  const statement = sql`
    select at, kind, detail from post_events where post_id = ${post.id}
    union all
    select at, kind, jsonb_build_object('reason', reason, 'until', until) from account_hold_log
    where account_id = ${post.accountId} and at >= ${post.createdAt} and (${post.endedAt}::timestamptz is null or at <= ${post.endedAt})
    order by at`;
  return readRows(db, historyRow, statement);
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
  const statement = sql`
    select started_at as "startedAt", called_at as "calledAt", unknown_reason as "unknownReason", unknown_since as "unknownSince",
      outcome, tweet_id as "tweetId", error_code as "errorCode", error_message as "errorMessage", settled_at as "settledAt"
    from post_attempts where post_id = ${postId} order by id`;
  return readRows(db, attemptRow, statement);
}
