import { revokeGrants } from '../accounts/revoke-grants.ts';
import { endSubscriptions } from '../billing/end-subscriptions.ts';
import type { UserDataDeps } from './user-data.deps.ts';

/** Ends what the providers hold of a deleted account: subscriptions, and the grants of X. Safe to repeat. */
export async function closeProviderAccounts(
  deps: UserDataDeps,
  job: { userId: number; grants: string[] },
): Promise<void> {
  await endSubscriptions(deps, job.userId);
  await revokeGrants(deps, job.grants);
}
