import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockUser } from '../users/users.queries.ts';
import type { AccountsDeps } from './accounts.deps.ts';
import {
  deselectOthers,
  selectAccountForUpdate,
  selectAccounts,
  selectSelected,
  updateAccountRow,
} from './accounts.store.ts';

/**
 * Disconnects the given account, else the selected one: its posts are held, its tokens forgotten and its grant given
 * back to X. Throws X_ACCOUNT_NOT_FOUND for another's account, X_NOT_CONNECTED where there is none.
 */
export async function disconnectAccount(deps: AccountsDeps, actor: Actor, accountId?: number): Promise<void> {
  const wanted = accountId ?? (await selectSelected(deps.db, actor.userId))?.id;
  if (!wanted) throw new AppError('X_NOT_CONNECTED', 'No X account is connected.');
  const token = await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, actor.userId);
    const account = await selectAccountForUpdate(tx, wanted);
    if (account?.userId !== actor.userId || account.disconnectedAt !== null) {
      throw new AppError('X_ACCOUNT_NOT_FOUND', 'This X account is not connected to you.');
    }
    const now = deps.clock.now();
    await deps.holds.hold(tx, account.id, 'disconnected');
    await updateAccountRow(tx, account.id, {
      disconnectedAt: now,
      updatedAt: now,
      selected: false,
      needsReconnect: false,
      accessToken: null,
      refreshToken: null,
      tokenExpiresAt: null,
    });
    const [next] = account.selected ? await selectAccounts(tx, actor.userId) : [];
    if (next) {
      await deselectOthers(tx, actor.userId, next.id, now);
      await updateAccountRow(tx, next.id, { selected: true, updatedAt: now });
    }
    await recordAudit(tx, actor, {
      at: now,
      action: 'accounts.disconnected',
      target: { type: 'x_account', id: String(account.id) },
    });
    return account.refreshToken && deps.sealer.open(account.refreshToken);
  });
  // After the commit: whatever X answers, we no longer hold the grant.
  if (token) {
    await deps.x
      .revoke(token)
      .catch((error: unknown) => deps.log.info({ err: String(error) }, 'X did not take the grant back'));
  }
}
