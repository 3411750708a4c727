import type { Queue } from '../../platform/jobs.ts';
import type { AuthDeps } from './auth.deps.ts';
import { forgetEnded } from './forget-ended.ts';

export function authQueues(deps: AuthDeps): Queue<never>[] {
  return [
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
