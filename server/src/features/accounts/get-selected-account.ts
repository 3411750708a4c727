import type { Platform } from '../../platform/platform.ts';
import { getBilling } from '../billing/get-billing.ts';
import { selectSelected } from './accounts.store.ts';
import type { SelectedAccount } from './accounts.types.ts';
import { nicheChangesUsed, runningPeriod } from './niche-changes.rules.ts';

/** What a person's view shows of the selected account; undefined where none is selected. */
export async function getSelectedAccount(
  deps: Pick<Platform, 'db' | 'clock'>,
  userId: number,
): Promise<SelectedAccount | undefined> {
  const account = await selectSelected(deps.db, userId);
  if (!account) return undefined;
  const now = deps.clock.now();
  const { entitlements } = await getBilling(deps.db, now, userId);
  const left = entitlements.nicheChangeLimitPerAccount - nicheChangesUsed(account, now);
  return {
    profileImageUrl: account.profileImageUrl,
    nicheUpdateRemaining: Math.max(0, left),
    nicheUpdatePeriodEnd: runningPeriod(account, now),
  };
}
