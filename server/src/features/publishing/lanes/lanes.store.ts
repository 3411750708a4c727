import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { column, readRows } from '../../../platform/database/rows.ts';
import { storedHolds } from '../../post/post-words.rules.ts';

/*
 * Lanes, for code that changes posts: lock them first, update them afterwards. The engine's statements are in
 * publishing.store.ts.
 */

const laneRow = z.object({
  accountId: column.number,
  userId: column.number,
  openPost: column.number.nullable(),
  hold: z.enum(storedHolds).nullable(),
});
/** A locked lane. `openPost` is being published by a worker: nobody else may write it. */
export type LockedLane = z.infer<typeof laneRow>;
/** A locked lane as a change of its posts sees it, and the time of the change. */
export type Lane = Pick<LockedLane, 'accountId' | 'openPost' | 'hold'> & { now: Date };

const lanesWhere = sql.raw(
  'select account_id as "accountId", user_id as "userId", open_post as "openPost", hold from lanes where',
);

/**
 * Locks lanes until the transaction ends, in ascending order of account id. `busy`: wait for lanes locked by
 * others, or skip them.
 */
export function selectLanesForUpdate(
  tx: Db,
  accountIds: readonly number[],
  busy: 'wait' | 'skip',
): Promise<LockedLane[]> {
  const statement = sql`
    ${lanesWhere} account_id = any(${sql.param(accountIds)}::bigint[]) order by account_id
    for no key update ${sql.raw(busy === 'skip' ? 'skip locked' : '')}`;
  return readRows(tx, laneRow, statement);
}

/** Locks the lane of this post's account, if the post is the person's. */
export async function selectLaneOfPostForUpdate(
  tx: Db,
  postId: number,
  userId: number,
): Promise<LockedLane | undefined> {
  const statement = sql`
    ${lanesWhere} account_id = (select account_id from posts where id = ${postId} and user_id = ${userId})
    for no key update`;
  return (await readRows(tx, laneRow, statement))[0];
}

/** The account's next post to publish, not counting the one being published. `lane` is a row of lanes. */
const nextPostOf = (lane: SQL): SQL => sql`
  (select id, due_at from posts p
   where p.account_id = ${lane}.account_id and p.status = 'pending' and not p.is_paused and p.id is distinct from ${lane}.open_post
   order by due_at, scheduled_at, id limit 1)`;

/**
 * Updates the next post of locked lanes after their posts changed. `endsDelay` removes the delay that the last
 * post set for it.
 */
export async function updateNext(tx: Db, accountIds: readonly number[], endsDelay = false): Promise<void> {
  const ends = sql.raw(String(endsDelay));
  await tx.execute(sql`
    update lanes l set next_post = n.id, next_due = n.due_at, not_before = case when not ${ends} then l.not_before end
    from lanes k left join lateral ${nextPostOf(sql.raw('k'))} n on true
    where l.account_id = k.account_id and k.account_id = any(${sql.param(accountIds)}::bigint[])
      and ((l.next_post, l.next_due) is distinct from (n.id, n.due_at) or ${ends} and l.not_before is not null)`);
}

/** Updates which hold is shown on locked lanes. */
export async function updateHolds(tx: Db, accountIds: readonly number[]): Promise<void> {
  await tx.execute(sql`
    update lanes l set hold = held.reason
    from lanes k left join lateral (select min(reason) as reason from account_holds h where h.account_id = k.account_id) held on true
    where l.account_id = k.account_id and k.account_id = any(${sql.param(accountIds)}::bigint[])
      and l.hold is distinct from held.reason`);
}

const dueRow = z.object({ accountId: column.number, readyAt: column.instant });

/** Accounts whose next post is due by `until`, soonest first, as a page after `after`. */
export function selectDueWithin(
  db: Db,
  page: { after: { readyAt: Date; accountId: number }; until: Date; limit: number },
): Promise<z.infer<typeof dueRow>[]> {
  const statement = sql`
    select account_id as "accountId", ready_at as "readyAt" from lanes
    where ready_at <= ${page.until} and ready_at >= ${page.after.readyAt}
      and (ready_at, account_id) > (${page.after.readyAt}::timestamptz, ${page.after.accountId}::bigint)
    order by ready_at, account_id limit ${page.limit}`;
  return readRows(db, dueRow, statement);
}

const openRow = z.object({ isUnknown: column.boolean });

/**
 * Posts of these accounts that a worker is publishing. `isUnknown`: the call ended without a known outcome.
 */
export function selectOpenPosts(db: Db, accountIds: readonly number[]): Promise<{ isUnknown: boolean }[]> {
  const statement = sql`
    select look_at is not null as "isUnknown" from lanes
    where account_id = any(${sql.param(accountIds)}::bigint[]) and open_post is not null`;
  return readRows(db, openRow, statement);
}

const faultRow = z.object({
  accountId: column.number,
  nextPost: column.number.nullable(),
  rightPost: column.number.nullable(),
});
/** A lane that names a wrong next post or hold. */
export type LaneFault = z.infer<typeof faultRow>;

/**
 * A page of lanes after an account id: those that disagree with their posts or holds, and the last id
 * checked. A lane with an open post is skipped; its settlement corrects it.
 */
export async function selectLaneFaults(
  db: Db,
  page: { after: number; limit: number },
): Promise<{ faults: LaneFault[]; last: number | undefined }> {
  const ids = sql`select account_id from lanes where account_id > ${page.after} order by account_id limit ${page.limit}`;
  const statement = sql`
    with k as materialized (select * from lanes where account_id in (${ids}))
    select k.account_id as "accountId", k.next_post as "nextPost", n.id as "rightPost"
    from k left join lateral ${nextPostOf(sql.raw('k'))} n on true
    where k.hold is distinct from (select min(h.reason) from account_holds h where h.account_id = k.account_id)
      or k.open_post is null and (k.next_post, k.next_due) is distinct from (n.id, n.due_at)
      or k.open_post is not null and not exists (select 1 from posts p where p.id = k.open_post and p.account_id = k.account_id)`;
  const [end] = await readRows(
    db,
    z.object({ last: column.number.nullable() }),
    sql`select max(account_id) as last from (${ids}) page`,
  );
  return { faults: await readRows(db, faultRow, statement), last: end?.last ?? undefined };
}
