import type {
  Entitlements,
  Invoice,
  SubscriptionStatus,
} from '@drumbeat/contract/billing/billing.entities.ts';

/** A product in the mirror of the provider's catalogue. */
export type PlanProduct = {
  id: string;
  name: string;
  description: string;
  active: boolean;
  metadata: Record<string, string>;
};

/** A recurring price in the mirror. */
export type PlanPrice = {
  id: string;
  productId: string;
  active: boolean;
  /** Cents; 0 means free. */
  unitAmount: number;
  currency: string;
  interval: string;
  /** Intervals between two charges; more than one is never offered. */
  intervalCount: number;
  taxBehavior: 'exclusive' | 'inclusive' | 'unspecified';
  lookupKey: string | null;
  trialPeriodDays: number | null;
  metadata: Record<string, string>;
};

/** A price with its product: what a person can subscribe to. */
export type Plan = { product: PlanProduct; price: PlanPrice };

/** A charge, refund or dispute, as stored. */
export type Movement = {
  /** The provider's id of the charge, refund or dispute. */
  id: string;
  kind: 'charged' | 'refunded' | 'disputed' | 'dispute_won' | 'dispute_lost';
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  at: Date;
};

/** An invoice as the provider has it; we store none. */
export type InvoiceRecord = Omit<Invoice, 'date' | 'invoiceUrl'> & { date: Date; url: string | null };

/** A person's plan and its entitlements, at one instant. */
export type BillingState = {
  subscriptionStatus: SubscriptionStatus;
  subscriptionExpiryDate: Date | null;
  subscriptionCancelReason: string | null;
  subscriptionCancelFeedback: string | null;
  subscriptionCanceledAt: Date | null;
  subscriptionCancelEffectiveDate: Date | null;
  hasPaymentMethod: boolean;
  hasEverSubscribed: boolean;
  trialStart: Date | null;
  trialEnd: Date | null;
  isInTrial: boolean;
  /** While past due: until when posts are still published. */
  pastDueGraceEnd: Date | null;
  activeProduct: { id: string; name: string } | null;
  entitlements: Entitlements;
};
