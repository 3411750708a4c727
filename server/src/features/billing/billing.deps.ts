import type { SubscriptionStatus } from '@drumbeat/contract/billing.entities.ts';
import type { Db } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PaymentGateway } from '../../providers/stripe/stripe.ts';

/** What a change of subscription means to the rest of the product. */
export type SubscriptionChange = {
  status: SubscriptionStatus;
  previousStatus: SubscriptionStatus;
  isInTrial: boolean;
  /** When access ends or is billed again. */
  expiresAt: Date | null;
};

export type BillingDeps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'limits'> & {
  payments: PaymentGateway;
  publicUrl: string;
  /** Runs inside the transaction that writes the change. It may run again for the same change. */
  afterSubscriptionChange(tx: Db, userId: number, change: SubscriptionChange): Promise<void>;
};
