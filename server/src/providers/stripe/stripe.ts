import type { CancelReason, Card } from '@drumbeat/contract/billing/billing.entities.ts';

/** A payment provider in our terms. Every failure is an AppError PROVIDER_FAILED, with its cause. */
export type PaymentGateway = {
  /** The id of the customer created with our reference; undefined if there is none. */
  findCustomer(person: { email: string; reference: string }): Promise<string | undefined>;
  /** Creates a customer and returns its id. Idempotent per idempotency key. */
  createCustomer(person: NewCustomer): Promise<string>;
  /** A customer's current state; `deleted` at the provider, or `missing` as if it had never existed. */
  customer(customerId: string): Promise<CustomerAccount | 'deleted' | 'missing'>;
  /** Opens a hosted checkout. Idempotent per idempotency key. */
  createCheckout(checkout: NewCheckout): Promise<CheckoutSession>;
  /** Expires an open checkout; a completed or expired one stays as it is. */
  expireCheckout(sessionId: string): Promise<void>;
  /** The URL of the provider's pages for cards, plans and invoices; undefined if the customer is gone. */
  createPortal(portal: NewPortal): Promise<string | undefined>;
  /** Ends a subscription with its period. Idempotent per idempotency key. */
  cancelAtPeriodEnd(cancellation: Cancellation): Promise<void>;
  /** Reverts a planned end; a subscription without one stays as it is. */
  resume(change: { subscriptionId: string; idempotencyKey: string }): Promise<void>;
  /** Ends a subscription now, crediting the unused time; one that has ended stays as it is. */
  cancelSubscription(subscriptionId: string): Promise<void>;
  /** Moves the end of a subscription's trial, or starts one without a card. For trying things out. */
  setTrialEnd(
    trial: { trialEnd: Date } & ({ subscriptionId: string } | { customerId: string; priceId: string }),
  ): Promise<void>;
  /**
   * Deletes the customer with name, address and cards. The provider keeps paid invoices, as tax law requires.
   */
  deleteCustomer(customerId: string): Promise<void>;
  /**
   * A customer's invoices, newest first, after the one with id `after`; undefined if there is no such
   * invoice.
   */
  listInvoices(page: {
    customerId: string;
    after?: string | undefined;
    limit: number;
  }): Promise<{ invoices: PaymentInvoice[]; hasMore: boolean } | undefined>;
  /** An invoice of this customer as a PDF; undefined if it is not theirs, is not final or does not exist. */
  invoicePdf(invoice: { customerId: string; invoiceId: string }): Promise<Blob | undefined>;
  /** The customer of a refund or dispute; null if there is no such object. */
  customerOfReturn(returnId: string): Promise<string | null>;
  /** Events since `since`, oldest first; `complete` is false if there were too many. */
  listEvents(since: Date): Promise<{ events: PaymentEvent[]; complete: boolean }>;
  /** Every subscription that has not ended, in pages: everything that reconciliation compares. */
  eachRunningSubscription(
    visit: (page: { customerId: string; subscription: PaymentSubscription }[]) => Promise<void>,
  ): Promise<void>;
  /** Creates a product. Idempotent per idempotency key. Throws PROVIDER_REFUSED. */
  createProduct(product: NewProduct): Promise<CatalogueProduct>;
  /**
   * Activates or deactivates a product; its subscriptions continue. Throws NOT_FOUND and PROVIDER_REFUSED.
   */
  setProductActive(productId: string, active: boolean): Promise<CatalogueProduct>;
  /** Creates a recurring price. Idempotent per idempotency key. Throws NOT_FOUND and PROVIDER_REFUSED. */
  createPrice(price: NewPrice): Promise<CataloguePrice>;
  /** Activates or deactivates a price; its subscriptions continue. Throws NOT_FOUND and PROVIDER_REFUSED. */
  setPriceActive(priceId: string, active: boolean): Promise<CataloguePrice>;
  /** Every recurring product and price, including archived ones. */
  listCatalogue(): Promise<Catalogue>;
  /**
   * Verifies and parses a webhook. Throws VALIDATION_FAILED for anything that the provider did not sign just
   * now.
   */
  readEvent(rawBody: Buffer, signature: string): Promise<PaymentEvent>;
};

export type NewCustomer = { email: string; userId: number; reference: string; idempotencyKey: string };

/** The portal's page: confirming a price, the card, or the front page. */
export type NewPortal = {
  customerId: string;
  returnUrl: string;
  at?: { subscriptionId: string; priceId: string } | 'card';
};

export type Cancellation = {
  subscriptionId: string;
  reason: CancelReason;
  feedback: string | undefined;
  idempotencyKey: string;
};

export type NewCheckout = {
  userId: number;
  customerId: string;
  priceId: string;
  /** 0 for no trial. */
  trialDays: number;
  /** Whether to require a card although nothing is due. */
  needsCard: boolean;
  successUrl: string;
  cancelUrl: string;
  idempotencyKey: string;
};
export type CheckoutSession = { id: string; url: string; expiresAt: Date };

export type CustomerAccount = {
  subscriptions: PaymentSubscription[];
  hasPaymentMethod: boolean;
  /** The default card for invoices, unless the subscription has its own. */
  card: Card | null;
  /** Charges with their refunds and disputes, from the newest hundred charges. */
  movements: PaymentMovement[];
};

/** Money that moved, or is disputed. Amounts are in the currency's smallest unit. */
export type PaymentMovement = {
  id: string;
  kind: 'charged' | 'refunded' | 'disputed' | 'dispute_won' | 'dispute_lost';
  amount: number;
  currency: string;
  at: Date;
};

export type PaymentInvoice = {
  id: string;
  date: Date;
  amount: number;
  currency: string;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  description: string;
  url: string | null;
};

export type PaymentSubscription = {
  id: string;
  state:
    | 'trialing'
    | 'active'
    | 'past_due'
    | 'unpaid'
    | 'paused'
    | 'incomplete'
    | 'incomplete_expired'
    | 'canceled';
  /** Collection is paused, whatever the state. */
  collectionPaused: boolean;
  /** While past due: when the oldest unpaid payment first failed. */
  unpaidSince: Date | null;
  priceId: string;
  productId: string;
  createdAt: Date;
  periodEnd: Date | null;
  trialStart: Date | null;
  trialEnd: Date | null;
  /** When it will end, however that was requested. */
  cancelAt: Date | null;
  canceledAt: Date | null;
  endedAt: Date | null;
  cancelReason: CancelReason | null;
  cancelFeedback: string | null;
  /** Whether it ended because of unpaid invoices. */
  endedUnpaid: boolean;
  card: Card | null;
  /** Identifies a card, whoever uses it; null without a card. */
  cardFingerprint: string | null;
};

export type NewProduct = { name: string; description: string; idempotencyKey: string };
export type NewPrice = {
  productId: string;
  /** In the smallest unit of the currency, more than 0. */
  unitAmount: number;
  /** ISO code, in any case. */
  currency: string;
  interval: 'day' | 'week' | 'month' | 'year';
  intervalCount: number;
  taxBehavior: 'exclusive' | 'inclusive' | 'unspecified';
  /** Null or 0 for the default trial. */
  trialPeriodDays: number | null;
  idempotencyKey: string;
};
export type Catalogue = { products: CatalogueProduct[]; prices: CataloguePrice[] };
export type CatalogueProduct = {
  id: string;
  name: string;
  description: string;
  active: boolean;
  metadata: Record<string, string>;
};
export type CataloguePrice = {
  id: string;
  productId: string;
  active: boolean;
  /** Cents; 0 means free. */
  unitAmount: number;
  currency: string;
  interval: string;
  intervalCount: number;
  taxBehavior: NewPrice['taxBehavior'];
  lookupKey: string | null;
  trialPeriodDays: number | null;
  metadata: Record<string, string>;
};

export type PaymentEvent = {
  id: string;
  type: string;
  occurredAt: Date;
  /** The object of the event, and its customer if it has one. */
  objectId: string | null;
  customerId: string | null;
};
