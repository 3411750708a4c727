import { expiredBefore } from '../../platform/retention.ts';
import type { FeedbackDeps } from './feedback.deps.ts';
import { deleteFeedbackBefore } from './feedback.store.ts';

/** Deletes feedback after its retention time. */
export async function deleteOldFeedback(deps: Pick<FeedbackDeps, 'db' | 'clock'>): Promise<void> {
  await deleteFeedbackBefore(deps.db, expiredBefore(deps.clock.now(), 'feedback'));
}
