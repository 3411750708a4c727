import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { XClient } from '../../providers/x/x.ts';
import type { QueueEmailDeps } from '../emails/emails.deps.ts';
import type { Renewals } from './tokens/renewals.ts';

/** What accounts needs from publishing, injected because publishing imports accounts. */
export type AccountHolds = {
  hold(tx: Db, accountId: number, reason: 'disconnected' | 'paused_all'): Promise<void>;
  release(tx: Db, accountId: number, reason: 'disconnected' | 'paused_all'): Promise<void>;
  /** Waits a few seconds for posts of these accounts that are being sent; returns how many are still open. */
  waitForOpen(accountIds: readonly number[]): Promise<number>;
};

/** What views of accounts need from publishing, injected for the same reason. */
export type Refusals = {
  /** When X accepts posts again, for those accounts that it rate-limits now. */
  limitsOf(accountIds: readonly number[]): Promise<Map<number, Date>>;
  /** When X stopped accepting any posts from us; undefined while it accepts them. */
  stoppedSince(): Promise<Date | undefined>;
};

export type AccountsDeps = Pick<Platform, 'db' | 'clock' | 'log' | 'sealer' | 'limits'> &
  QueueEmailDeps & {
    x: XClient;
    holds: AccountHolds;
    renewals: Renewals;
    /** Deletes the facts and feeds of a removed account. */
    deleteSources(tx: Db, userId: number, accountId: number): Promise<void>;
    /** Deletes an account's pending and failed posts; returns how many. */
    deleteUnpublished(tx: Db, userId: number, accountId: number, now: Date): Promise<number>;
    /** Erases an account's voice. */
    eraseVoice(tx: Db, accountId: number): Promise<void>;
    /** The app's public URL, without a trailing slash. */
    publicUrl: string;
  };
