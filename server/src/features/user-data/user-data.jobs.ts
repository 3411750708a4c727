import type { Queue } from '../../platform/jobs.ts';
import { eraseDeleted } from './erase-deleted.ts';
import { sayFarewell } from './say-farewell.ts';
import type { UserDataDeps } from './user-data.deps.ts';
import { FAREWELL_QUEUE } from './user-data.rules.ts';

export function userDataQueues(deps: UserDataDeps): Queue<never>[] {
  const farewell: Queue<{ userId: number; grants: string[] }> = {
    name: FAREWELL_QUEUE,
    retryLimit: 10,
    retryDelay: 5,
    expireInSeconds: 120,
    handle: (job) => sayFarewell(deps, job),
  };
  const erase: Queue<object> = {
    name: 'user-data.erase',
    cron: '43 * * * *',
    retryLimit: 0,
    retryDelay: 0,
    expireInSeconds: 600,
    handle: () => eraseDeleted(deps),
  };
  return [farewell, erase];
}
