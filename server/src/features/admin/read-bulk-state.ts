import type { BulkAction } from '@drumbeat/contract/admin/bulk.rules.ts';
import { findAccountsByIds } from '../accounts/accounts.queries.ts';
import { listVerificationTimes } from '../auth/auth.queries.ts';
import { listSessions } from '../auth/sessions/list-sessions.ts';
import { getBilling } from '../billing/get-billing.ts';
import { listGrantedAccounts } from '../generation/allowance/count-generations.ts';
import { listFailedPosts } from '../post/post.queries.ts';
import { canRetryThrough } from '../publishing/by-hand/retry.rules.ts';
import type { UserRecord } from '../users/users.types.ts';
import type { AdminDeps } from './admin.deps.ts';
import type { BulkStates } from './bulk.rules.ts';

/** More failed posts than a plan can have; bounds what is read per person. */
const FAILED_LIMIT = 500;

type Read<A extends BulkAction> = (deps: AdminDeps, user: UserRecord) => Promise<BulkStates[A]>;

const reads: { [A in BulkAction]: Read<A> } = {
  pause_posts: readPause,
  resume_posts: readPause,
  async resend_verification({ db }, user) {
    return { isVerified: user.emailVerifiedAt !== null, sent: await listVerificationTimes(db, user.id) };
  },
  async grant_generation(deps, user) {
    const accounts = await listGrantedAccounts(deps, user.id);
    return {
      accounts: accounts.map(({ accountId, scheduledFrom }) => ({ id: accountId, from: scheduledFrom })),
      lastCycle: user.lastSchedulingCycle,
    };
  },
  async reset_generation(deps, user) {
    const accounts = await listGrantedAccounts(deps, user.id);
    return {
      accounts: accounts.map(({ accountId, countedFrom, used }) => ({
        id: accountId,
        from: countedFrom,
        used,
      })),
    };
  },
  async end_sessions(deps, { id: userId, roles }) {
    const ids = (await listSessions(deps, { userId, roles })).map(({ id }) => id);
    return { sessionIds: ids.sort((a, b) => a - b) };
  },
  async retry_failed(deps, user) {
    const failed = await listFailedPosts(deps.db, user.id, FAILED_LIMIT);
    const ids = [...new Set(failed.map(({ accountId }) => accountId))];
    const accounts = new Map((await findAccountsByIds(deps.db, ids)).map((each) => [each.id, each]));
    return {
      isVerified: user.emailVerifiedAt !== null,
      isCanceled: await isCanceled(deps, user),
      posts: failed.map(({ id, retryCount, accountId }) => ({
        id,
        retryCount,
        isConnected: canRetryThrough(accounts.get(accountId)),
      })),
    };
  },
};

/**
 * The state that decides an action for a person, read on `deps.db`: the pool, or the transaction that will
 * act on it.
 */
export function readBulkState<A extends BulkAction>(
  deps: AdminDeps,
  action: A,
  user: UserRecord,
): Promise<BulkStates[A]> {
  return reads[action](deps, user);
}

async function readPause(deps: AdminDeps, user: UserRecord): Promise<BulkStates['pause_posts']> {
  return { isCanceled: await isCanceled(deps, user), isPaused: user.postsPaused };
}

async function isCanceled({ db, clock }: AdminDeps, { id }: UserRecord): Promise<boolean> {
  return (await getBilling(db, clock.now(), id)).subscriptionStatus === 'canceled';
}
