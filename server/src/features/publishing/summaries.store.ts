import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { column, readRows } from '../../platform/rows.ts';
import { weeklySummaries } from './publishing.tables.ts';
import type { Week } from './summaries.rules.ts';

/* When each person is next due for the weekly summary, and what it tells. */

const dueRow = z.object({ userId: column.number, dueAt: column.instant });
type Due = z.infer<typeof dueRow>;

/** Some people who are due, the longest first, after the last one of the page before. */
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

/** When a person is due, and the last week that is dealt with (its Monday). */
export async function selectSummary(tx: Db, userId: number): Promise<z.infer<typeof stateRow> | undefined> {
  const statement = sql`
    select due_at as "dueAt", week::text as week from ${weeklySummaries} where user_id = ${userId}`;
  return (await readRows(tx, stateRow, statement))[0];
}

/** Records the week that is dealt with, and when the next is due. */
export async function updateSummary(
  tx: Db,
  userId: number,
  change: { dueAt: Date; week: string },
): Promise<void> {
  await tx.execute(sql`
    update ${weeklySummaries} set due_at = ${change.dueAt}, week = ${change.week}::date where user_id = ${userId}`);
}

/** Has a person's next summary planned within minutes, if none is planned yet. */
export async function insertSummary(tx: Db, userId: number, now: Date): Promise<void> {
  await tx.execute(
    sql`insert into ${weeklySummaries} (user_id, due_at) values (${userId}, ${now}) on conflict do nothing`,
  );
}

/** Has it planned anew, for another time zone. */
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

/** What went out and failed in the week before and what is to come in this one, of each account with any. */
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
