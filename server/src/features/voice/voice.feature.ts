import { feature } from '../../platform/feature.ts';
import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import { deleteOldLessons } from './lessons/record-edits.ts';
import { registerVoiceRoutes } from './voice.routes.ts';
import type { VoiceDeps } from './voice.types.ts';

export const voice = feature({ routes: [registerVoiceRoutes], jobs: voiceQueues });

function voiceQueues(deps: Pick<VoiceDeps, 'db' | 'clock'>): Queue<never>[] {
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
