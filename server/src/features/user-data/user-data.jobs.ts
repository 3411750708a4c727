import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import { closeProviderAccounts, eraseDeleted } from './erase-deleted.ts';
import type { UserDataDeps } from './user-data.deps.ts';

export function userDataQueues(deps: UserDataDeps): Queue<never>[] {
  const farewell: Queue<{ userId: number; grants: string[] }> = {
    name: queues.closeProviderAccounts,
    retryLimit: 10,
    retryDelay: 5,
    expireInSeconds: 120,
    handle: (job) => closeProviderAccounts(deps, job),
  };
  const erase: Queue<object> = {
    name: queues.eraseDeletedUsers,
    cron: '43 * * * *',
    retryLimit: 0,
    retryDelay: 0,
    expireInSeconds: 600,
    handle: () => eraseDeleted(deps),
  };
  return [farewell, erase];
}
