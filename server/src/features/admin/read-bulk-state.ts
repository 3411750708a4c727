import type { BulkAction } from '@drumbeat/contract/admin/bulk.rules.ts';
import { findAccountsByIds } from '../accounts/accounts.queries.ts';
import { listVerificationTimes } from '../auth/auth.queries.ts';
import { listSessionsOf } from '../auth/sessions/list-sessions.ts';
import { getBillings } from '../billing/get-billing.ts';
import { listGrantedAccounts } from '../generation/allowance/get-generation-usage.ts';
import { listFailedPosts } from '../post/post.queries.ts';
import { canRetryThrough } from '../publishing/by-hand/retry-post.ts';
import type { UserRecord } from '../users/users.types.ts';
import type { AdminDeps } from './admin.deps.ts';
import type { BulkStates } from './bulk.rules.ts';

/** More failed posts than a plan can have; bounds what is read of each person. */
const FAILED_LIMIT = 500;

type People = readonly UserRecord[];
/** Reads the states of several people at once; returns a function from a person to their state. */
type Read<A extends BulkAction> = (
  deps: AdminDeps,
  people: People,
) => Promise<(user: UserRecord) => BulkStates[A]>;

const reads: { [A in BulkAction]: Read<A> } = {
  pause_posts: readPause,
  resume_posts: readPause,
  async resend_verification({ db }, people) {
    const sent = await listVerificationTimes(db, idsOf(people));
    return ({ id, emailVerifiedAt }) => ({ isVerified: emailVerifiedAt !== null, sent: sent.get(id) ?? [] });
  },
  async grant_generation(deps, people) {
    const granted = await listGrantedAccounts(deps, idsOf(people));
    return ({ id, lastSchedulingCycle }) => ({
      accounts: (granted.get(id) ?? []).map(({ accountId, scheduledFrom }) => ({
        id: accountId,
        from: scheduledFrom,
      })),
      lastCycle: lastSchedulingCycle,
    });
  },
  async reset_generation(deps, people) {
    const granted = await listGrantedAccounts(deps, idsOf(people));
    return ({ id }) => ({
      accounts: (granted.get(id) ?? []).map(({ accountId, countedFrom, used }) => ({
        id: accountId,
        from: countedFrom,
        used,
      })),
    });
  },
  async end_sessions(deps, people) {
    const sessions = await listSessionsOf(deps, people);
    return ({ id }) => ({ sessionIds: idsOf(sessions.get(id) ?? []).sort((a, b) => a - b) });
  },
  async retry_failed(deps, people) {
    const failed = await listFailedPosts(deps.db, idsOf(people), FAILED_LIMIT);
    const ids = [...new Set(failed.map(({ accountId }) => accountId))];
    const accounts = new Map((await findAccountsByIds(deps.db, ids)).map((each) => [each.id, each]));
    const posts = Map.groupBy(failed, ({ userId }) => userId);
    const isCanceled = await readCanceled(deps, people);
    return ({ id: userId, emailVerifiedAt }) => ({
      isVerified: emailVerifiedAt !== null,
      isCanceled: isCanceled(userId),
      posts: (posts.get(userId) ?? []).map(({ id, retryCount, accountId }) => ({
        id,
        retryCount,
        isConnected: canRetryThrough(accounts.get(accountId)),
      })),
    });
  },
};

/**
 * The states that decide an action for these people, as a function of the person; read on `deps.db`: the
 * pool, or the transaction that will act on it.
 */
export function readBulkStates<A extends BulkAction>(
  deps: AdminDeps,
  action: A,
  people: People,
): Promise<(user: UserRecord) => BulkStates[A]> {
  return reads[action](deps, people);
}

async function readPause(
  deps: AdminDeps,
  people: People,
): Promise<(user: UserRecord) => BulkStates['pause_posts']> {
  const isCanceled = await readCanceled(deps, people);
  return ({ id, postsPaused }) => ({ isCanceled: isCanceled(id), isPaused: postsPaused });
}

async function readCanceled({ db, clock }: AdminDeps, people: People): Promise<(userId: number) => boolean> {
  const billingOf = await getBillings(db, clock.now(), idsOf(people));
  return (userId) => billingOf(userId).subscriptionStatus === 'canceled';
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
