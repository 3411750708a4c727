import { postPrice } from '@drumbeat/contract/costs/costs.rules.ts';
import { containsUrl } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { column, readRows } from '../../../platform/database/rows.ts';
import type { Slot } from '../../post/post.rules.ts';
import { posts } from '../../post/post.tables.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { shownHold } from '../../post/post-words.rules.ts';
import { type DeletionWay, type Found, type Settled, settledRow } from '../publishing.types.ts';
import type { DeletedPost } from './history.store.ts';
import type { Lane } from './lanes.store.ts';

/*
 * Writes to `posts`, only for the use cases that `withLane` runs: under the lock on the account's lane.
 */

const idRow = z.object({ id: column.number });

/** Excludes the post that a worker is publishing. */
const notOpen = ({ openPost }: Pick<Lane, 'openPost'>): SQL => sql`id is distinct from ${openPost}::bigint`;

type Moved = Slot & { id: number };
/** A deleted post and its new slot. */
type Restored = { post: Pick<DeletedPost, 'postId' | 'content'>; slot: Slot };

/** Slots as the rows of a table `m` with the columns id, at and local. */
function slotRows(slots: readonly Moved[]): SQL {
  const list = <T>(pick: (slot: Moved) => T) => sql.param(slots.map(pick));
  return sql`unnest(${list(({ id }) => id)}::bigint[], ${list(({ at }) => at.toISOString())}::timestamptz[],
      ${list(({ local }) => local)}::text[]) as m(id, at, local)`;
}

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
    posts: readonly (Slot & { content: string })[];
  },
): Promise<number[]> {
  const { accountId, userId, jobId, now } = given;
  const list = <T>(pick: (post: (typeof given.posts)[number]) => T) => sql.param(given.posts.map(pick));
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

/** What a new slot changes in a pending or failed post. A failed one becomes pending and starts over. */
function rescheduled({
  at,
  local,
}: {
  at: SQL | Date;
  local: SQL | string;
}): PgUpdateSetSource<typeof posts> {
  const unlessFailed = (column: AnyPgColumn, otherwise: unknown) =>
    sql`case when ${posts.status} = 'failed' then ${otherwise} else ${column} end`;
  return {
    scheduledAt: at,
    dueAt: at,
    scheduledLocal: local,
    movedFrom: null,
    status: 'pending',
    failureToldAt: null,
    retryCount: unlessFailed(posts.retryCount, sql`0`),
    errorCode: unlessFailed(posts.errorCode, sql`null`),
    errorMessage: unlessFailed(posts.errorMessage, sql`null`),
  };
}

/** The account's pending and failed posts, except one that is being published. */
const reschedulable = (lane: Lane): SQL =>
  sql`${posts.accountId} = ${lane.accountId} and ${posts.status} in ('pending', 'failed') and ${posts.id} is distinct from ${lane.openPost}::bigint`;

/** Reschedules pending or failed posts. */
export async function updateSlots(tx: Db, lane: Lane, slots: readonly Moved[]): Promise<void> {
  await tx
    .update(posts)
    .set({ ...rescheduled({ at: sql`m.at`, local: sql`m.local` }), updatedAt: laterThanBefore(lane.now) })
    .from(slotRows(slots))
    .where(sql`${posts.id} = m.id and ${reschedulable(lane)}`);
}

/** Changes a post's text, its slot, or both. Returns the post as it is shown. */
export async function updatePost(
  tx: Db,
  lane: Lane,
  { postId, content, slot }: { postId: number; content: string | undefined; slot: Slot | undefined },
): Promise<PostRecord | undefined> {
  const which = slot ? reschedulable(lane) : eq(posts.accountId, lane.accountId);
  const [row] = await tx
    .update(posts)
    .set({
      ...(content === undefined ? {} : { content, hasLink: containsUrl(content) }),
      ...(slot ? rescheduled(slot) : {}),
      updatedAt: laterThanBefore(lane.now),
    })
    .where(and(eq(posts.id, postId), which))
    .returning();
  if (!row) return undefined;
  const { hasLink, startedAt, calledAt, ...post } = row;
  return { ...post, holdReason: shownHold(post, lane.hold) };
}

/** Pauses or resumes individual pending posts. */
export async function updatePaused(
  tx: Db,
  lane: Lane,
  postIds: readonly number[],
  paused: boolean,
): Promise<void> {
  await tx.execute(sql`
    update posts set is_paused = ${paused}, updated_at = ${laterThanBefore(lane.now)}
    where id = any(${sql.param(postIds)}::bigint[]) and account_id = ${lane.accountId} and status = 'pending'
      and ${notOpen(lane)}`);
}

/** Records that the owner was emailed about these failures. */
export async function updateFailureTold(
  tx: Db,
  { accountId, now }: Lane,
  postIds: readonly number[],
): Promise<void> {
  await tx.execute(sql`
    update posts set failure_told_at = ${now}
    where id = any(${sql.param(postIds)}::bigint[]) and account_id = ${accountId} and status = 'failed'`);
}

/** Restores deleted posts with their ids, history and attempts, and removes them from the deleted posts. */
export async function insertRestored(
  tx: Db,
  { accountId, now }: Lane,
  restored: readonly Restored[],
): Promise<void> {
  const list = <T>(pick: (each: Restored) => T) => sql.param(restored.map(pick));
  const ids = list(({ post }) => post.postId);
  await tx.execute(sql`
    insert into posts (id, user_id, account_id, content, has_link, scheduled_at, scheduled_local, due_at, status, is_paused, moved_from,
      retry_count, error_code, error_message, failure_told_at, generation_job_id, created_at, updated_at)
    overriding system value
    select d.post_id, d.user_id, d.account_id, d.content, g.has_link, g.at, g.local, g.at, d.status, d.is_paused,
      case when g.at = d.scheduled_at then d.moved_from else d.scheduled_at end,
      d.retry_count, d.error_code, d.error_message, case when d.status = 'failed' then ${now}::timestamptz end, d.generation_job_id,
      d.created_at, ${now}
    from unnest(${ids}::bigint[], ${list(({ slot }) => slot.at.toISOString())}::timestamptz[], ${list(({ slot }) => slot.local)}::text[],
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
export async function updateFailedToDue(tx: Db, { accountId, now }: Lane, postId: number): Promise<void> {
  await tx.execute(sql`
    update posts set status = 'pending', due_at = ${now}, retry_count = retry_count + 1, error_code = null,
      error_message = null, failure_told_at = null,
      updated_at = ${laterThanBefore(now)}
    where id = ${postId} and account_id = ${accountId} and status = 'failed'`);
}

/** Moves pending posts. `moved_from` keeps the time that the person originally planned. */
export async function updateMoved(tx: Db, lane: Lane, moves: readonly Moved[]): Promise<void> {
  await tx.execute(sql`
    update posts p set moved_from = coalesce(p.moved_from, p.scheduled_at), scheduled_at = m.at, due_at = m.at,
      scheduled_local = m.local, updated_at = ${laterThanBefore(lane.now)}
    from ${slotRows(moves)}
    where p.id = m.id and p.account_id = ${lane.accountId} and p.status = 'pending' and p.${notOpen(lane)}`);
}

/** Writes the wall clocks of another zone. A pending post whose instant changes counts as newly planned. */
export async function updateZone(tx: Db, lane: Lane, slots: readonly Moved[]): Promise<void> {
  await tx.execute(sql`
    update posts p set scheduled_local = m.local, scheduled_at = m.at,
      due_at = case when p.scheduled_at = m.at then p.due_at else m.at end,
      moved_from = case when p.scheduled_at = m.at then p.moved_from end,
      updated_at = case when p.scheduled_at = m.at then p.updated_at else ${laterThanBefore(lane.now)} end
    from ${slotRows(slots)}
    where p.id = m.id and p.account_id = ${lane.accountId}
      and (p.status = 'pending' or p.scheduled_at = m.at) and p.${notOpen(lane)}`);
}

/** Marks posts found on the timeline as posted, each with a row in the ledger of attempts. */
export function updateFound(tx: Db, { accountId, now }: Lane, found: readonly Found[]): Promise<Settled[]> {
  const list = <T>(pick: (post: Found) => T) => sql.param(found.map(pick));
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
  lane: Lane,
  given: { which: 'pending_failed' | readonly number[]; way: DeletionWay; by: number },
): Promise<number> {
  const chosen =
    given.which === 'pending_failed' ? sql`` : sql`and id = any(${sql.param(given.which)}::bigint[])`;
  const statement = sql`
    with gone as (
      delete from posts where account_id = ${lane.accountId} and status in ('pending', 'failed') and ${notOpen(lane)} ${chosen}
      returning *
    ), traced as (
      insert into deleted_posts (post_id, user_id, account_id, content, scheduled_at, status, created_at, deleted_at, deleted_by,
        way, is_paused, moved_from, retry_count, error_code, error_message, generation_job_id, history, attempts)
      select g.id, g.user_id, g.account_id, g.content, g.scheduled_at, g.status, g.created_at, ${lane.now}, ${given.by}, ${given.way},
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
export async function deletePostsWithoutTrace(tx: Db, lane: Lane): Promise<void> {
  await tx.execute(sql`delete from posts where account_id = ${lane.accountId} and ${notOpen(lane)}`);
}
