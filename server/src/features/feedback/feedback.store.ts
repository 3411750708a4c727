import { desc, eq, lt } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { feedback } from './feedback.tables.ts';

type FeedbackRecord = typeof feedback.$inferSelect;

export async function insertFeedback(db: Db, record: Omit<FeedbackRecord, 'id'>): Promise<void> {
  await db.insert(feedback).values(record);
}

/** What a person sent, newest first. */
export function selectFeedbackOf(db: Db, userId: number): Promise<FeedbackRecord[]> {
  return db
    .select()
    .from(feedback)
    .where(eq(feedback.userId, userId))
    .orderBy(desc(feedback.createdAt), desc(feedback.id));
}

export async function deleteFeedbackBefore(db: Db, before: Date): Promise<void> {
  await db.delete(feedback).where(lt(feedback.createdAt, before));
}
