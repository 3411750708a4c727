import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import { checkLanes } from './check-lanes.ts';
import { checkRestored } from './check-restored.ts';
import { deleteOldTraces } from './delete-traces.ts';
import type { PublishingDeps } from './publishing.deps.ts';
import { renewAhead } from './renew-ahead.ts';
import { sendSummaries } from './send-summaries.ts';
import { tellFailures } from './tell-failures.ts';

export function publishingQueues(deps: PublishingDeps): Queue<never>[] {
  const restored: Queue<{ after?: number }> = {
    name: queues.checkRestored,
    retryLimit: 20,
    retryDelay: 5,
    expireInSeconds: 300,
    handle: ({ after }) => checkRestored(deps, after ?? 0),
  };
  return [
    restored,
    {
      name: queues.renewAhead,
      cron: '* * * * *',
      retryLimit: 0,
      retryDelay: 0,
      expireInSeconds: 120,
      handle: () => renewAhead(deps),
    },
    {
      name: queues.checkLanes,
      cron: '17 * * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 600,
      handle: async () => void (await checkLanes(deps)),
    },
    {
      name: queues.tellFailures,
      cron: '*/5 * * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: async () => void (await tellFailures(deps)),
    },
    {
      name: queues.sendSummaries,
      cron: '*/5 * * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: async () => void (await sendSummaries(deps)),
    },
    {
      name: queues.deleteTraces,
      cron: '41 3 * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: () => deleteOldTraces(deps),
    },
  ];
}
