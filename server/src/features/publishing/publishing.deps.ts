import type { Platform } from '../../platform/platform.ts';
import type { XClient } from '../../providers/x/x.ts';
import type { AccountAccess } from '../accounts/accounts.types.ts';
import type { QueueEmailDeps } from '../emails/emails.deps.ts';

/** What the engine asks of accounts: tokens for many accounts, a renewal, and to be told that a grant is dead. */
export type AccountTokens = {
  accessFor(accountIds: readonly number[]): Promise<Map<number, Promise<AccountAccess>>>;
  renew(accountId: number, refused: string): Promise<AccountAccess>;
  lose(accountId: number): Promise<void>;
};

/** What moving posts takes: a mail may be due, with a link. */
export type MoveDeps = Pick<Platform, 'db' | 'clock'> & QueueEmailDeps & { publicUrl: string };

/** What holding and releasing takes. */
export type HoldDeps = MoveDeps & Pick<Platform, 'events'>;

export type PublishingDeps = HoldDeps &
  Pick<Platform, 'log' | 'metrics'> & {
    x: Pick<XClient, 'publishPost' | 'postsSince'>;
    tokens: AccountTokens;
  };
