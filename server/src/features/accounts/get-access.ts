import type { AccountsDeps } from './accounts.deps.ts';
import { endsSoon, isUsable } from './accounts.rules.ts';
import { selectGrants } from './accounts.store.ts';
import type { AccountAccess, Grant } from './accounts.types.ts';
import { loseAccess } from './lose-access.ts';
import { renewAccess, renewAhead, tokenOf } from './renew-access.ts';

/**
 * Tokens for several accounts at once. Each is a promise of its own: an account whose token must be renewed first keeps
 * no other waiting. An account that is unknown is left out; one that is not usable is `gone`; one whose token cannot be
 * opened is `dead`, and its owner is asked to reconnect.
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
  if (endsSoon(account.tokenExpiresAt, now)) return renewAccess(deps, account.id);
  const token = tokenOf(deps, account);
  if (token) return token;
  await loseAccess(deps, account.id);
  return { kind: 'dead' };
}

/** Renews those tokens of these accounts that end within `aheadMs`. Resolves when each is renewed, or was tried. */
export async function renewEndingTokens(
  deps: AccountsDeps,
  accountIds: readonly number[],
  aheadMs: number,
): Promise<void> {
  const now = deps.clock.now();
  const ending = (await selectGrants(deps.db, accountIds)).filter(
    (account) => isUsable(account) && endsSoon(account.tokenExpiresAt, now, aheadMs),
  );
  const results = await Promise.allSettled(ending.map(({ id }) => renewAhead(deps, id, aheadMs)));
  for (const result of results)
    if (result.status === 'rejected')
      deps.log.warn({ err: String(result.reason) }, 'a token was not renewed');
}
