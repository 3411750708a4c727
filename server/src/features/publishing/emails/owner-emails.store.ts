import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { column, readRows } from '../../../platform/database/rows.ts';
import { failureEmails, weeklySummaries } from '../publishing.tables.ts';
import type { Week } from './owner-emails.rules.ts';

/* When each person's weekly summary is due, and the counts for it. */

const dueRow = z.object({ userId: column.number, dueAt: column.instant });

type Due = z.infer<typeof dueRow>;

/** A page of people whose summary is due, longest overdue first. */
export function selectDue(
  db: Db,
  page: { now: Date; after: Due | undefined; limit: number },
): Promise<Due[]> {
  const { now, limit, after = { userId: 0, dueAt: new Date(0) } } = page;
  const statement = sql`
    select user_id as "userId", due_at as "dueAt" from ${weeklySummaries}
    where (due_at, user_id) > (${after.dueAt}::timestamptz, ${after.userId}::bigint) and due_at <= ${now}
    order by due_at, user_id limit ${limit}`;
  return readRows(db, dueRow, statement);
}

const stateRow = z.object({ dueAt: column.instant, week: column.text.nullable() });

/** When a person's summary is due, and the Monday of the last week handled. */
export async function selectSummary(tx: Db, userId: number): Promise<z.infer<typeof stateRow> | undefined> {
  const statement = sql`
    select due_at as "dueAt", week::text as week from ${weeklySummaries} where user_id = ${userId}`;
  return (await readRows(tx, stateRow, statement))[0];
}

/** Records the week handled, and when the next summary is due. */
export async function updateSummary(
  tx: Db,
  userId: number,
  change: { dueAt: Date; week: string },
): Promise<void> {
  await tx.execute(sql`
    update ${weeklySummaries} set due_at = ${change.dueAt}, week = ${change.week}::date where user_id = ${userId}`);
}

/** Makes a person's first summary due now, unless one is planned already. */
export async function insertSummary(tx: Db, userId: number, now: Date): Promise<void> {
  await tx.execute(
    sql`insert into ${weeklySummaries} (user_id, due_at) values (${userId}, ${now}) on conflict do nothing`,
  );
}

/** Makes a person's summary due now, so that it is planned again in their new time zone. */
export async function updateSummaryDue(tx: Db, userId: number, now: Date): Promise<void> {
  await tx.execute(sql`update ${weeklySummaries} set due_at = ${now} where user_id = ${userId}`);
}

const countsRow = z.object({
  accountId: column.number,
  out: column.number,
  failed: column.number,
  ahead: column.number,
  held: column.number,
});

/** Counts for each account with any: posts published and failed last week, and planned this week. */
export function selectWeek(
  tx: Db,
  userId: number,
  week: Week,
  now: Date,
): Promise<z.infer<typeof countsRow>[]> {
  const statement = sql`
    select account_id as "accountId", out, failed, ahead, held from (
      select account_id,
        count(*) filter (where status = 'posted' and posted_at >= ${week.before} and posted_at < ${week.start}) as out,
        count(*) filter (where status = 'failed' and scheduled_at >= ${week.before} and scheduled_at < ${week.start}) as failed,
        count(*) filter (where status = 'pending' and hold_reason is null and scheduled_at >= ${now}) as ahead,
        count(*) filter (where status = 'pending' and hold_reason is not null and scheduled_at >= ${now}) as held
      from shown_posts
      where user_id = ${userId} and scheduled_at >= ${week.before}::timestamptz - interval '7 days' and scheduled_at < ${week.end}
      group by account_id
    ) counted
    where out + failed + ahead + held > 0 order by account_id`;
  return readRows(tx, countsRow, statement);
}

/* Failed posts whose owners were not emailed yet. A lost connection (AUTH_EXPIRED) has its own email. */

const untold = sql.raw(
  "failure_told_at is null and error_code is not null and error_code <> 'AUTH_EXPIRED' and status = 'failed'",
);
const ownerRow = z.object({ userId: column.number });

/**
 * Ids of people with failures from before `failedBefore` that they were not emailed about, in ascending order.
 */
export async function selectUntoldOwners(
  db: Db,
  page: { after: number; failedBefore: Date; limit: number },
): Promise<number[]> {
  const statement = sql`
    select distinct user_id as "userId" from posts
    where user_id > ${page.after} and ${untold} and updated_at <= ${page.failedBefore}
    order by user_id limit ${page.limit}`;
  return (await readRows(db, ownerRow, statement)).map((row) => row.userId);
}

const failureRow = z.object({
  id: column.number,
  accountId: column.number,
  at: column.instant,
  content: column.text,
  why: column.text,
});
export type UntoldFailure = z.infer<typeof failureRow>;

/** A person's failures that they were not emailed about, by planned time. */
export function selectUntold(db: Db, userId: number): Promise<UntoldFailure[]> {
  const statement = sql`
    select id, account_id as "accountId", scheduled_at as at, content, coalesce(error_message, '') as why
    from posts where user_id = ${userId} and ${untold} order by scheduled_at, id`;
  return readRows(db, failureRow, statement);
}

/** When a person was last emailed about failures. */
export async function selectLastTold(db: Db, userId: number): Promise<Date | undefined> {
  const rows = await db.select().from(failureEmails).where(eq(failureEmails.userId, userId));
  return rows[0]?.at;
}

/** Records that a person is emailed about failures now. */
export async function insertLastTold(tx: Db, userId: number, at: Date): Promise<void> {
  await tx
    .insert(failureEmails)
    .values({ userId, at })
    .onConflictDoUpdate({ target: failureEmails.userId, set: { at } });
}
