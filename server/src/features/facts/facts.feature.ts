import { feature } from '../../platform/feature.ts';
import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import { registerFactsRoutes } from './facts.routes.ts';
import type { FactsDeps } from './facts.types.ts';
import { refreshDueFeeds } from './refresh-feed.ts';

export const facts = feature({ routes: [registerFactsRoutes], jobs: factsQueues });

function factsQueues(deps: Omit<FactsDeps, 'limits'>): Queue<never>[] {
  const refresh: Queue<object> = {
    name: queues.refreshFeeds,
    cron: '*/10 * * * *',
    // The next run continues where this one stopped.
    retryLimit: 0,
    retryDelay: 0,
    // A run takes up to four minutes plus its last batch.
    expireInSeconds: 360,
    handle: (_, context) => refreshDueFeeds(deps, context),
  };
  return [refresh];
}
