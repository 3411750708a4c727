import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import { deleteOldLessons } from './lessons/delete-old-lessons.ts';
import type { VoiceDeps } from './voice.deps.ts';

export function voiceQueues(deps: Pick<VoiceDeps, 'db' | 'clock'>): Queue<never>[] {
  return [
    {
      name: queues.deleteOldLessons,
      cron: '53 3 * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: () => deleteOldLessons(deps),
    },
  ];
}
