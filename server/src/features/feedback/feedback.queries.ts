import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { Db } from '../../platform/database/database.ts';
import { expiredBefore } from '../../platform/retention.ts';
import { deleteFeedbackBefore, selectFeedback, selectFeedbackOf } from './feedback.store.ts';
import type { FeedbackDeps } from './feedback.types.ts';

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

/** Deletes feedback after its retention time. */
export async function deleteOldFeedback(deps: Pick<FeedbackDeps, 'db' | 'clock'>): Promise<void> {
  await deleteFeedbackBefore(deps.db, expiredBefore(deps.clock.now(), 'feedback'));
}
