import { type Db, inTransaction } from '../../../platform/database/database.ts';
import type { AccountHolds } from '../../accounts/accounts.deps.ts';
import type { StoredHold } from '../../post/post-words.rules.ts';
import type { HoldDeps } from '../publishing.deps.ts';
import { changePosts } from './change-posts.ts';
import { selectEnded } from './holds.store.ts';
import { selectLanesForUpdate } from './lanes.store.ts';
import { moveOverdue } from './move-overdue.ts';
import { waitForOpen } from './wait-for-open.ts';

const ENDED_AT_A_TIME = 200;

/** Holds an account's posts for a reason, until released or until `until`. In the caller's transaction. */
export async function holdAccount(
  deps: Pick<HoldDeps, 'clock'>,
  tx: Db,
  accountId: number,
  reason: StoredHold,
  until: Date | null = null,
): Promise<void> {
  await changePosts(tx, { accountId, now: deps.clock.now() }, 'hold', { reason, until });
}

/**
 * Removes one hold. If it was the last, overdue posts move to the account's next free slots, so that they
 * never go out in a burst. Returns how many moved. `tell` is the reason given in an email to the owner;
 * without it no email is sent.
 */
export async function releaseAccount(
  deps: HoldDeps,
  tx: Db,
  accountId: number,
  reason: StoredHold,
  tell?: string,
): Promise<number> {
  const now = deps.clock.now();
  const { wasHeld, isFree } = await changePosts(tx, { accountId, now }, 'release', { reason });
  if (!wasHeld) return 0;
  const moved = isFree
    ? await moveOverdue(deps, tx, { accountId, until: now, ...(tell ? { tell } : {}) })
    : 0;
  await deps.events.notify(tx, 'posts_due', { at: now.getTime() });
  return moved;
}

/** Removes expired holds. Accounts that another transaction has locked are skipped until the next run. */
export async function releaseEnded(deps: Pick<HoldDeps, 'db' | 'clock'>): Promise<number> {
  const now = deps.clock.now();
  let ended = 0;
  for (const accountId of await selectEnded(deps.db, now, ENDED_AT_A_TIME)) {
    ended += await inTransaction(deps.db, async (tx) => {
      if ((await selectLanesForUpdate(tx, [accountId], 'skip')).length === 0) return 0;
      return changePosts(tx, { accountId, now }, 'release_ended', {});
    });
  }
  return ended;
}

/** What accounts needs of publishing. */
export function accountHolds(deps: HoldDeps): AccountHolds {
  return {
    waitForOpen: (accountIds) => waitForOpen(deps, accountIds),
    hold: (tx, accountId, reason) => holdAccount(deps, tx, accountId, reason),
    async release(tx, accountId, reason) {
      await releaseAccount(deps, tx, accountId, reason, 'The account is connected again.');
    },
  };
}
