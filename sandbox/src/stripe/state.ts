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

/** The result of charging a card; `authentication_required` fails unless the customer is present. */
export type CardOutcome = 'success' | 'fails' | 'authentication_required';

export interface SessionSubscriptionData {
  trialDays: number | null;
  metadata: Record<string, string>;
  description: string | null;
}

/** A proration of a plan change, to be settled by the next invoice. */
export interface PendingLine {
  amount: number;
  description: string;
  price: string;
  start: number;
  end: number;
}

/** Objects are stored as Stripe sends them, with references as ids. */
export interface StripeState {
  products: Record<string, Stripe.Product>;
  prices: Record<string, Stripe.Price>;
  customers: Record<string, Stripe.Customer>;
  paymentMethods: Record<string, Stripe.PaymentMethod>;
  sessions: Record<string, Stripe.Checkout.Session>;
  subscriptions: Record<string, Stripe.Subscription>;
  invoices: Record<string, Stripe.Invoice>;
  charges: Record<string, Stripe.Charge>;
  refunds: Record<string, Stripe.Refund>;
  disputes: Record<string, Stripe.Dispute>;
  /** Payment intent ids by invoice. */
  paymentIntents: Record<string, string>;
  /** Deleted customers; their history remains. */
  deletedCustomers: Record<string, true>;
  portalSessions: Record<string, Stripe.BillingPortal.Session>;
  /** Portal sessions whose flow was completed. */
  portalFlowsDone: Record<string, true>;
  /** Newest last. */
  events: Stripe.Event[];
  deliveries: Delivery[];
  /** Set by the control API; outlives a reset. */
  webhook: WebhookTarget | null;
  idempotency: Record<string, IdempotentReply>;
  /** How many seconds each customer's clock is ahead. */
  clockOffsets: Record<string, number>;
  /** What a session passes on to its subscription. */
  sessionSubscriptionData: Record<string, SessionSubscriptionData>;
  cardOutcomes: Record<string, CardOutcome>;
  /** By subscription. */
  pendingLines: Record<string, PendingLine[]>;
  /** Subscriptions whose `trial_will_end` has been sent. */
  trialNotices: Record<string, true>;
  /** A counter: the portal alternates between Stripe's two ways of ending subscriptions. */
  portalCancels: number;
  seeded: boolean;
}

/** The initial state of Stripe, before the catalogue is created. */
export function emptyStripeState(): StripeState {
  return {
    products: {},
    prices: {},
    customers: {},
    paymentMethods: {},
    sessions: {},
    subscriptions: {},
    invoices: {},
    charges: {},
    refunds: {},
    disputes: {},
    paymentIntents: {},
    deletedCustomers: {},
    portalSessions: {},
    portalFlowsDone: {},
    events: [],
    deliveries: [],
    webhook: null,
    idempotency: {},
    clockOffsets: {},
    sessionSubscriptionData: {},
    cardOutcomes: {},
    pendingLines: {},
    trialNotices: {},
    portalCancels: 0,
    seeded: false,
  };
}
