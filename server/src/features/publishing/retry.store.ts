import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import type { RetryState } from './retry.rules.ts';

export type RetriedPost = RetryState & {
  id: number;
  userId: number;
  accountId: number;
  createdAt: Date;
  endedAt: Date | null;
};

export async function readPost(db: Db, postId: number, lock?: 'lock'): Promise<RetriedPost | undefined> {
  const { rows } = await db.execute<RetriedPost>(sql`
    select id, user_id as "userId", account_id as "accountId", status, retry_count as "retryCount", error_code as "errorCode",
      error_message as "errorMessage", hold_reason as "holdReason",
      created_at as "createdAt", posted_at as "endedAt"
    from posts where id = ${postId} ${sql.raw(lock ? 'for update' : '')}`);
  const [row] = rows;
  return row && { ...row, createdAt: new Date(row.createdAt), endedAt: row.endedAt && new Date(row.endedAt) };
}

/** Makes a failed post due at once, and counts the retry: the count says how often it was tried again, by us or by hand. */
export async function requeue(tx: Db, postId: number, now: Date): Promise<void> {
  await tx.execute(sql`
    update posts set status = 'pending', due_at = ${now}, retry_count = retry_count + 1, error_code = null, error_message = null, updated_at = ${now}
    where id = ${postId} and status = 'failed'`);
}
