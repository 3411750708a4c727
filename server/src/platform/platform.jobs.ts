import type { Queue } from './jobs.ts';
import { deleteOldChanges } from './person-changes.ts';
import type { Platform } from './platform.ts';
import { queues } from './queues.ts';

/** Background work of the platform itself. */
export function platformQueues({
  db,
  clock,
  limits,
}: Pick<Platform, 'db' | 'clock' | 'limits'>): Queue<never>[] {
  return [
    {
      name: queues.deleteEndedLimits,
      cron: '7 3 * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: () => limits.deleteEnded(),
    },
    {
      name: queues.deleteOldChanges,
      cron: '23 * * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: () => deleteOldChanges(db, clock.now()),
    },
  ];
}
