import type { Db } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { XClient } from '../../providers/x/x.ts';
import type { QueueEmailDeps } from '../emails/emails.deps.ts';
import type { Renewals } from './renewals.ts';

/** What accounts needs from publishing, injected because publishing imports accounts: to hold or release posts. */
export type AccountHolds = {
  hold(tx: Db, accountId: number, reason: 'disconnected' | 'paused_all'): Promise<void>;
  release(tx: Db, accountId: number, reason: 'disconnected' | 'paused_all'): Promise<void>;
  /** Waits a few seconds for posts of these accounts that are just being sent; returns how many still are. */
  waitForOpen(accountIds: readonly number[]): Promise<number>;
};

/** What the answers about accounts need of publishing, injected for the same reason. */
export type Refusals = {
  /** When X takes posts again, of those accounts from which it takes none now. */
  limitsOf(accountIds: readonly number[]): Promise<Map<number, Date>>;
  /** Since when X takes posts from nobody through us. */
  stoppedSince(): Promise<Date | undefined>;
};

export type AccountsDeps = Pick<Platform, 'db' | 'clock' | 'log' | 'sealer' | 'limits'> &
  QueueEmailDeps & {
    x: XClient;
    holds: AccountHolds;
    renewals: Renewals;
    /** Deletes an account's pending and failed posts; returns how many. */
    /** Deletes the facts and feeds of an account that is removed. */
    deleteSources(tx: Db, userId: number, accountId: number): Promise<void>;
    deleteUnpublished(tx: Db, userId: number, accountId: number, now: Date): Promise<number>;
    /** Erases what is known of how an account writes. */
    eraseVoice(tx: Db, accountId: number): Promise<void>;
    /** The app's public address; no slash at the end. */
    publicUrl: string;
  };
