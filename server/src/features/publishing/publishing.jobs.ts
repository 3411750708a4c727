import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import { emailFailures } from './emails/email-failures.ts';
import { sendSummaries } from './emails/send-summaries.ts';
import { renewAhead } from './engine/renew-tokens.ts';
import { checkLanes } from './lanes/check-lanes.ts';
import { deleteOldTraces } from './lanes/delete-posts.ts';
import type { PublishingDeps } from './publishing.deps.ts';
import { checkRestored } from './restore/check-restored.ts';

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
      name: queues.emailFailures,
      cron: '*/5 * * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: async () => void (await emailFailures(deps)),
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
