import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import { findUser } from '../../users/users.queries.ts';
import type { AccountsDeps } from '../accounts.deps.ts';
import { isUsable } from '../accounts.rules.ts';
import { selectAccountForUpdate, updateAccountRow } from '../accounts.store.ts';
import type { XAccountRecord } from '../accounts.types.ts';

/** Records that X permanently refuses the account, for example after the person revoked the grant. */
export function loseAccess(deps: AccountsDeps, accountId: number): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const account = await selectAccountForUpdate(tx, accountId);
    if (account && isUsable(account)) await markDead(deps, tx, account);
  });
}

/**
 * Marks the account as needing a reconnect, in the caller's transaction: holds its posts and emails the
 * owner.
 */
export async function markDead(deps: AccountsDeps, tx: Db, account: XAccountRecord): Promise<void> {
  const now = deps.clock.now();
  await updateAccountRow(tx, account.id, {
    needsReconnect: true,
    refreshingBy: null,
    refreshingUntil: null,
    updatedAt: now,
  });
  await deps.holds.hold(tx, account.id, 'disconnected');
  const owner = await findUser(tx, account.userId);
  if (!owner) return;
  await queueEmail(deps, tx, {
    template: 'reconnect_x',
    userId: owner.id,
    to: owner.email,
    variables: { username: account.username, link: `${deps.publicUrl}/dashboard` },
  });
}
