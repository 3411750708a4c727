import type { Queue } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { queues } from '../../platform/queues.ts';
import { deleteOldCosts, updateFigureDays } from './figures.queries.ts';

export function figuresQueues(deps: Pick<Platform, 'db' | 'clock'>): Queue<never>[] {
  return [
    {
      name: queues.updateFigureDays,
      cron: '* * * * *',
      retryLimit: 0,
      retryDelay: 0,
      expireInSeconds: 300,
      handle: () => updateFigureDays(deps),
    },
    {
      name: queues.deleteOldCosts,
      cron: '53 3 * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: () => deleteOldCosts(deps),
    },
  ];
}
