import type { Queue } from './jobs.ts';
import type { Platform } from './platform.ts';
import { queues } from './queues.ts';

/** What the platform itself does in the background. */
export function platformQueues({ limits }: Pick<Platform, 'limits'>): Queue<never>[] {
  return [
    {
      name: queues.deleteEndedLimits,
      cron: '7 3 * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: () => limits.deleteEnded(),
    },
  ];
}
