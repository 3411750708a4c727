import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { feature } from '../../platform/feature.ts';
import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import { deleteOldTexts } from './record-texts.ts';

export const alike = feature({ jobs: alikeQueues });

function alikeQueues(deps: { db: Db; clock: Clock }): Queue<never>[] {
  return [
    {
      name: queues.deleteOldTexts,
      cron: '3-59/10 * * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: () => deleteOldTexts(deps),
    },
  ];
}
