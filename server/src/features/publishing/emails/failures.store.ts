import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { column, readRows } from '../../../platform/database/rows.ts';
import { failureEmails } from '../publishing.tables.ts';

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
