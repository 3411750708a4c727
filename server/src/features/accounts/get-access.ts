import type { AccountsDeps } from './accounts.deps.ts';
import { endsSoon, isUsable } from './accounts.rules.ts';
import { selectGrants } from './accounts.store.ts';
import type { AccountAccess, Grant } from './accounts.types.ts';
import { renewAccess, tokenOf } from './renew-access.ts';

/**
 * Tokens for several accounts at once. Each is a promise of its own: an account whose token must be renewed first keeps
 * no other waiting. An account that is unknown is left out; one that is not usable is `gone`.
 */
export async function getAccess(
  deps: AccountsDeps,
  accountIds: readonly number[],
): Promise<Map<number, Promise<AccountAccess>>> {
  const rows = await selectGrants(deps.db, accountIds);
  const now = deps.clock.now();
  return new Map(rows.map((account) => [account.id, accessOf(deps, account, now)]));
}

async function accessOf(deps: AccountsDeps, account: Grant, now: Date): Promise<AccountAccess> {
  if (!isUsable(account)) return { kind: 'gone' };
  return endsSoon(account.tokenExpiresAt, now) ? renewAccess(deps, account.id) : tokenOf(deps, account);
}
