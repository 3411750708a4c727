import type { HistoryPlace } from '@drumbeat/contract/posts/history.rules.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, executePrepared } from '../../platform/database/database.ts';
import type { ListedRow } from './post.types.ts';

/*
 * The lists that open pages read repeatedly: one prepared statement each, with only the columns that are
 * shown. Rows are returned as the driver gives them, timestamps as text, because most go to the response
 * unchanged.
 */

/** More than any plan can schedule; limits the size of a response. */
export const LIST_LIMIT = 2_000;

const columnsWith = (status: string, holdReason: string): SQL =>
  sql.raw(`id, content, scheduled_at, scheduled_local, ${status}, retry_count, account_id, ${holdReason}, is_paused, moved_from, posted_at, tweet_id,
   error_code, error_message, created_at, updated_at`);
const columns = columnsWith('status', 'hold_reason');
/**
 * Columns of published posts. They are read from `posts`, where the index returns them in order; no lane
 * refers to them.
 */
const columnsOut = columnsWith('status::text', 'null::text as hold_reason');

/**
 * Which posts to list. `isMine` is the SQL condition that the account belongs to the person, checked in the
 * same statement; a list of all accounts needs none.
 */
export type ListOf = { userId: number; account: { id: number; isMine: SQL } | undefined };

const those = ({ userId, account }: ListOf): SQL =>
  account ? sql`user_id = ${userId} and account_id = ${account.id}` : sql`user_id = ${userId}`;
const isMine = ({ account }: ListOf): SQL => account?.isMine ?? sql`true`;
/** Without an account condition it is a different statement, so it needs its own prepared name. */
const nameOf = (name: string, { account }: ListOf): string => (account ? `${name}_of_account` : name);

type Read = { is_mine: boolean; has_earlier: boolean; out_earlier: number };
/**
 * Splits rows into list-wide values, which every row repeats, and posts. An empty list has one row without an
 * id.
 */
function partsOf<T>(rows: unknown): { told: T; posts: ListedRow[] } {
  const read = rows as (T & ListedRow)[];
  return { told: read[0] as T, posts: read.filter(({ id }) => id !== null) };
}

/**
 * Unpublished posts, and published ones planned at `from` or later, soonest first, up to the latest
 * LIST_LIMIT. Undefined if the account is not the person's. `outEarlier` counts published posts planned
 * before `from` that are newer than the oldest waiting post in the list or, if none waits, than its newest
 * post.
 */
export async function findSchedule(
  db: Db,
  of: ListOf,
  from: Date,
): Promise<{ posts: ListedRow[]; hasEarlier: boolean; outEarlier: number } | undefined> {
  const mine = those(of);
  const latest = sql`order by scheduled_at desc, id desc limit ${LIST_LIMIT}`;
  const statement = sql`
    with not_out as materialized (
      select ${columns} from shown_posts where ${mine} and posted_at is null and status <> 'posted' ${latest}
    ), is_out as materialized (
      select ${columnsOut} from posts where ${mine} and status = 'posted' and scheduled_at >= ${from} ${latest}
    ), listed as (select * from not_out union all select * from is_out),
    since as (
      select coalesce(min(created_at) filter (where status in ('pending', 'processing')), max(created_at)) as at from listed
    )
    select * from (
      select ${isMine(of)} as is_mine,
        (select 1 from posts where ${mine} and status = 'posted' and scheduled_at < ${from}
          order by scheduled_at desc limit 1) is not null as has_earlier,
        (select count(*) from posts, since where ${mine} and status = 'posted' and scheduled_at < ${from}
          and scheduled_at >= since.at and created_at >= since.at) as out_earlier
    ) as told left join listed on true
    order by scheduled_at, id`;
  const { rows } = await executePrepared(db, nameOf('posts_schedule', of), statement);
  const { told, posts } = partsOf<Read>(rows);
  return told.is_mine ? { posts, hasEarlier: told.has_earlier, outEarlier: told.out_earlier } : undefined;
}

/**
 * A page of published posts planned before `before` and not before `from`, latest first. Undefined if the
 * account is not the person's.
 */
export async function findHistory(
  db: Db,
  of: ListOf,
  page: { before: HistoryPlace; from: Date; limit: number },
): Promise<ListedRow[] | undefined> {
  const before = new Date(page.before.time).toISOString();
  const statement = sql`
    select * from (select ${isMine(of)} as is_mine) as told left join (
      select ${columnsOut} from posts where ${those(of)} and status = 'posted' and scheduled_at >= ${page.from}
        and scheduled_at <= ${before}::timestamptz
        and (scheduled_at, id) < (${before}::timestamptz, ${page.before.id}::bigint)
      order by scheduled_at desc, id desc limit ${page.limit}
    ) as listed on true
    order by scheduled_at desc, id desc`;
  const { rows } = await executePrepared(db, nameOf('posts_history', of), statement);
  const { told, posts } = partsOf<Pick<Read, 'is_mine'>>(rows);
  return told.is_mine ? posts : undefined;
}

/** The person's posts with these ids, by id. */
export async function listOwnPosts(db: Db, userId: number, ids: readonly number[]): Promise<ListedRow[]> {
  const statement = sql`
    select ${columns} from shown_posts where user_id = ${userId} and id = any(${sql.param([...ids])}::bigint[]) order by id`;
  const { rows } = await executePrepared(db, 'posts_by_id', statement);
  return rows as unknown as ListedRow[];
}
