import type { UserExport } from '@drumbeat/contract/user-data.ts';
import type { Db } from '../../platform/database.ts';
import { selectFeedbackOf } from './feedback.store.ts';

/** What a person told us, newest first. */
export async function exportFeedback(db: Db, userId: number): Promise<UserExport['feedback']> {
  return (await selectFeedbackOf(db, userId)).map(({ message, category, rating, pagePath, createdAt }) => ({
    message,
    category,
    rating,
    pagePath,
    createdAt: createdAt.toISOString(),
  }));
}
