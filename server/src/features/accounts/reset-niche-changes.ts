import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { tellPerson } from '../../platform/person-changes.ts';
import { recordChange } from '../audit/record-audit.ts';
import type { UsersDeps } from '../users/users.deps.ts';
import { lockCustomer } from '../users/users.queries.ts';
import { accountNotFound } from './accounts.errors.ts';
import { selectAccountForUpdate, updateAccountRow } from './accounts.store.ts';

/** How many niche changes an account has used, and when their cycle ends (ISO 8601). */
export type NicheChanges = { count: number; periodEnd: string | null };
const NONE: NicheChanges = { count: 0, periodEnd: null };

type Input = {
  userId: number;
  accountId: number;
  reason?: string | undefined;
  /** Undoes a reset by restoring these values, only if no change was used since. */
  restore?: NicheChanges | undefined;
};

/**
 * Resets an X account's niche changes, for staff, or undoes that. Returns the id of the audit entry, null if
 * nothing changed. Throws NOT_FOUND, X_ACCOUNT_NOT_FOUND, and STALE_VERSION if changes were used since the
 * reset.
 */
export async function resetNicheChanges(
  deps: UsersDeps,
  actor: Actor,
  { userId, accountId, reason, restore }: Input,
): Promise<number | null> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    await lockCustomer(tx, userId);
    const account = await selectAccountForUpdate(tx, accountId);
    if (account?.userId !== userId || account.disconnectedAt !== null) throw accountNotFound();
    const before = {
      count: account.nicheUpdateCount,
      periodEnd: account.nicheUpdatePeriodEnd?.toISOString() ?? null,
    };
    if (restore && before.count > 0)
      throw new AppError('STALE_VERSION', 'The niche has changed since, so nothing was undone.');
    const after = restore ?? NONE;
    if (before.count === after.count) return null;
    await updateAccountRow(tx, accountId, {
      nicheUpdateCount: after.count,
      nicheUpdatePeriodEnd: after.periodEnd === null ? null : new Date(after.periodEnd),
      updatedAt: at,
    });
    await tellPerson(tx, userId, 'accounts_changed', at);
    return recordChange(tx, actor, {
      at,
      action: restore ? 'accounts.niche_changes_restored' : 'accounts.niche_changes_reset',
      target: { type: 'user', id: userId },
      before,
      after,
      details: { accountId },
      reason,
    });
  });
}
