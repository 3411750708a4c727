import { setTimeout as pause } from 'node:timers/promises';
import { crashPoint } from '../../../platform/crash-points.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AccountHolds } from '../../accounts/accounts.deps.ts';
import type { StoredHold } from '../../post/post-words.rules.ts';
import type { HoldDeps } from '../publishing.deps.ts';
import { selectUnpublishedAccounts } from './changes.store.ts';
import {
  deleteEnded,
  deleteHold,
  insertHold,
  insertRestore,
  selectEnded,
  selectHold,
} from './holds.store.ts';
import { selectLanesForUpdate, selectOpenPosts, updateHolds } from './lanes.store.ts';
import { lockLanes, type Where, withLane } from './lock-lanes.ts';
import { moveOverdue } from './move-overdue.ts';

const ENDED_AT_A_TIME = 200;
/** Longer than a call to X and its settlement can take. */
const PATIENCE_MS = 6_500;
const LOOK_EVERY_MS = 150;

/** Adds a hold, or changes its end. */
export function addHold(tx: Db, where: Where, reason: StoredHold, until: Date | null): Promise<void> {
  return withLane(tx, where, async ({ accountId, now }) => {
    await insertHold(tx, { accountId, reason, until, now });
    await updateHolds(tx, [accountId]);
    return { result: undefined, notify: 'accounts_changed' };
  });
}

/** Removes one hold. Returns whether it existed, and whether the account is now free of holds. */
export function removeHold(
  tx: Db,
  where: Where,
  reason: StoredHold,
): Promise<{ wasHeld: boolean; isFree: boolean }> {
  return withLane(tx, where, async ({ accountId, now }) => {
    const wasHeld = await deleteHold(tx, accountId, reason, now);
    if (wasHeld) await updateHolds(tx, [accountId]);
    const isFree = (await selectHold(tx, accountId)) === null;
    return { result: { wasHeld, isFree }, ...(wasHeld ? { notify: 'accounts_changed' } : {}) };
  });
}

/** Removes the holds that have expired. Returns how many. */
export function removeEndedHolds(tx: Db, where: Where): Promise<number> {
  return withLane(tx, where, async ({ accountId, now }) => {
    const ended = await deleteEnded(tx, accountId, now);
    crashPoint('hold_ended');
    await updateHolds(tx, [accountId]);
    return { result: ended, ...(ended > 0 ? { notify: 'accounts_changed' } : {}) };
  });
}

/** Holds an account's posts for a reason, until released or until `until`. In the caller's transaction. */
export async function holdAccount(
  deps: Pick<HoldDeps, 'clock'>,
  tx: Db,
  accountId: number,
  reason: StoredHold,
  until: Date | null = null,
): Promise<void> {
  await addHold(tx, { accountId, now: deps.clock.now() }, reason, until);
}

/**
 * Removes one hold. If it was the last, overdue posts move to the account's next free slots, so that they
 * never go out in a burst. Returns how many moved. `emailReason` is the reason given in an email to the owner;
 * without it no email is sent.
 */
export async function releaseAccount(
  deps: HoldDeps,
  tx: Db,
  accountId: number,
  reason: StoredHold,
  emailReason?: string,
): Promise<number> {
  const now = deps.clock.now();
  const { wasHeld, isFree } = await removeHold(tx, { accountId, now }, reason);
  if (!wasHeld) return 0;
  const moved = isFree
    ? await moveOverdue(deps, tx, { accountId, until: now, ...(emailReason ? { emailReason } : {}) })
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
      const [lane] = await selectLanesForUpdate(tx, [accountId], 'skip');
      return lane ? removeEndedHolds(tx, { accountId, now, lane }) : 0;
    });
  }
  return ended;
}

/**
 * Waits for posts of these accounts that are being sent, so that somebody who pauses or disconnects gets an
 * accurate answer. Call it after the commit. Returns how many may still be published: in progress, or outcome
 * unknown.
 */
export async function waitForOpen(
  { db }: Pick<Platform, 'db'>,
  accountIds: readonly number[],
  patienceMs = PATIENCE_MS,
): Promise<number> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const open = await selectOpenPosts(db, accountIds);
    if (open.every(({ isUnknown }) => isUnknown) || performance.now() >= deadline) return open.length;
    await pause(LOOK_EVERY_MS);
  }
}

/**
 * Records that this database was restored from a backup begun at `backupFrom`. Unpublished posts may be on X
 * already, so their accounts are held until `checkRestored` has read their timelines. Call it before any
 * worker starts. Returns how many accounts are held.
 */
export function markRestored(db: Db, backupFrom: Date, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const accountIds = await selectUnpublishedAccounts(tx);
    await lockLanes(tx, accountIds);
    const held = await insertRestore(tx, { accountIds, backupFrom, now });
    await updateHolds(tx, accountIds);
    return held;
  });
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
