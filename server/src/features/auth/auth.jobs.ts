import type { Queue } from '../../platform/jobs.ts';
import type { AuthDeps } from './auth.deps.ts';
import { RESET_QUEUE } from './auth.rules.ts';
import { forgetEnded } from './forget-ended.ts';
import { sendResetLink } from './send-reset-link.ts';

export function authQueues(deps: AuthDeps): Queue<never>[] {
  const reset: Queue<{ request: string }> = {
    name: RESET_QUEUE,
    retryLimit: 5,
    retryDelay: 5,
    expireInSeconds: 60,
    concurrency: 2,
    handle: (job) => sendResetLink(deps, job),
  };
  return [
    reset,
    {
      name: 'auth.forget-ended',
      cron: '17 3 * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: () => forgetEnded(deps),
    },
  ];
}
