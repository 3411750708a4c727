import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import type { NewsDeps } from './news.deps.ts';
import { refreshNews } from './refresh-news.ts';

export function newsQueues(deps: NewsDeps): Queue<never>[] {
  const refresh: Queue<{ niche: string; claimedAt: string }> = {
    name: queues.refreshNews,
    // No retries: the next reader claims it again.
    retryLimit: 0,
    retryDelay: 0,
    // The feed may take 10 s, the model 60 s.
    expireInSeconds: 90,
    concurrency: 2,
    handle: ({ niche, claimedAt }, context) => refreshNews(deps, { niche, at: new Date(claimedAt) }, context),
  };
  return [refresh];
}
