import type { Actor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { notifyPerson } from '../../platform/person-changes.ts';
import { getBilling } from '../billing/get-billing.ts';
import { lockUser } from '../users/users.queries.ts';
import type { AccountsDeps } from './accounts.deps.ts';
import { accountLimitReached, accountNotFound } from './accounts.errors.ts';
import {
  deselectOthers,
  selectAccountForUpdate,
  selectAccounts,
  updateAccountRow,
} from './accounts.store.ts';
import type { XAccountRecord } from './accounts.types.ts';

type Change = { selected?: true | undefined; is_active?: boolean | undefined };

/**
 * Selects an account, or switches it on or off, which releases or holds its posts. Throws
 * X_ACCOUNT_NOT_FOUND, and ACCOUNT_LIMIT_REACHED if the plan allows no more active accounts.
 */
export function updateAccount(
  deps: AccountsDeps,
  actor: Actor,
  accountId: number,
  change: Change,
): Promise<XAccountRecord> {
  return inTransaction(deps.db, async (tx) => {
    await lockUser(tx, actor.userId);
    const account = await selectAccountForUpdate(tx, accountId);
    if (account?.userId !== actor.userId || account.disconnectedAt !== null) {
      throw accountNotFound();
    }
    const now = deps.clock.now();
    if (change.selected) await deselectOthers(tx, actor.userId, account.id, now);
    if (change.is_active !== undefined) await switchHolds(deps, tx, account, change.is_active);
    await notifyPerson(tx, actor.userId, 'accounts_changed', now);
    const updated = await updateAccountRow(tx, account.id, {
      ...(change.selected ? { selected: true } : {}),
      ...(change.is_active === undefined ? {} : { isActive: change.is_active }),
      updatedAt: now,
    });
    return updated ?? account;
  });
}

async function switchHolds(
  deps: AccountsDeps,
  tx: Db,
  account: XAccountRecord,
  isActive: boolean,
): Promise<void> {
  if (!isActive) return deps.holds.hold(tx, account.id, 'disconnected');
  if (!account.isActive) await requireRoom(deps, tx, account.userId);
  if (!account.needsReconnect) await deps.holds.release(tx, account.id, 'disconnected');
}

/** Must run in a transaction that has locked the person's row. */
async function requireRoom(deps: AccountsDeps, tx: Db, userId: number): Promise<void> {
  const active = (await selectAccounts(tx, userId)).filter((account) => account.isActive).length;
  const { accountLimit } = (await getBilling(tx, deps.clock.now(), userId)).entitlements;
  if (active >= accountLimit) throw accountLimitReached();
}
