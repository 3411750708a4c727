import type { Db } from '../../platform/database/database.ts';
import type { AccountsDeps } from './accounts.deps.ts';
import {
  deleteStatesOf,
  selectAccountForUpdate,
  selectEveryAccount,
  updateAccountRow,
} from './accounts.store.ts';

/**
 * Disconnects all X accounts of a person who deletes their account, and erases names and tokens, also of
 * those that were disconnected before. Returns the grants, still sealed, for `revokeGrants`.
 */
export async function eraseAccounts(
  deps: Pick<AccountsDeps, 'clock' | 'holds'>,
  tx: Db,
  userId: number,
): Promise<string[]> {
  const now = deps.clock.now();
  const grants: string[] = [];
  await deleteStatesOf(tx, userId);
  for (const { id } of await selectEveryAccount(tx, userId)) {
    const account = await selectAccountForUpdate(tx, id);
    if (account?.refreshToken) grants.push(account.refreshToken);
    await deps.holds.hold(tx, id, 'disconnected');
    await updateAccountRow(tx, id, {
      disconnectedAt: account?.disconnectedAt ?? now,
      updatedAt: now,
      selected: false,
      needsReconnect: false,
      username: '',
      profileImageUrl: null,
      accessToken: null,
      refreshToken: null,
      tokenExpiresAt: null,
    });
  }
  return grants;
}

/** Tries to revoke each of these sealed grants at X; throws if any failed, so that the job is retried. */
export async function revokeGrants(
  deps: Pick<AccountsDeps, 'x' | 'sealer'>,
  grants: readonly string[],
): Promise<void> {
  const results = await Promise.allSettled(
    grants.map((grant) => deps.x.revoke(deps.sealer.open('x access', grant))),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
