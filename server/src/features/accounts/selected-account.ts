import type { Entitlements } from '@drumbeat/contract/billing.entities.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { selectSelected } from './accounts.store.ts';
import { nicheChangesUsed, runningPeriod } from './niche-changes.rules.ts';

type Deps = { clock: Clock; entitlementsOf(db: Db, userId: number): Promise<Entitlements> };
type Shown = {
  profileImageUrl: string | null;
  nicheUpdateRemaining: number;
  nicheUpdatePeriodEnd: Date | null;
};

/** What a person's view shows of the selected account; undefined where none is selected. */
export async function selectedAccountOf(deps: Deps, db: Db, userId: number): Promise<Shown | undefined> {
  const account = await selectSelected(db, userId);
  if (!account) return undefined;
  const now = deps.clock.now();
  const { nicheChangeLimitPerAccount } = await deps.entitlementsOf(db, userId);
  return {
    profileImageUrl: account.profileImageUrl,
    nicheUpdateRemaining: Math.max(0, nicheChangeLimitPerAccount - nicheChangesUsed(account, now)),
    nicheUpdatePeriodEnd: runningPeriod(account, now),
  };
}
