import type { Db } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BillingState, SelectedAccount } from './users.types.ts';

/** What the users feature is given: billing and accounts stand above it, so it gets their answers as functions. */
export type UsersDeps = Pick<Platform, 'db' | 'clock'> & {
  billingOf(db: Db, userId: number): Promise<BillingState>;
  /** Whether the person signs in with a code as well; auth stands above. */
  twoFactorOn(db: Db, userId: number): Promise<boolean>;
  selectedAccountOf(db: Db, userId: number): Promise<SelectedAccount | undefined>;
  /** Gives the selected account the niche as well, in the caller's transaction, as often as the plan allows. */
  changeAccountNiche(tx: Db, userId: number, niche: string): Promise<void>;
};
