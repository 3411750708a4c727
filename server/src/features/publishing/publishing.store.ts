import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { column, readRows, readRowsPrepared } from '../../platform/rows.ts';
import { postCostMicros } from '../figures/costs.rules.ts';
import type { UnknownReason } from './publishing.rules.ts';
import {
  type ClaimedPost,
  claimedRow,
  type OpenAttempt,
  openRow,
  type Settled,
  type Settlement,
  settledRow,
} from './publishing.types.ts';

/*
 * The ledger, and the engine's two writes of `posts`, claim and settle: all others go through change-posts.ts. Plain SQL,
 * because each of these statements is one decision that must hold or not hold as a whole.
 */

const claimedColumns = sql.raw(`
  p.id as "postId", p.user_id as "userId", p.account_id as "accountId", p.content,
  p.scheduled_at as "scheduledAt", p.due_at as "dueAt", p.retry_count as "retryCount", p.updated_at as "updatedAt"`);

export type ClaimRequest = {
  workerId: string;
  now: Date;
  notBefore: Date;
  leaseUntil: Date;
  limit: number;
  /** Claims even though publishing is stopped for everybody. */
  isProbe?: boolean;
};

/**
 * Claims posts due since `notBefore`: at most one of an account, and none of an account with an open attempt. One statement marks them
 * `processing` and writes their ledger rows; no row gets older, though the clocks of machines differ; the unique index on open attempts settles races between workers.
 * A post is skipped while an earlier one of its account is pending, even one locked by another transaction.
 * While a maintenance window holds publishing nothing is claimed, and what came due during it is left to be moved.
 * `offset 0` keeps the planner from turning the subqueries into joins: each is one index look-up, in order of time,
 * whatever its statistics say.
 */
export async function claimDue(db: Db, claim: ClaimRequest): Promise<ClaimedPost[]> {
  const statement = sql`
    with floor as materialized (
      select greatest(${claim.notBefore}::timestamptz, max(ends_at)) as at from publishing_pauses where ends_at <= ${claim.now}
    ), due as materialized (
      select p.id, p.account_id, p.due_at, p.scheduled_at from posts p
      where p.is_open and p.status = 'pending' and p.hold_reason is null and p.due_at <= ${claim.now} and p.due_at > (select at from floor)
        and (${claim.isProbe ?? false}::boolean or not exists (select 1 from publishing_stop))
        and not exists (select 1 from publishing_pauses g where g.starts_at <= ${claim.now} and (g.ends_at is null or g.ends_at > ${claim.now}))
        and not exists (select 1 from post_attempts a where a.account_id = p.account_id and a.settled_at is null offset 0)
        and not exists (select 1 from account_holds h where h.account_id = p.account_id offset 0)
        and not exists (select 1 from posts q where q.account_id = p.account_id and q.is_open and q.status = 'pending' and q.hold_reason is null
          and (q.due_at, q.scheduled_at, q.id) < (p.due_at, p.scheduled_at, p.id) and q.due_at > (select at from floor) offset 0)
      order by p.due_at, p.scheduled_at, p.id limit ${claim.limit}
      for update of p skip locked
    ), first_of_account as (
      select distinct on (account_id) id, account_id from due order by account_id, due_at, scheduled_at, id
    ), opened as (
      insert into post_attempts (post_id, account_id, worker_id, started_at, lease_until)
      select id, account_id, ${claim.workerId}, ${claim.now}, ${claim.leaseUntil} from first_of_account
      on conflict (account_id) where settled_at is null do nothing
      returning id as "attemptId", worker_id as "workerId", lease_until as "leaseUntil", post_id
    )
    update posts p set status = 'processing', updated_at = greatest(p.updated_at, ${claim.now})
    from opened where p.id = opened.post_id
    returning opened."attemptId", opened."workerId", opened."leaseUntil", ${claimedColumns}`;
  const rows = await readRowsPrepared(db, 'claim_due', claimedRow, statement);
  return claim.isProbe ? rows.map((row) => ({ ...row, isProbe: true })) : rows;
}

/** Takes over open attempts whose lease ran out, oldest first; two workers never take the same one. */
export function takeOverExpired(
  db: Db,
  claim: { workerId: string; now: Date; leaseUntil: Date; limit: number },
): Promise<OpenAttempt[]> {
  const statement = sql`
    with expired as (
      select post_id, id from post_attempts where settled_at is null and lease_until <= ${claim.now}
      order by lease_until limit ${claim.limit} for update skip locked
    )
    update post_attempts a set worker_id = ${claim.workerId}, lease_until = ${claim.leaseUntil}
    from expired, posts p where a.post_id = expired.post_id and a.id = expired.id and p.id = a.post_id
    returning a.id as "attemptId", a.worker_id as "workerId", a.lease_until as "leaseUntil", a.started_at as "startedAt", a.unknown_reason as "unknownReason",
      a.unknown_since as "unknownSince", ${claimedColumns}`;
  return readRows(db, openRow, statement);
}

/** Extends the lease if it is still this worker's; false means that another may have taken over the attempt. */
export async function extendLease(
  db: Db,
  lease: { postId: number; attemptId: number; workerId: string; now: Date; leaseUntil: Date },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update post_attempts set lease_until = ${lease.leaseUntil}
    where post_id = ${lease.postId} and id = ${lease.attemptId} and worker_id = ${lease.workerId} and settled_at is null and lease_until > ${lease.now}`);
  return rowCount === 1;
}

/** Leaves an attempt open because its outcome is unknown, and sets when to look next. */
export async function markUnknown(
  db: Db,
  attempt: { postId: number; attemptId: number },
  unknown: { reason: UnknownReason; calledAt: Date; now: Date; lookAt: Date },
): Promise<void> {
  await db.execute(sql`
    update post_attempts set unknown_reason = coalesce(unknown_reason, ${unknown.reason}),
      unknown_since = coalesce(unknown_since, ${unknown.now}), called_at = coalesce(called_at, ${unknown.calledAt}),
      lease_until = ${unknown.lookAt}
    where post_id = ${attempt.postId} and id = ${attempt.attemptId} and settled_at is null`);
}

/** Postpones the next look at an open attempt. */
export async function postponeLook(
  db: Db,
  attempt: { postId: number; attemptId: number },
  lookAt: Date,
): Promise<void> {
  await db.execute(
    sql`update post_attempts set lease_until = ${lookAt}
        where post_id = ${attempt.postId} and id = ${attempt.attemptId} and settled_at is null`,
  );
}

/** Whether an earlier attempt of the post ended with an unknown outcome. */
export async function hadUnknownOutcome(db: Db, postId: number, attemptId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from post_attempts where post_id = ${postId} and id < ${attemptId} and
      (unknown_reason is not null or outcome = 'absent' or error_code = 'OUTCOME_UNKNOWN') limit 1`);
  return rows.length > 0;
}

const tweetRow = z.object({ tweetId: column.text });

/** Those of these tweets that belong to other posts of ours. */
export async function takenTweets(db: Db, tweetIds: readonly string[]): Promise<Set<string>> {
  if (tweetIds.length === 0) return new Set();
  const statement = sql`select tweet_id as "tweetId" from posts where tweet_id = any(${sql.param(tweetIds)}::text[])`;
  return new Set((await readRows(db, tweetRow, statement)).map((row) => row.tweetId));
}

/**
 * Settles many attempts in one statement. An attempt that is settled already is left alone, so a repeat changes
 * nothing. Posts are locked in the order of their accounts; the accounts whose other posts must wait (`nextNotBefore`)
 * are locked by the caller. Posts go back to `pending` under the hold that was written on them in between, if any.
 */
export function settle(tx: Db, batch: readonly Settlement[], now: Date): Promise<Settled[]> {
  const rows = batch.map((each) => ({
    attempt_id: each.attemptId,
    post_id: each.postId,
    outcome: each.outcome,
    tweet_id: each.outcome === 'posted' ? each.tweetId : null,
    code: 'code' in each ? each.code : null,
    message: 'message' in each ? each.message : null,
    due_at: 'dueAt' in each ? each.dueAt.toISOString() : null,
    next_not_before: each.nextNotBefore?.toISOString() ?? null,
    called_at: each.calledAt?.toISOString() ?? null,
    cost_micros: each.outcome === 'posted' ? postCostMicros(each.hasLink ?? false) : null,
    tier: each.tier ?? null,
  }));
  const statement = sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g(attempt_id bigint, post_id bigint, outcome text, tweet_id text, code text, message text, due_at timestamptz, next_not_before timestamptz, called_at timestamptz, cost_micros integer, tier text)
    ), locked as materialized (
      select p.id from given g join posts p on p.id = g.post_id order by p.account_id, p.id for no key update of p
    ), closed as (
      update post_attempts a set outcome = g.outcome, tweet_id = g.tweet_id, error_code = g.code, error_message = g.message,
        called_at = coalesce(a.called_at, g.called_at), settled_at = ${now}, cost_micros = g.cost_micros, tier = g.tier
      from given g, locked l where l.id = g.post_id and a.post_id = g.post_id and a.id = g.attempt_id and a.settled_at is null
      returning a.post_id, a.account_id, g.outcome, g.tweet_id, g.code, g.message, g.due_at, g.next_not_before
    ), delayed as (
      update posts q set due_at = c.next_not_before from closed c
      where q.account_id = c.account_id and q.status = 'pending' and q.due_at < c.next_not_before
    )
    update posts p set
      status = (case c.outcome when 'posted' then 'posted' when 'failed' then 'failed' else 'pending' end)::post_status,
      tweet_id = c.tweet_id,
      posted_at = case when c.outcome = 'posted' then ${now}::timestamptz end,
      error_code = c.code,
      error_message = c.message,
      retry_count = p.retry_count + (case when c.outcome = 'retry' then 1 else 0 end),
      due_at = coalesce(c.due_at, p.due_at),
      hold_reason = case when c.outcome in ('posted', 'failed') then null else p.hold_reason end,
      updated_at = greatest(p.updated_at, ${now})
    from closed c where p.id = c.post_id and p.status = 'processing'
    returning p.id, p.user_id as "userId", p.account_id as "accountId", p.status, p.retry_count as "retryCount",
      p.due_at as "dueAt", p.error_code as "errorCode", p.tweet_id as "tweetId", p.error_message as "errorMessage", p.updated_at as "updatedAt"`;
  return readRowsPrepared(tx, 'settle', settledRow, statement);
}

const accountRow = z.object({ accountId: column.number });

/** Accounts with posts that were due before an instant and are too late to go out unchanged. */
export async function accountsDueBefore(db: Db, before: Date, limit: number): Promise<number[]> {
  const statement = sql`
    select distinct account_id as "accountId" from (
      select account_id from posts where is_open and status = 'pending' and hold_reason is null and due_at <= ${before}
      order by due_at, scheduled_at, id limit ${limit}
    ) oldest`;
  return (await readRows(db, accountRow, statement)).map((row) => row.accountId);
}

const triesRow = z.object({ dueSince: column.instant, retries: column.number });

/** Since when a post waits: its planned time, or a later retry by hand. And how often X itself failed it since. */
export async function selectTries(
  db: Db,
  post: { postId: number; scheduledAt: Date },
): Promise<{ dueSince: Date; retries: number }> {
  const statement = sql`
    with wait as (select greatest(${post.scheduledAt}::timestamptz,
      (select max(at) from post_events where post_id = ${post.postId} and kind = 'retried')) as since)
    select since as "dueSince", (select count(*) from post_attempts
      where post_id = ${post.postId} and outcome = 'retry' and started_at >= since) as retries from wait`;
  return (await readRows(db, triesRow, statement))[0] ?? { dueSince: post.scheduledAt, retries: 0 };
}

/** When the engine must look again, and the due time of the first post that nothing holds. Null for never. */
export type Wake = z.infer<typeof wakeRow>;
const wakeRow = z.object({ at: column.instant.nullable(), firstDueAt: column.instant.nullable() });

/** The next due post (while publishing is stopped: the next try), the next lease to end, the next hold to end. */
export async function nextWake(db: Db): Promise<Wake> {
  const statement = sql`
    select due as "firstDueAt", least(
      case when due is not null then greatest(due, (select try_at from publishing_stop)) end,
      (select min(lease_until) from post_attempts where settled_at is null),
      (select min(until) from account_holds where until is not null)
    ) as at
    from (select (select due_at from posts where is_open and status = 'pending' and hold_reason is null
      order by due_at, scheduled_at, id limit 1) as due) first`;
  return (await readRows(db, wakeRow, statement))[0] ?? { at: null, firstDueAt: null };
}

const instantRow = z.object({ at: column.instant.nullable() });

/** The due time of the oldest post that could go out and has not; null when nothing is due. */
export async function oldestOverdue(db: Db, now: Date): Promise<Date | null> {
  const statement = sql`
    select due_at as at from posts where is_open and status = 'pending' and hold_reason is null and due_at <= ${now} order by due_at, scheduled_at, id limit 1`;
  return (await readRows(db, instantRow, statement))[0]?.at ?? null;
}
