import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import type { AuthDeps } from './auth.deps.ts';
import { sendResetLink } from './passwords/request-password-reset.ts';
import { deleteEndedCredentials } from './sessions/delete-ended-credentials.ts';

export function authQueues(deps: AuthDeps): Queue<never>[] {
  const reset: Queue<{ request: string }> = {
    name: queues.sendResetLink,
    retryLimit: 5,
    retryDelay: 5,
    expireInSeconds: 60,
    concurrency: 2,
    handle: (job) => sendResetLink(deps, job),
  };
  return [
    reset,
    {
      name: queues.deleteEndedCredentials,
      cron: '17 3 * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: () => deleteEndedCredentials(deps),
    },
  ];
}
