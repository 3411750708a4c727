import { postPrice } from '@drumbeat/contract/costs/costs.rules.ts';
import { containsUrl } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { column, readRows } from '../../../platform/database/rows.ts';
import { type DeletionWay, type Found, type Settled, settledRow } from '../publishing.types.ts';
import type { DeletedPost } from './history.store.ts';

/* Writes to `posts`, for change-posts.ts only. Each function runs under the lock on the account's lane. */

const idRow = z.object({ id: column.number });
type Plan = { at: Date; local: string };
/** A deleted post and its new time. */
type Restored = { post: Pick<DeletedPost, 'postId' | 'content'>; plan: Plan };

/** Excludes the post that a worker is publishing. */
const notInHand = (openPost: number | null): SQL => sql`id is distinct from ${openPost}::bigint`;

/**
 * A timestamp that always grows, even when machines' clocks differ: pages trust the state with the later one.
 */
function laterThanBefore(now: Date): SQL {
  return sql`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`;
}

/** Adds pending posts; returns their ids in the order given. */
export async function insertPosts(
  tx: Db,
  given: {
    accountId: number;
    userId: number;
    jobId: string | null;
    now: Date;
    posts: readonly (Plan & { content: string })[];
  },
): Promise<number[]> {
  const { accountId, userId, jobId, now, posts } = given;
  const list = <T>(pick: (post: (typeof posts)[number]) => T) => sql.param(posts.map(pick));
  const statement = sql`
    insert into posts (user_id, account_id, content, has_link, scheduled_at, scheduled_local, due_at, generation_job_id, created_at, updated_at)
    select ${userId}, ${accountId}, g.content, g.has_link, g.at, g.local, g.at, ${jobId}, ${now}, ${now}
    from unnest(${list((post) => post.content)}::text[], ${list((post) => post.at.toISOString())}::timestamptz[],
      ${list((post) => post.local)}::text[], ${list((post) => containsUrl(post.content))}::boolean[])
      with ordinality as g(content, at, local, has_link, place)
    order by g.place
    returning id`;
  const ids = (await readRows(tx, idRow, statement)).map((row) => row.id);
  return ids.sort((a, b) => a - b);
}

export async function updateContent(
  tx: Db,
  change: { accountId: number; postId: number; content: string; now: Date },
): Promise<void> {
  await tx.execute(sql`
    update posts set content = ${change.content}, has_link = ${containsUrl(change.content)},
      updated_at = ${laterThanBefore(change.now)}
    where id = ${change.postId} and account_id = ${change.accountId}`);
}

/** Reschedules pending or failed posts. A failed one becomes pending and starts over. */
export async function updatePlans(
  tx: Db,
  change: {
    accountId: number;
    openPost: number | null;
    plans: readonly (Plan & { id: number })[];
    now: Date;
  },
): Promise<void> {
  const list = <T>(pick: (plan: Plan & { id: number }) => T) => sql.param(change.plans.map(pick));
  await tx.execute(sql`
    update posts p set scheduled_at = m.at, due_at = m.at, scheduled_local = m.local, moved_from = null,
      status = 'pending', failure_told_at = null,
      retry_count = case when status = 'failed' then 0 else retry_count end,
      error_code = case when status = 'failed' then null else error_code end,
      error_message = case when status = 'failed' then null else error_message end,
      updated_at = ${laterThanBefore(change.now)}
    from unnest(${list((plan) => plan.id)}::bigint[], ${list((plan) => plan.at.toISOString())}::timestamptz[],
      ${list((plan) => plan.local)}::text[]) as m(id, at, local)
    where p.id = m.id and p.account_id = ${change.accountId} and status in ('pending', 'failed') and p.${notInHand(change.openPost)}`);
}

/** Pauses or resumes individual pending posts. */
export async function updatePaused(
  tx: Db,
  change: {
    accountId: number;
    openPost: number | null;
    postIds: readonly number[];
    paused: boolean;
    now: Date;
  },
): Promise<void> {
  await tx.execute(sql`
    update posts set is_paused = ${change.paused}, updated_at = ${laterThanBefore(change.now)}
    where id = any(${sql.param(change.postIds)}::bigint[]) and account_id = ${change.accountId} and status = 'pending'
      and ${notInHand(change.openPost)}`);
}

/** Records that the owner was emailed about these failures. */
export async function updateFailureTold(
  tx: Db,
  change: { accountId: number; postIds: readonly number[]; now: Date },
): Promise<undefined> {
  await tx.execute(sql`
    update posts set failure_told_at = ${change.now}
    where id = any(${sql.param(change.postIds)}::bigint[]) and account_id = ${change.accountId} and status = 'failed'`);
}

/** Restores deleted posts with their ids, history and attempts, and removes them from the deleted posts. */
export async function insertRestored(
  tx: Db,
  given: {
    accountId: number;
    posts: readonly Restored[];
    now: Date;
  },
): Promise<void> {
  const { accountId, posts, now } = given;
  const list = <T>(pick: (each: Restored) => T) => sql.param(posts.map(pick));
  const ids = list(({ post }) => post.postId);
  await tx.execute(sql`
    insert into posts (id, user_id, account_id, content, has_link, scheduled_at, scheduled_local, due_at, status, is_paused, moved_from,
      retry_count, error_code, error_message, failure_told_at, generation_job_id, created_at, updated_at)
    overriding system value
    select d.post_id, d.user_id, d.account_id, d.content, g.has_link, g.at, g.local, g.at, d.status, d.is_paused,
      case when g.at = d.scheduled_at then d.moved_from else d.scheduled_at end,
      d.retry_count, d.error_code, d.error_message, case when d.status = 'failed' then ${now}::timestamptz end, d.generation_job_id,
      d.created_at, ${now}
    from unnest(${ids}::bigint[], ${list(({ plan }) => plan.at.toISOString())}::timestamptz[], ${list(({ plan }) => plan.local)}::text[],
      ${list(({ post }) => containsUrl(post.content))}::boolean[]) as g(id, at, local, has_link)
    join deleted_posts d on d.post_id = g.id and d.account_id = ${accountId}`);
  await tx.execute(sql`
    insert into post_events (post_id, at, kind, detail)
    select d.post_id, (e->>'at')::timestamptz, e->>'kind', e->'detail'
    from deleted_posts d cross join lateral jsonb_array_elements(d.history) with ordinality as h(e, place)
    where d.post_id = any(${ids}::bigint[]) and d.account_id = ${accountId} order by d.post_id, h.place`);
  await tx.execute(sql`
    insert into post_attempts (post_id, account_id, started_at, called_at, unknown_reason, unknown_since,
      outcome, tweet_id, error_code, error_message, settled_at)
    select d.post_id, d.account_id, (a->>'startedAt')::timestamptz, (a->>'calledAt')::timestamptz, a->>'unknownReason', (a->>'unknownSince')::timestamptz, a->>'outcome', a->>'tweetId',
      a->>'errorCode', a->>'errorMessage', (a->>'settledAt')::timestamptz
    from deleted_posts d cross join lateral jsonb_array_elements(d.attempts) with ordinality as l(a, place)
    where d.post_id = any(${ids}::bigint[]) and d.account_id = ${accountId} order by d.post_id, l.place`);
  await tx.execute(
    sql`delete from deleted_posts where post_id = any(${ids}::bigint[]) and account_id = ${accountId}`,
  );
}

/** Makes a failed post due now. `retry_count` counts automatic and manual retries. */
export async function updateFailedToDue(
  tx: Db,
  change: { accountId: number; postId: number; now: Date },
): Promise<void> {
  await tx.execute(sql`
    update posts set status = 'pending', due_at = ${change.now}, retry_count = retry_count + 1, error_code = null,
      error_message = null, failure_told_at = null,
      updated_at = ${laterThanBefore(change.now)}
    where id = ${change.postId} and account_id = ${change.accountId} and status = 'failed'`);
}

/** Moves pending posts. `moved_from` keeps the time that the person originally planned. */
export async function updateTimes(
  tx: Db,
  change: {
    accountId: number;
    openPost: number | null;
    moves: readonly (Plan & { id: number })[];
    now: Date;
  },
): Promise<void> {
  const list = <T>(pick: (move: Plan & { id: number }) => T) => sql.param(change.moves.map(pick));
  await tx.execute(sql`
    update posts p set moved_from = coalesce(p.moved_from, p.scheduled_at), scheduled_at = m.at, due_at = m.at,
      scheduled_local = m.local, updated_at = ${laterThanBefore(change.now)}
    from unnest(${list((move) => move.id)}::bigint[], ${list((move) => move.at.toISOString())}::timestamptz[],
      ${list((move) => move.local)}::text[]) as m(id, at, local)
    where p.id = m.id and p.account_id = ${change.accountId} and p.status = 'pending' and p.${notInHand(change.openPost)}`);
}

/** Writes the wall clocks of another zone. A pending post whose instant changes counts as newly planned. */
export async function updateZone(
  tx: Db,
  change: {
    accountId: number;
    openPost: number | null;
    posts: readonly (Plan & { id: number })[];
    now: Date;
  },
): Promise<void> {
  const list = <T>(pick: (post: Plan & { id: number }) => T) => sql.param(change.posts.map(pick));
  await tx.execute(sql`
    update posts p set scheduled_local = z.local, scheduled_at = z.at,
      due_at = case when p.scheduled_at = z.at then p.due_at else z.at end,
      moved_from = case when p.scheduled_at = z.at then p.moved_from end,
      updated_at = case when p.scheduled_at = z.at then p.updated_at else ${laterThanBefore(change.now)} end
    from unnest(${list((post) => post.id)}::bigint[], ${list((post) => post.at.toISOString())}::timestamptz[],
      ${list((post) => post.local)}::text[]) as z(id, at, local)
    where p.id = z.id and p.account_id = ${change.accountId}
      and (p.status = 'pending' or p.scheduled_at = z.at) and p.${notInHand(change.openPost)}`);
}

/** Marks posts found on the timeline as posted, each with a row in the ledger of attempts. */
export function updateFound(
  tx: Db,
  given: { accountId: number; now: Date; posts: readonly Found[] },
): Promise<Settled[]> {
  const { accountId, now, posts } = given;
  const list = <T>(pick: (post: Found) => T) => sql.param(posts.map(pick));
  const statement = sql`
    with given as materialized (
      select * from unnest(${list((post) => post.postId)}::bigint[], ${list((post) => post.tweetId)}::text[],
        ${list((post) => post.postedAt.toISOString())}::timestamptz[], ${list((post) => postPrice(post.hasLink))}::int[],
        ${list((post) => post.tier)}::text[]) as g(post_id, tweet_id, posted_at, cost_micros, tier)
    ), written as (
      insert into post_attempts (post_id, account_id, started_at, unknown_reason, unknown_since, outcome, tweet_id, settled_at)
      select p.id, p.account_id, ${now}::timestamptz, 'restored', ${now}::timestamptz, 'posted', g.tweet_id, ${now}::timestamptz
      from given g join posts p on p.id = g.post_id and p.account_id = ${accountId}
    )
    update posts p set status = 'posted', tweet_id = g.tweet_id, posted_at = g.posted_at,
      cost_micros = g.cost_micros, tier = g.tier, error_code = null, error_message = null,
      updated_at = ${laterThanBefore(now)}
    from given g where p.id = g.post_id and p.account_id = ${accountId}
    returning p.id, p.user_id as "userId", p.account_id as "accountId", p.status, p.retry_count as "retryCount",
      p.due_at as "dueAt", p.error_code as "errorCode", p.tweet_id as "tweetId", p.error_message as "errorMessage", p.updated_at as "updatedAt"`;
  return readRows(tx, settledRow, statement);
}

const accountRow = z.object({ accountId: column.number });

/** Accounts with a post that is not published as far as this database knows. */
export async function selectUnpublishedAccounts(tx: Db): Promise<number[]> {
  const statement = sql`select distinct account_id as "accountId" from posts where status <> 'posted'`;
  return (await readRows(tx, accountRow, statement)).map((row) => row.accountId);
}

const countRow = z.object({ count: column.number });

/**
 * Deletes unpublished posts, and keeps their content and history for staff. Returns how many were deleted.
 */
export async function deletePosts(
  tx: Db,
  given: {
    accountId: number;
    openPost: number | null;
    posts: 'pending_failed' | { postIds: readonly number[] };
    way: DeletionWay;
    by: number;
    now: Date;
  },
): Promise<number> {
  const chosen: SQL =
    given.posts === 'pending_failed' ? sql`` : sql`and id = any(${sql.param(given.posts.postIds)}::bigint[])`;
  const statement = sql`
    with gone as (
      delete from posts where account_id = ${given.accountId} and status in ('pending', 'failed') and ${notInHand(given.openPost)} ${chosen}
      returning *
    ), traced as (
      insert into deleted_posts (post_id, user_id, account_id, content, scheduled_at, status, created_at, deleted_at, deleted_by,
        way, is_paused, moved_from, retry_count, error_code, error_message, generation_job_id, history, attempts)
      select g.id, g.user_id, g.account_id, g.content, g.scheduled_at, g.status, g.created_at, ${given.now}, ${given.by}, ${given.way},
        g.is_paused, g.moved_from, g.retry_count, g.error_code, g.error_message, g.generation_job_id,
        coalesce((select jsonb_agg(jsonb_build_object('at', e.at, 'kind', e.kind, 'detail', e.detail) order by e.id)
          from post_events e where e.post_id = g.id), '[]'),
        coalesce((select jsonb_agg(jsonb_build_object('startedAt', a.started_at, 'calledAt', a.called_at,
            'unknownReason', a.unknown_reason, 'unknownSince', a.unknown_since, 'outcome', a.outcome, 'tweetId', a.tweet_id,
            'errorCode', a.error_code, 'errorMessage', a.error_message, 'settledAt', a.settled_at) order by a.id)
          from post_attempts a where a.post_id = g.id), '[]')
      from gone g
    )
    select count(*) as count from gone`;
  return (await readRows(tx, countRow, statement))[0]?.count ?? 0;
}

/** Deletes all posts of an account, except one that is being published. */
export async function deletePostsWithoutTrace(
  tx: Db,
  accountId: number,
  openPost: number | null,
): Promise<void> {
  await tx.execute(sql`delete from posts where account_id = ${accountId} and ${notInHand(openPost)}`);
}
