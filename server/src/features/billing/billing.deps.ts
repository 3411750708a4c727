import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PaymentGateway } from '../../providers/stripe/stripe.ts';
import type { QueueEmailDeps } from '../emails/emails.deps.ts';

/** What posts and accounts must know about a subscription. */
export type SubscriptionChange = {
  /** Whether posts are published. */
  publishes: boolean;
  /** How many X accounts may be active. */
  accountLimit: number;
};

export type BillingDeps = Pick<Platform, 'db' | 'clock' | 'log' | 'limits' | 'events' | 'sealer'> &
  QueueEmailDeps & {
    payments: PaymentGateway;
    publicUrl: string;
    /** Who emails receipts: the provider or us. */
    receipts: 'stripe' | 'drumbeat';
    /** Whether testers may set their trial; only in development. */
    trialsCanBeSet: boolean;
    /** How many days a past-due subscription keeps publishing after the first failed payment. */
    pastDueGraceDays: number;
    /** The X user ids of all accounts that a person ever connected. */
    xUsersOf(db: Db, userId: number): Promise<string[]>;
    /** Posts and accounts follow, inside the transaction that writes the change. May run again for the same. */
    applySubscriptionChange(tx: Db, userId: number, change: SubscriptionChange): Promise<void>;
  };
