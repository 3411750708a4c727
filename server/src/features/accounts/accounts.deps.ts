import type { Db } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { XClient } from '../../providers/x/x.ts';
import type { QueueEmailDeps } from '../emails/emails.deps.ts';
import type { Renewals } from './renewals.ts';

/** What accounts asks of publishing, which stands above it: hold back an account's posts, or let them go. */
export type AccountHolds = {
  hold(tx: Db, accountId: number, reason: 'disconnected' | 'paused_all'): Promise<void>;
  release(tx: Db, accountId: number, reason: 'disconnected' | 'paused_all'): Promise<void>;
};

export type AccountsDeps = Pick<Platform, 'db' | 'clock' | 'log' | 'sealer' | 'limits'> &
  QueueEmailDeps & {
    x: XClient;
    holds: AccountHolds;
    renewals: Renewals;
    /** Deletes what is pending or failed on an account, and says how much. */
    deleteUnpublished(tx: Db, userId: number, accountId: number): Promise<number>;
    /** Where people reach the app; no slash at the end. */
    publicUrl: string;
  };
