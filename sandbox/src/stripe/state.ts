import type Stripe from 'stripe';

export interface WebhookTarget {
  url: string;
  secret: string;
}

export interface Delivery {
  eventId: string;
  attempts: number;
  nextAt: number;
  lastStatus: string;
}

export interface IdempotentReply {
  fingerprint: string;
  status: number;
  body: unknown;
  at: number;
}

/** Objects are stored as Stripe sends them, references as ids. */
export interface StripeState {
  products: Record<string, Stripe.Product>;
  prices: Record<string, Stripe.Price>;
  customers: Record<string, Stripe.Customer>;
  paymentMethods: Record<string, Stripe.PaymentMethod>;
  sessions: Record<string, Stripe.Checkout.Session>;
  subscriptions: Record<string, Stripe.Subscription>;
  invoices: Record<string, Stripe.Invoice>;
  portalSessions: Record<string, Stripe.BillingPortal.Session>;
  /** Newest last. */
  events: Stripe.Event[];
  deliveries: Delivery[];
  /** Set by the control API; outlives a reset. */
  webhook: WebhookTarget | null;
  idempotency: Record<string, IdempotentReply>;
  /** How many seconds each customer's clock runs ahead. */
  clockOffsets: Record<string, number>;
  portalCancels: number;
  seeded: boolean;
}

/** Stripe before the catalogue is laid out. */
export function emptyStripeState(): StripeState {
  return {
    products: {},
    prices: {},
    customers: {},
    paymentMethods: {},
    sessions: {},
    subscriptions: {},
    invoices: {},
    portalSessions: {},
    events: [],
    deliveries: [],
    webhook: null,
    idempotency: {},
    clockOffsets: {},
    portalCancels: 0,
    seeded: false,
  };
}
