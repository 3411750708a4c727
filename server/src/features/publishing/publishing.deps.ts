import type { Platform } from '../../platform/platform.ts';
import type { XClient } from '../../providers/x/x.ts';
import type { AccountAccess } from '../accounts/access-token.ts';

/** What the engine asks of accounts: tokens for many accounts, a renewal, and to be told that a grant is dead. */
export type AccountTokens = {
  accessFor(accountIds: readonly number[]): Promise<Map<number, AccountAccess>>;
  renew(accountId: number, refused: string): Promise<AccountAccess>;
  lose(accountId: number): Promise<void>;
};

export type PublishingDeps = Pick<Platform, 'db' | 'clock' | 'log' | 'events' | 'metrics'> & {
  x: Pick<XClient, 'publishPost' | 'postsSince'>;
  tokens: AccountTokens;
};
