import type { Actor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { notifyPerson } from '../../platform/person-changes.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordChange } from '../audit/record-audit.ts';
import { cycleOf } from '../billing/cycle.rules.ts';
import { requireNotCanceled } from '../billing/require-not-canceled.ts';
import type { UsersDeps } from '../users/users.deps.ts';
import { lockCustomer } from '../users/users.queries.ts';
import { accountNotFound } from './accounts.errors.ts';
import { nicheChangesUsed, runningPeriod } from './accounts.rules.ts';
import { selectAccountForUpdate, selectSelected, updateAccountRow } from './accounts.store.ts';

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
    await notifyPerson(tx, userId, 'accounts_changed', at);
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

/**
 * Changes the niche of the person's selected account, in the caller's transaction, and counts the change.
 * Does nothing without an account or if the niche is the same. Throws SUBSCRIPTION_CANCELED,
 * NICHE_LIMIT_REACHED.
 */
export async function changeAccountNiche(
  deps: Pick<Platform, 'db' | 'clock'>,
  tx: Db,
  userId: number,
  niche: string,
): Promise<void> {
  const selected = await selectSelected(tx, userId);
  const account = selected && (await selectAccountForUpdate(tx, selected.id));
  if (!account || account.niche === niche) return;
  const now = deps.clock.now();
  const billing = await requireNotCanceled(deps, userId, 'niche update disabled', tx);

  const used = nicheChangesUsed(account, now);
  const running = runningPeriod(account, now);
  if (used >= billing.entitlements.nicheChangeLimitPerAccount) throw limitReached(running);
  await notifyPerson(tx, userId, 'accounts_changed', now);
  const { end } = cycleOf(billing, account.connectedAt, now);
  await updateAccountRow(tx, account.id, {
    niche,
    nicheUpdateCount: used + 1,
    nicheUpdatePeriodEnd: running ?? new Date(end),
    updatedAt: now,
  });
}

function limitReached(until: Date | null): AppError {
  return new AppError('NICHE_LIMIT_REACHED', 'No niche changes are left in this cycle.', {
    data: { remaining: 0, periodEnd: until?.toISOString() ?? null },
  });
}
