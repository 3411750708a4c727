import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import { deleteOldFeedback } from './feedback.queries.ts';
import type { FeedbackDeps } from './feedback.types.ts';

export function feedbackQueues(deps: Pick<FeedbackDeps, 'db' | 'clock'>): Queue<never>[] {
  return [
    {
      name: queues.deleteOldFeedback,
      cron: '47 3 * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: () => deleteOldFeedback(deps),
    },
  ];
}
