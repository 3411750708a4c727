import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { column, readRows } from '../../platform/rows.ts';
import { type Settled, settledRow } from './publishing.types.ts';

/** Records the restore and holds every account that has a post which could still go out. Returns how many. */
export async function insertRestore(tx: Db, backupFrom: Date, now: Date): Promise<number> {
  await tx.execute(sql`insert into restores (backup_from, restored_at) values (${backupFrom}, ${now})`);
  const { rowCount } = await tx.execute(sql`
    with held as (
      insert into account_holds (account_id, reason, created_at)
      select distinct account_id, 'restored', ${now}::timestamptz from posts where status <> 'posted'
      on conflict do nothing returning account_id
    )
    insert into account_hold_log (account_id, at, kind, reason) select account_id, ${now}, 'held', 'restored' from held`);
  await tx.execute(
    sql`update posts set hold_reason = 'restored' where is_open and status = 'pending' and hold_reason is null`,
  );
  return rowCount ?? 0;
}

const restoredRow = z.object({ accountId: column.number, since: column.instant });
export type RestoredAccount = z.infer<typeof restoredRow>;

/** Accounts held since `heldBefore` or longer, and the time from which their timeline is to be read. */
export function selectRestored(
  db: Db,
  page: { after: number; heldBefore: Date; limit: number },
): Promise<RestoredAccount[]> {
  const statement = sql`
    select h.account_id as "accountId", (select min(r.backup_from) from restores r where r.restored_at >= h.created_at) as since
    from account_holds h
    where h.reason = 'restored' and h.account_id > ${page.after} and h.created_at <= ${page.heldBefore}
    order by h.account_id limit ${page.limit}`;
  return readRows(db, restoredRow, statement);
}

export async function hasRestored(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from account_holds where reason = 'restored' limit 1`);
  return rows.length > 0;
}

const unpublishedRow = z.object({ postId: column.number, content: column.text });

/** An account's posts that this database has as not published, in planned order. */
export function lockUnpublished(tx: Db, accountId: number): Promise<{ postId: number; content: string }[]> {
  const statement = sql`
    select id as "postId", content from posts where account_id = ${accountId} and status in ('pending', 'failed')
    order by scheduled_at, id for update`;
  return readRows(tx, unpublishedRow, statement);
}

/** Settles posts that were found on the timeline, with a row in the ledger that says so. */
export function settleFound(
  tx: Db,
  found: readonly { postId: number; tweetId: string; postedAt: Date }[],
  now: Date,
): Promise<Settled[]> {
  const rows = found.map((each) => ({
    post_id: each.postId,
    tweet_id: each.tweetId,
    posted_at: each.postedAt.toISOString(),
  }));
  const statement = sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(post_id bigint, tweet_id text, posted_at timestamptz)
    ), written as (
      insert into post_attempts (post_id, account_id, worker_id, started_at, lease_until, unknown_reason, unknown_since,
        outcome, tweet_id, settled_at)
      select p.id, p.account_id, 'restore', ${now}::timestamptz, ${now}::timestamptz, 'restored', ${now}::timestamptz,
        'posted', g.tweet_id, ${now}::timestamptz
      from given g join posts p on p.id = g.post_id
    )
    update posts p set status = 'posted', tweet_id = g.tweet_id, posted_at = g.posted_at, hold_reason = null,
      error_code = null, error_message = null, updated_at = ${now}
    from given g where p.id = g.post_id
    returning p.id, p.user_id as "userId", p.account_id as "accountId", p.status, p.retry_count as "retryCount",
      p.tweet_id as "tweetId", p.error_message as "errorMessage"`;
  return readRows(tx, settledRow, statement);
}
