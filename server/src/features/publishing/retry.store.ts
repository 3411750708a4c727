import { failureCode } from '@drumbeat/contract/posts.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { column, readRows } from '../../platform/rows.ts';
import { storedHolds, storedStatuses } from '../posts/post-words.rules.ts';

const retriedRow = z.object({
  id: column.number,
  userId: column.number,
  accountId: column.number,
  status: z.enum(storedStatuses),
  retryCount: column.number,
  errorCode: failureCode.nullable(),
  errorMessage: column.text.nullable(),
  holdReason: z.enum(storedHolds).nullable(),
  createdAt: column.instant,
  endedAt: column.instant.nullable(),
});
type RetriedPost = z.infer<typeof retriedRow>;

export async function readPost(db: Db, postId: number, lock?: 'lock'): Promise<RetriedPost | undefined> {
  const statement = sql`
    select id, user_id as "userId", account_id as "accountId", status, retry_count as "retryCount", error_code as "errorCode",
      error_message as "errorMessage", hold_reason as "holdReason",
      created_at as "createdAt", posted_at as "endedAt"
    from posts where id = ${postId} ${sql.raw(lock ? 'for update' : '')}`;
  return (await readRows(db, retriedRow, statement))[0];
}

/** Makes a failed post due at once and counts the retry: the count includes automatic retries and those by hand. */
export async function requeue(tx: Db, postId: number, now: Date): Promise<void> {
  await tx.execute(sql`
    update posts set status = 'pending', due_at = ${now}, retry_count = retry_count + 1, error_code = null, error_message = null, updated_at = ${now}
    where id = ${postId} and status = 'failed'`);
}
