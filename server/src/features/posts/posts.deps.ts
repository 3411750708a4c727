import type { Db } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BillingState } from '../billing/billing-of.ts';

export type PostsDeps = Pick<Platform, 'db' | 'clock' | 'events'> & {
  billingOf(db: Db, userId: number): Promise<BillingState>;
  /** Where a published post stands on X. */
  tweetUrl(tweetId: string): string;
};
