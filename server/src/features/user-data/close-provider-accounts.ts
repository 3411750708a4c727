import { revokeGrants } from '../accounts/erase-accounts.ts';
import { endSubscriptions } from '../billing/sync/end-subscriptions.ts';
import type { UserDataDeps } from './user-data.deps.ts';

/** Closes a deleted account's data at the providers: ends subscriptions and revokes X grants. Idempotent. */
export async function closeProviderAccounts(
  deps: UserDataDeps,
  job: { userId: number; grants: string[] },
): Promise<void> {
  await endSubscriptions(deps, job.userId);
  await revokeGrants(deps, job.grants);
}
