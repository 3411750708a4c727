import { postPrice } from '@drumbeat/contract/costs/costs.rules.ts';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isLockTimeout } from '../../../platform/database/connection.ts';
import type { Db } from '../../../platform/database/database.ts';
import { column, readRows, readRowsPrepared } from '../../../platform/database/rows.ts';
import {
  type ClaimedLane,
  type ClaimedPost,
  claimedLane,
  contentRow,
  type OpenAttempt,
  openRow,
  type Settled,
  type Settlement,
  settledRow,
  type UnknownReason,
} from '../publishing.types.ts';
import { CERTAIN_AFTER_ANSWER_SECONDS } from './looks.rules.ts';

/*
 * The engine's statements on lanes, and its one write to `posts`, the settlement; all others run
 * under `withLane`. Plain SQL, because each statement is one atomic decision. `now` is the database's clock.
 * A statement that locks several lanes locks them in ascending order of account id, or gives up early.
 */

/**
 * A condition that limits this statement's waits for locks to 0.1 s. `skip locked` can still wait for a row
 * that one transaction locks just as another commits. If that one waits for a row of ours, we give up before
 * PostgreSQL detects the deadlock and fails either of us.
 */
const SHORT_LOCK_WAIT = sql`(select set_config('lock_timeout', '100', true)) is not null`;

/** The rows, or none if the statement waited too long for a lock: the next turn tries again. */
async function orNone<T>(rows: Promise<T[]>): Promise<T[]> {
  return rows.catch((error: unknown) => {
    if (isLockTimeout(error)) return [];
    throw error;
  });
}

export type ClaimRequest = {
  worker: number;
  now: SQL;
  /** Posts that were due more than this long ago are not claimed; they are moved to another slot. */
  misfireMinutes: number;
  limit: number;
  /** Claims even while publishing is stopped. */
  isProbe?: boolean;
};

/**
 * Claims free lanes that are due, each with its next post. Once it returns, the claim is committed: nobody
 * edits the posts, and no other worker takes them. Claims nothing during a maintenance pause, nor what came
 * due during one.
 */
export async function claimLanes(db: Db, claim: ClaimRequest): Promise<ClaimedLane[]> {
  const { now } = claim;
  // `(select …)` is evaluated once and limits the index scan; the bare function would be called for every
  // entry.
  const statement = sql`
    with floor as materialized (
      select greatest(${now} - make_interval(mins => ${claim.misfireMinutes}), max(ends_at)) as at
      from publishing_pauses where ends_at <= ${now}
    ), ready as materialized (
      select account_id from lanes
      where ${SHORT_LOCK_WAIT} and ready_at <= (select ${now}) and next_due > (select at from floor)
        and (${claim.isProbe ?? false}::boolean or not exists (select 1 from publishing_stop))
        and not exists (select 1 from publishing_pauses g where g.starts_at <= ${now} and (g.ends_at is null or g.ends_at > ${now}))
      order by ready_at limit ${claim.limit}
      for no key update skip locked
    )
    update lanes l set open_post = l.next_post, worker = ${claim.worker}, epoch = l.epoch + 1, started_at = ${now},
      called_at = null, unknown_reason = null, unknown_since = null, certain_at = null, look_at = null, looks = 0
    where l.account_id = any (array(select account_id from ready))
    returning l.account_id as "accountId", l.user_id as "userId", l.open_post as "postId", l.worker, l.epoch, l.started_at as "startedAt"`;
  return orNone(readRowsPrepared(db, 'claim_lanes', claimedLane, statement));
}

/** Reads the claimed posts. Call it after the claim: from then on nobody else can change them. */
export async function selectClaimed(
  db: Db,
  lanes: readonly ClaimedLane[],
): Promise<Omit<ClaimedPost, 'claimedAt'>[]> {
  const ids = lanes.map(({ postId }) => postId);
  const statement = sql`
    select id as "postId", content, scheduled_at as "scheduledAt", due_at as "dueAt", retry_count as "retryCount", updated_at as "updatedAt"
    from posts where id = any(${sql.param(ids)}::bigint[])`;
  const rows = await readRowsPrepared(db, 'claimed_posts', contentRow, statement);
  const byId = new Map(rows.map((row) => [row.postId, row]));
  return lanes.flatMap((lane) => {
    const post = byId.get(lane.postId);
    return post ? [{ ...lane, ...post }] : [];
  });
}

/**
 * Takes this worker's lanes whose timeline check is due. If the check is interrupted, the next is in half a
 * minute.
 */
export function takeLooks(
  db: Db,
  given: { worker: number; now: SQL; limit: number },
): Promise<OpenAttempt[]> {
  const { worker, now } = given;
  const statement = sql`
    with due as materialized (
      select account_id from lanes
      where ${SHORT_LOCK_WAIT} and look_at <= (select ${now}) and worker = ${worker} and open_post is not null
      order by look_at limit ${given.limit} for no key update skip locked
    )
    update lanes l set look_at = ${now} + interval '30 seconds', looks = l.looks + 1
    from due, posts p where l.account_id = due.account_id and p.id = l.open_post
    returning l.account_id as "accountId", l.user_id as "userId", l.open_post as "postId", l.worker, l.epoch,
      l.started_at as "startedAt", l.unknown_reason as "unknownReason", l.looks, l.absents, l.called_at as "calledAt",
      greatest(0, extract(epoch from l.certain_at - ${now})::float8 * 1000) as "certainInMs",
      extract(epoch from ${now} - l.started_at)::float8 * 1000 as "ageMs", p.status = 'posted' as "isPosted",
      p.content, p.scheduled_at as "scheduledAt", p.due_at as "dueAt", p.retry_count as "retryCount", p.updated_at as "updatedAt"`;
  return orNone(readRows(db, openRow, statement));
}

/** After this many seconds a claim's answer can no longer arrive: longer than any database timeout. */
const LOST_AFTER_SECONDS = 15;

const foundRow = z.object({ count: column.number });

/**
 * Finds lanes that this worker claimed but lost track of, because the claim's answer was lost or a step
 * failed, and schedules a check of their timelines. Returns how many.
 */
export async function findLost(
  db: Db,
  given: { worker: number; now: SQL; inHand: readonly number[] },
): Promise<number> {
  const { now } = given;
  const statement = sql`
    with locked as materialized (
      select account_id from lanes where worker = ${given.worker} and open_post is not null and look_at is null
        and started_at <= ${now} - make_interval(secs => ${LOST_AFTER_SECONDS}) and account_id <> all(${sql.param(given.inHand)}::bigint[])
      order by account_id for no key update
    ), lost as (
      update lanes set look_at = ${now}, certain_at = coalesce(certain_at, ${now} + make_interval(secs => ${CERTAIN_AFTER_ANSWER_SECONDS}))
      where account_id in (select account_id from locked)
      returning 1
    )
    select count(*) as count from lost`;
  return (await readRows(db, foundRow, statement))[0]?.count ?? 0;
}

type Held = { accountId: number; postId: number; epoch: number };
const isStill = ({ accountId, postId, epoch }: Held): SQL =>
  sql`account_id = ${accountId} and open_post = ${postId} and epoch = ${epoch}`;

/**
 * Keeps a lane open because the outcome of its call is unknown. Sets when to check the timeline, and from
 * when absence from it is certain.
 */
export async function updateUnknown(
  db: Db,
  lane: Held,
  unknown: {
    reason: UnknownReason;
    calledAt: Date;
    now: SQL;
    certainAfterSeconds: number;
    lookAfterMs: number;
  },
): Promise<void> {
  await db.execute(sql`
    update lanes set unknown_reason = coalesce(unknown_reason, ${unknown.reason}), unknown_since = coalesce(unknown_since, ${unknown.now}),
      called_at = coalesce(called_at, ${unknown.calledAt}),
      certain_at = ${unknown.now} + make_interval(secs => ${unknown.certainAfterSeconds}),
      look_at = ${unknown.now} + make_interval(secs => ${unknown.lookAfterMs / 1000})
    where ${isStill(lane)}`);
}

/** Schedules the next check of the timeline. */
export async function updateLook(db: Db, lane: Held, now: SQL, afterMs: number): Promise<void> {
  await db.execute(
    sql`update lanes set look_at = ${now} + make_interval(secs => ${afterMs / 1000}) where ${isStill(lane)}`,
  );
}

/** Whether the outcome of an earlier attempt at the post is unknown. */
export async function hadUnknownOutcome(db: Db, postId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from post_attempts
    where post_id = ${postId} and (unknown_reason is not null or outcome = 'absent' or error_code = 'OUTCOME_UNKNOWN') limit 1`);
  return rows.length > 0;
}

const tweetRow = z.object({ tweetId: column.text });

/** Which of these tweets already belong to posts of ours. */
export async function takenTweets(db: Db, tweetIds: readonly string[]): Promise<Set<string>> {
  if (tweetIds.length === 0) return new Set();
  const statement = sql`select tweet_id as "tweetId" from posts where tweet_id = any(${sql.param(tweetIds)}::text[])`;
  return new Set((await readRows(db, tweetRow, statement)).map((row) => row.tweetId));
}

/**
 * Settles attempts, at most one per account; the caller has locked their lanes. Outcomes other than 'posted'
 * count only if the lane still has the epoch of the claim. Writes post and lane once each, and the history
 * only for unusual outcomes. Idempotent.
 */
export function settle(tx: Db, batch: readonly Settlement[], now: SQL): Promise<Settled[]> {
  const rows = batch.map((each) => ({
    account_id: each.accountId,
    post_id: each.postId,
    epoch: each.epoch,
    outcome: each.outcome,
    started_at: each.startedAt.toISOString(),
    called_at: each.calledAt?.toISOString() ?? null,
    tweet_id: each.outcome === 'posted' ? each.tweetId : null,
    code: 'code' in each ? each.code : null,
    message: 'message' in each ? each.message : null,
    wait_ms: each.waitMs ?? null,
    cost_micros: each.outcome === 'posted' ? postPrice(each.hasLink ?? false) : null,
    tier: each.tier ?? null,
  }));
  const statement = sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(account_id bigint, post_id bigint, epoch bigint, outcome text,
        started_at timestamptz, called_at timestamptz, tweet_id text, code text, message text, wait_ms float8, cost_micros integer, tier text)
    ), ending as materialized (
      select g.*, coalesce(l.open_post = g.post_id and l.epoch = g.epoch, false) as is_held, l.open_post, l.look_at, l.unknown_reason, l.unknown_since,
        coalesce(case when l.open_post = g.post_id and l.epoch = g.epoch then l.called_at end, g.called_at) as first_called_at
      from given g join lanes l on l.account_id = g.account_id
      where g.outcome = 'posted' or l.open_post = g.post_id and l.epoch = g.epoch
    ), written as (
      update posts p set
        status = (case e.outcome when 'posted' then 'posted' when 'failed' then 'failed' else 'pending' end)::post_status,
        tweet_id = e.tweet_id,
        posted_at = case when e.outcome = 'posted' then ${now} end,
        error_code = e.code,
        error_message = e.message,
        retry_count = p.retry_count + (case when e.outcome = 'retry' then 1 else 0 end),
        started_at = e.started_at,
        called_at = e.first_called_at,
        cost_micros = e.cost_micros,
        tier = e.tier,
        updated_at = greatest(p.updated_at, ${now})
      from ending e where p.id = e.post_id and (p.status = 'pending' or e.outcome = 'posted' and p.status = 'failed')
      returning p.*
    ), noted as (
      insert into post_attempts (post_id, account_id, started_at, called_at, unknown_reason, unknown_since, outcome, tweet_id, error_code,
        error_message, settled_at)
      select e.post_id, e.account_id, e.started_at, e.first_called_at, case when e.is_held then e.unknown_reason end,
        case when e.is_held then e.unknown_since end, e.outcome, e.tweet_id, e.code, e.message, ${now}
      from ending e join written w on w.id = e.post_id
      where not (e.outcome = 'posted' and e.is_held and e.look_at is null)
    ), next as (
      select e.account_id, e.is_held, e.outcome, e.wait_ms, n.id, n.due_at
      from ending e left join lateral (
        select id, due_at from posts p
        where p.account_id = e.account_id and p.status = 'pending' and not p.is_paused
          and (p.id <> e.post_id or e.outcome not in ('posted', 'failed')) and (e.is_held or p.id is distinct from e.open_post)
        order by due_at, scheduled_at, id limit 1
      ) n on true
    ), freed as (
      update lanes l set next_post = n.id, next_due = n.due_at,
        open_post = case when not n.is_held then l.open_post end,
        worker = case when not n.is_held then l.worker end,
        started_at = case when not n.is_held then l.started_at end,
        called_at = case when not n.is_held then l.called_at end,
        unknown_reason = case when not n.is_held then l.unknown_reason end,
        unknown_since = case when not n.is_held then l.unknown_since end,
        certain_at = case when not n.is_held then l.certain_at end,
        look_at = case when not n.is_held then l.look_at end,
        not_before = case when n.is_held then ${now} + make_interval(secs => n.wait_ms / 1000) else l.not_before end,
        absents = case when n.outcome = 'absent' then l.absents + 1 when n.outcome = 'released' then l.absents else 0 end
      from next n where l.account_id = n.account_id
    )
    select id, user_id as "userId", account_id as "accountId", status, retry_count as "retryCount", due_at as "dueAt",
      error_code as "errorCode", tweet_id as "tweetId", error_message as "errorMessage", updated_at as "updatedAt" from written`;
  return readRowsPrepared(tx, 'settle', settledRow, statement);
}

const accountRow = z.object({ accountId: column.number });

/** Accounts whose next post was due before `before`, and so is too late to be published unchanged. */
export async function accountsDueBefore(db: Db, before: Date, now: Date, limit: number): Promise<number[]> {
  const statement = sql`
    select account_id as "accountId" from lanes where ready_at <= ${now} and next_due <= ${before} order by ready_at limit ${limit}`;
  return (await readRows(db, accountRow, statement)).map((row) => row.accountId);
}

const countRow = z.object({ count: column.number });

/** How often X has failed on a post since it came due. */
export async function countRetries(db: Db, post: { postId: number; dueAt: Date }): Promise<number> {
  const statement = sql`
    select count(*) from post_attempts where post_id = ${post.postId} and outcome = 'retry' and started_at >= ${post.dueAt}`;
  return (await readRows(db, countRow, statement))[0]?.count ?? 0;
}

/**
 * Milliseconds until the engine must act again, and the due time of the first ready post. Null means never.
 */
export type Wake = z.infer<typeof wakeRow>;
const wakeRow = z.object({ inMs: column.number.nullable(), firstDueAt: column.instant.nullable() });

/**
 * The earliest of: the next ready lane (the next probe while publishing is stopped), this worker's next
 * timeline check, and the end of the next hold.
 */
export async function nextWake(db: Db, worker: number, now: SQL): Promise<Wake> {
  const statement = sql`
    select first.next_due as "firstDueAt", extract(epoch from least(
      case when first.ready_at is not null then greatest(first.ready_at, (select try_at from publishing_stop)) end,
      (select look_at from lanes where look_at is not null and worker = ${worker} and open_post is not null order by look_at limit 1),
      (select min(until) from account_holds where until is not null)
    ) - ${now})::float8 * 1000 as "inMs"
    from (select 1) one left join lateral (
      select ready_at, next_due from lanes where ready_at is not null order by ready_at limit 1
    ) first on true`;
  return (await readRows(db, wakeRow, statement))[0] ?? { inMs: null, firstDueAt: null };
}

const instantRow = z.object({ at: column.instant.nullable() });

/** The time since when the oldest due post has been ready; null if nothing is due. */
export async function oldestOverdue(db: Db, now: Date): Promise<Date | null> {
  const statement = sql`select ready_at as at from lanes where ready_at <= ${now} order by ready_at limit 1`;
  return (await readRows(db, instantRow, statement))[0]?.at ?? null;
}
