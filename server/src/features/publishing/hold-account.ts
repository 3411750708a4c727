import { crashPoint } from '../../platform/crash-points.ts';
import { type Db, inTransaction } from '../../platform/database.ts';
import type { StoredHold } from '../posts/post-words.rules.ts';
import { addHold, currentHold, hasEnded, removeEnded, removeHold, showHolds } from './holds.store.ts';
import { moveOverdue } from './move-overdue.ts';
import type { HoldDeps } from './publishing.deps.ts';

/** Holds back an account's posts for a reason, until it is released or `until` has come. In the caller's transaction. */
export async function holdAccount(
  deps: Pick<HoldDeps, 'clock'>,
  tx: Db,
  accountId: number,
  reason: StoredHold,
  until: Date | null = null,
): Promise<void> {
  await addHold(tx, { accountId, reason, until, now: deps.clock.now() });
}

/**
 * Removes one reason. If it was the last, posts that came due meanwhile move to the account's next free slots:
 * never a burst. Returns how many moved. `tell` is the reason that the owner reads in an email; without it none is sent.
 */
export async function releaseAccount(
  deps: HoldDeps,
  tx: Db,
  accountId: number,
  reason: StoredHold,
  tell?: string,
): Promise<number> {
  const now = deps.clock.now();
  if (!(await removeHold(tx, accountId, reason, now))) return 0;
  const isLast = (await currentHold(tx, accountId)) === null;
  const moved = isLast
    ? await moveOverdue(deps, tx, { accountId, until: now, ...(tell ? { tell } : {}) })
    : 0;
  await showHolds(tx, [accountId]);
  await deps.events.notify(tx, 'posts_due', { at: now.getTime() });
  return moved;
}

/** Releases the accounts whose holds have expired. */
export async function releaseEnded(deps: HoldDeps): Promise<number> {
  if (!(await hasEnded(deps.db, deps.clock.now()))) return 0;
  return inTransaction(deps.db, async (tx) => {
    const accountIds = await removeEnded(tx, deps.clock.now());
    if (accountIds.length > 0) crashPoint('hold_ended');
    await showHolds(tx, accountIds);
    return accountIds.length;
  });
}

/** What holds an account now, which a new pending post of it must show; null if nothing does. */
export function holdOn(tx: Db, accountId: number): Promise<StoredHold | null> {
  return currentHold(tx, accountId);
}
