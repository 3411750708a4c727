import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import type { FactsDeps } from './facts.deps.ts';
import { refreshDueFeeds } from './refresh-feed.ts';

export function factsQueues(deps: Omit<FactsDeps, 'limits'>): Queue<never>[] {
  const refresh: Queue<object> = {
    name: queues.refreshFeeds,
    cron: '*/10 * * * *',
    // The next run takes what this one left.
    retryLimit: 0,
    retryDelay: 0,
    // A run takes four minutes and its last batch of readings.
    expireInSeconds: 360,
    handle: (_, context) => refreshDueFeeds(deps, context),
  };
  return [refresh];
}
