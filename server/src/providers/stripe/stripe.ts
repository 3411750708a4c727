import type { CancelReason, Card } from '@drumbeat/contract/billing.entities.ts';

/** What we ask of a payment provider, in our words. Every failure is an AppError PROVIDER_FAILED, its cause inside. */
export type PaymentGateway = {
  /** The id of the customer that was made under a reference of ours; undefined where there is none. */
  findCustomer(person: { email: string; reference: string }): Promise<string | undefined>;
  /** Makes a customer and gives its id. The same idempotency key gives the same customer. */
  createCustomer(person: NewCustomer): Promise<string>;
  /** What the provider holds of a customer now; `deleted` by somebody there, or `missing` as if never made. */
  customer(customerId: string): Promise<CustomerAccount | 'deleted' | 'missing'>;
  /** Opens a hosted checkout. The same idempotency key gives the same checkout. */
  createCheckout(checkout: NewCheckout): Promise<CheckoutSession>;
  /** Closes an open checkout; one that is completed or expired stays as it is. */
  expireCheckout(sessionId: string): Promise<void>;
  /** The address of the provider's own pages for cards, plans and invoices; undefined where the customer is gone. */
  createPortal(portal: NewPortal): Promise<string | undefined>;
  /** Lets a subscription end with its period. The same idempotency key asks once. */
  cancelAtPeriodEnd(cancellation: Cancellation): Promise<void>;
  /** Takes a planned end back; a subscription without one stays as it is. */
  resume(change: { subscriptionId: string; idempotencyKey: string }): Promise<void>;
  /** Ends a subscription now, crediting what was paid for the rest; one that has ended stays as it is. */
  cancelSubscription(subscriptionId: string): Promise<void>;
  /** Moves the end of a subscription's trial, or starts one without asking for a card. For trying things out. */
  setTrialEnd(
    trial: { trialEnd: Date } & ({ subscriptionId: string } | { customerId: string; priceId: string }),
  ): Promise<void>;
  /** Removes the customer with name, address and cards. The provider keeps paid invoices, as tax law wants. */
  deleteCustomer(customerId: string): Promise<void>;
  /** A customer's invoices, newest first, behind the one named by `after`; undefined if there is no such invoice. */
  listInvoices(page: {
    customerId: string;
    after?: string | undefined;
    limit: number;
  }): Promise<{ invoices: PaymentInvoice[]; hasMore: boolean } | undefined>;
  /** An invoice of this customer as a PDF; undefined if it is not theirs, is not final or does not exist. */
  invoicePdf(invoice: { customerId: string; invoiceId: string }): Promise<Blob | undefined>;
  /** The customer whose charge a refund or dispute is about; null if there is no such thing. */
  customerOfReturn(returnId: string): Promise<string | null>;
  /** What happened since then, oldest first; `complete` is false if there was more than fits. */
  listEvents(since: Date): Promise<{ events: PaymentEvent[]; complete: boolean }>;
  /** Every subscription that has not ended, in pages: all that reconciliation compares. */
  eachRunningSubscription(
    visit: (page: { customerId: string; subscription: PaymentSubscription }[]) => Promise<void>,
  ): Promise<void>;
  /** Makes a product. The same idempotency key makes one. What the provider will not do is a PROVIDER_REFUSED. */
  createProduct(product: NewProduct): Promise<CatalogueProduct>;
  /** Puts a product on offer or takes it off; its subscriptions go on. Throws NOT_FOUND and PROVIDER_REFUSED. */
  setProductActive(productId: string, active: boolean): Promise<CatalogueProduct>;
  /** Makes a recurring price. The same idempotency key makes one. Throws NOT_FOUND and PROVIDER_REFUSED. */
  createPrice(price: NewPrice): Promise<CataloguePrice>;
  /** Puts a price on offer or takes it off; its subscriptions go on. Throws NOT_FOUND and PROVIDER_REFUSED. */
  setPriceActive(priceId: string, active: boolean): Promise<CataloguePrice>;
  /** Every recurring product and price, archived ones too. */
  listCatalogue(): Promise<Catalogue>;
  /** Verifies and reads a webhook. Throws VALIDATION_FAILED for anything that the provider did not sign just now. */
  readEvent(rawBody: Buffer, signature: string): Promise<PaymentEvent>;
};

export type NewCustomer = { email: string; userId: number; reference: string; idempotencyKey: string };

/** Where the portal opens: at the confirmation of a price, at the card, or at its front page. */
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
  /** 0 for none. */
  trialDays: number;
  /** Whether a card is asked for although nothing is due. */
  needsCard: boolean;
  successUrl: string;
  cancelUrl: string;
  idempotencyKey: string;
};
export type CheckoutSession = { id: string; url: string; expiresAt: Date };

export type CustomerAccount = {
  subscriptions: PaymentSubscription[];
  hasPaymentMethod: boolean;
  /** The card that invoices are charged to unless the subscription has its own. */
  card: Card | null;
  /** Charges, refunds and disputes of the newest hundred charges. */
  movements: PaymentMovement[];
};

/** Money that moved, or is being asked back. Amounts are in the currency's smallest unit. */
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
  /** Nothing is collected for now, whatever the state says. */
  collectionPaused: boolean;
  /** While past due: when the oldest payment that is still owed first failed. */
  unpaidSince: Date | null;
  priceId: string;
  productId: string;
  createdAt: Date;
  periodEnd: Date | null;
  trialStart: Date | null;
  trialEnd: Date | null;
  /** When it is to end, in whichever way that was asked for. */
  cancelAt: Date | null;
  canceledAt: Date | null;
  endedAt: Date | null;
  cancelReason: CancelReason | null;
  cancelFeedback: string | null;
  /** Whether it ended because nobody paid. */
  endedUnpaid: boolean;
  card: Card | null;
  /** The same for the same card, whoever uses it; null without a card. */
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
  /** Null or 0 for the usual trial. */
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
  /** The thing that it is about, and the customer where it names one. */
  objectId: string | null;
  customerId: string | null;
};
