import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { AccountsDeps } from './accounts.deps.ts';
import { deselectOthers, selectAccountForUpdate, updateAccountRow } from './accounts.store.ts';
import type { XAccountRecord } from './accounts.types.ts';

type Change = { selected?: true | undefined; is_active?: boolean | undefined };

/** Selects an account, or switches it on or off; switched off, its posts are held. Throws X_ACCOUNT_NOT_FOUND. */
export function updateAccount(
  deps: AccountsDeps,
  actor: Actor,
  accountId: number,
  change: Change,
): Promise<XAccountRecord> {
  return inTransaction(deps.db, async (tx) => {
    const account = await selectAccountForUpdate(tx, accountId);
    if (account?.userId !== actor.userId || account.disconnectedAt !== null) {
      throw new AppError('X_ACCOUNT_NOT_FOUND', 'This X account is not connected to you.');
    }
    const now = deps.clock.now();
    if (change.selected) await deselectOthers(tx, actor.userId, account.id, now);
    if (change.is_active === false) await deps.holds.hold(tx, account.id, 'disconnected');
    if (change.is_active === true && !account.needsReconnect)
      await deps.holds.release(tx, account.id, 'disconnected');
    const updated = await updateAccountRow(tx, account.id, {
      ...(change.selected ? { selected: true } : {}),
      ...(change.is_active === undefined ? {} : { isActive: change.is_active }),
      updatedAt: now,
    });
    return updated ?? account;
  });
}
