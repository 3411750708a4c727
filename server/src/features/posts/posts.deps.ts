import type { Db } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BillingState } from '../billing/billing-of.ts';
import type { HoldDeps } from '../publishing/publishing.deps.ts';

export type PostsDeps = HoldDeps &
  Pick<Platform, 'limits'> & {
    billingOf(db: Db, userId: number): Promise<BillingState>;
    /** Where a published post stands on X. */
    tweetUrl(tweetId: string): string;
  };
