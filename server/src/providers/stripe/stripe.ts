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
  /** The address of the provider's own pages for cards, plans and invoices; valid for minutes. */
  createPortal(portal: { customerId: string; returnUrl: string }): Promise<string>;
  /** Ends a subscription now, crediting what was paid for the rest; one that has ended stays as it is. */
  cancelSubscription(subscriptionId: string): Promise<void>;
  /** Every recurring product and price, archived ones too. */
  listCatalogue(): Promise<Catalogue>;
  /** Verifies and reads a webhook. Throws VALIDATION_FAILED for anything that the provider did not sign just now. */
  readEvent(rawBody: Buffer, signature: string): Promise<PaymentEvent>;
};

export type NewCustomer = { email: string; userId: number; reference: string; idempotencyKey: string };

export type NewCheckout = {
  userId: number;
  customerId: string;
  priceId: string;
  /** 0 for none. */
  trialDays: number;
  successUrl: string;
  cancelUrl: string;
  idempotencyKey: string;
};
export type CheckoutSession = { id: string; url: string; expiresAt: Date };

export type CustomerAccount = { subscriptions: PaymentSubscription[]; hasPaymentMethod: boolean };

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
};

/** Why people leave, in the product's words. */
export type CancelReason =
  | 'too_expensive'
  | 'not_using_enough'
  | 'missing_features'
  | 'found_alternative'
  | 'technical_issues'
  | 'customer_service'
  | 'other';

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
