import type { Queue } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { queues } from '../../platform/queues.ts';
import { endOldAudit } from './seal-audit.ts';

export function auditQueues(deps: Pick<Platform, 'db' | 'clock'>): Queue<never>[] {
  return [
    {
      name: queues.endOldAudit,
      cron: '7 4 * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 600,
      handle: () => endOldAudit(deps),
    },
  ];
}
