import type { Entitlements } from '@drumbeat/contract/billing.entities.ts';
import type { Db } from '../../platform/database.ts';
import { selectSelected } from './accounts.store.ts';

/** What a person's view shows of the selected account; undefined where none is selected. */
export async function selectedAccountOf(
  db: Db,
  userId: number,
  entitlementsOf: (db: Db, userId: number) => Promise<Entitlements>,
): Promise<
  | { profileImageUrl: string | null; nicheUpdateRemaining: number; nicheUpdatePeriodEnd: Date | null }
  | undefined
> {
  const account = await selectSelected(db, userId);
  if (!account) return undefined;
  const { nicheChangeLimitPerAccount } = await entitlementsOf(db, userId);
  return {
    profileImageUrl: account.profileImageUrl,
    nicheUpdateRemaining: Math.max(0, nicheChangeLimitPerAccount - account.nicheUpdateCount),
    nicheUpdatePeriodEnd: account.nicheUpdatePeriodEnd,
  };
}
