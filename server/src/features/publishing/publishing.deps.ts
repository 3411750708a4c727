import type { Platform } from '../../platform/platform.ts';
import type { XClient } from '../../providers/x/x.ts';
import type { AccountAccess } from '../accounts/accounts.types.ts';
import type { QueueEmailDeps } from '../emails/emails.deps.ts';

/** What the engine needs from accounts: tokens for many accounts, a renewal, and a way to report a dead grant. */
export type AccountTokens = {
  accessFor(accountIds: readonly number[]): Promise<Map<number, Promise<AccountAccess>>>;
  renew(accountId: number, refused: string): Promise<AccountAccess>;
  lose(accountId: number): Promise<void>;
};

/** What moving posts needs: it may send an email with a link. */
export type MoveDeps = Pick<Platform, 'db' | 'clock'> & QueueEmailDeps & { publicUrl: string };

/** What holding and releasing needs. */
export type HoldDeps = MoveDeps & Pick<Platform, 'events'>;

export type PublishingDeps = HoldDeps &
  Pick<Platform, 'log' | 'metrics'> & {
    x: Pick<XClient, 'publishPost' | 'recentPosts'>;
    tokens: AccountTokens;
  };
