import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { Db } from '../../platform/database/database.ts';
import { selectFeedback, selectFeedbackOf } from './feedback.store.ts';

/** A person's feedback, newest first. */
export async function exportFeedback(db: Db, userId: number): Promise<UserExport['feedback']> {
  return (await selectFeedbackOf(db, userId)).map(({ message, category, rating, pagePath, createdAt }) => ({
    message,
    category,
    rating,
    pagePath,
    createdAt: createdAt.toISOString(),
  }));
}

/** Who sent feedback with this request; for staff. */
export async function findFeedbackOfRequest(
  db: Db,
  requestId: string,
): Promise<{ userId: number } | undefined> {
  const filter = { by: { requestId }, category: undefined, minRating: undefined, maxRating: undefined };
  const [found] = await selectFeedback(db, filter, { offset: 0, limit: 1 });
  return found;
}
