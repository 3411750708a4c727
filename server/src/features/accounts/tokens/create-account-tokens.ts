import type { AccountsDeps } from '../accounts.deps.ts';
import { releaseRenewalsOf } from '../accounts.store.ts';
import type { AccountAccess } from '../accounts.types.ts';
import { getAccess, renewEndingTokens } from './get-access.ts';
import { loseAccess } from './lose-access.ts';
import { renewAccess } from './renew-access.ts';

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
