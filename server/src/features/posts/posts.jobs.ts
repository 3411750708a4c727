import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import type { PostsDeps } from './posts.deps.ts';
import { deleteOldRequests } from './save/delete-old-requests.ts';

export function postsQueues(deps: Pick<PostsDeps, 'db' | 'clock'>): Queue<never>[] {
  return [
    {
      name: queues.deleteOldRequests,
      cron: '47 3 * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: () => deleteOldRequests(deps),
    },
  ];
}
