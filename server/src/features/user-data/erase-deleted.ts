import { systemActor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { expiredBefore } from '../../platform/retention.ts';
import { revokeGrants } from '../accounts/erase-accounts.ts';
import { eraseNames } from '../audit/audit.queries.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { deleteCustomers, endSubscriptions } from '../billing/sync/end-subscriptions.ts';
import { hasPostsInHand } from '../posts/erase-posts.ts';
import { eraseUser, listDeletedUsers } from '../users/users.queries.ts';
import type { UserDataDeps } from './user-data.deps.ts';

/**
 * Erases accounts that were deleted a day ago, with all their data. Postpones accounts with a post being
 * sent, and those for which the payment provider does not answer: a checkout paid at the last moment must not
 * keep charging. Idempotent.
 */
export async function eraseDeleted(deps: UserDataDeps): Promise<void> {
  for (const userId of await listDeletedUsers(deps.db, expiredBefore(deps.clock.now(), 'deletedUsers'))) {
    try {
      await endSubscriptions(deps, userId);
      await deleteCustomers(deps, userId);
      await inTransaction(deps.db, async (tx) => {
        if (await hasPostsInHand(tx, userId)) return;
        await eraseUser(tx, userId);
        await eraseNames(tx, userId);
        await recordAudit(tx, systemActor('worker'), {
          at: deps.clock.now(),
          action: 'users.erased',
          target: { type: 'user', id: userId },
        });
      });
    } catch (error) {
      deps.log.error({ err: error, userId }, 'could not erase a deleted account; the next run tries again');
    }
  }
}

/** Closes a deleted account's data at the providers: ends subscriptions and revokes X grants. Idempotent. */
export async function closeProviderAccounts(
  deps: UserDataDeps,
  job: { userId: number; grants: string[] },
): Promise<void> {
  await endSubscriptions(deps, job.userId);
  await revokeGrants(deps, job.grants);
}
