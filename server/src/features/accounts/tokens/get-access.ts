import type { AccountsDeps } from '../accounts.deps.ts';
import { endsSoon, isUsable } from '../accounts.rules.ts';
import { releaseRenewalsOf, selectGrants } from '../accounts.store.ts';
import type { AccountAccess, Grant } from '../accounts.types.ts';
import { loseAccess } from './lose-access.ts';
import { renewAccess, renewAhead, tokenOf } from './renew-access.ts';

/**
 * Tokens for several accounts, as a separate promise each, so that a renewal delays only its own account.
 * Omits unknown accounts; unusable ones are `gone`; those whose token cannot be decrypted are `dead`, and
 * their owners are asked to reconnect.
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

/**
 * Renews those tokens of these accounts that expire within `aheadMs`. Resolves once all were renewed or
 * tried.
 */
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
      deps.log.warn({ err: String(result.reason) }, 'could not renew an access token');
}

/** What publishing needs from accounts: tokens in bulk, renewals, and a way to report a dead grant. */
export type AccountTokens = {
  accessFor(accountIds: readonly number[]): Promise<Map<number, Promise<AccountAccess>>>;
  /** A different token than the one that X refused. */
  renew(accountId: number, refused: string): Promise<AccountAccess>;
  lose(accountId: number): Promise<void>;
  /** Renews those tokens of the accounts that expire within `aheadMs`. */
  renewEnding(accountIds: readonly number[], aheadMs: number): Promise<void>;
  /** Releases the renewal claims of these processes, which must be dead. Returns how many. */
  releaseOf(instances: readonly string[]): Promise<number>;
};

export function createAccountTokens(deps: AccountsDeps): AccountTokens {
  return {
    accessFor: (accountIds) => getAccess(deps, accountIds),
    renew: (accountId, refused) => renewAccess(deps, accountId, refused),
    lose: (accountId) => loseAccess(deps, accountId),
    renewEnding: (accountIds, aheadMs) => renewEndingTokens(deps, accountIds, aheadMs),
    releaseOf: (instances) => releaseRenewalsOf(deps.db, instances),
  };
}
