import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { tellPerson } from '../../platform/person-changes.ts';
import type { Platform } from '../../platform/platform.ts';
import { cycleOf } from '../billing/cycle.rules.ts';
import { requireNotCanceled } from '../billing/require-not-canceled.ts';
import { selectAccountForUpdate, selectSelected, updateAccountRow } from './accounts.store.ts';
import { nicheChangesUsed, runningPeriod } from './niche-changes.rules.ts';

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
  await tellPerson(tx, userId, 'accounts_changed', now);
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
