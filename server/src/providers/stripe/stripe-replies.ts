import type Stripe from 'stripe';
import type {
  CancelReason,
  CataloguePrice,
  CatalogueProduct,
  PaymentEvent,
  PaymentSubscription,
} from './stripe.ts';

const states = new Set<string>([
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'incomplete_expired',
  'canceled',
] satisfies PaymentSubscription['state'][]);

const reasons: Record<string, CancelReason> = {
  too_expensive: 'too_expensive',
  unused: 'not_using_enough',
  missing_features: 'missing_features',
  switched_service: 'found_alternative',
  low_quality: 'technical_issues',
  customer_service: 'customer_service',
};

/** Stripe's subscription in our words. Throws for a state that we do not know: guessing here would be billing wrongly. */
export function subscriptionOf(
  subscription: Stripe.Subscription,
  openInvoices: readonly Stripe.Invoice[],
): PaymentSubscription {
  const item = subscription.items.data[0];
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
  if (!states.has(subscription.status)) throw new Error(`Unknown subscription state ${subscription.status}`);
  const periodEnd = dateOf(item.current_period_end);
  const { feedback, comment } = subscription.cancellation_details ?? { feedback: null, comment: null };
  return {
    id: subscription.id,
    state: subscription.status as PaymentSubscription['state'],
    collectionPaused: subscription.pause_collection !== null,
    unpaidSince: unpaidSince(openInvoices),
    priceId: item.price.id,
    productId: idOf(item.price.product) ?? '',
    createdAt: new Date(subscription.created * 1000),
    periodEnd,
    trialStart: dateOf(subscription.trial_start),
    trialEnd: dateOf(subscription.trial_end),
    // The portal sets cancel_at alone; the API's flag may come without it.
    cancelAt: dateOf(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null),
    canceledAt: dateOf(subscription.canceled_at),
    endedAt: dateOf(subscription.ended_at),
    cancelReason: feedback ? (reasons[feedback] ?? 'other') : null,
    cancelFeedback: comment,
  };
}

/** When the first charge of the oldest of these invoices failed: Stripe charges an invoice as soon as it is finalized. */
export function unpaidSince(
  openInvoices: readonly Pick<Stripe.Invoice, 'attempted' | 'created' | 'status_transitions'>[],
): Date | null {
  const failures = openInvoices
    .filter((invoice) => invoice.attempted)
    .map((invoice) => invoice.status_transitions.finalized_at ?? invoice.created);
  return failures.length > 0 ? dateOf(Math.min(...failures)) : null;
}

export function productOf(product: Stripe.Product): CatalogueProduct {
  return {
    id: product.id,
    name: product.name,
    description: product.description ?? '',
    active: product.active,
    metadata: product.metadata,
  };
}

/** Undefined for a price that no subscription of ours can have: paid once, or without one amount. */
export function priceOf(price: Stripe.Price): CataloguePrice | undefined {
  const productId = idOf(price.product);
  if (!price.recurring || price.unit_amount === null || !productId) return undefined;
  return {
    id: price.id,
    productId,
    active: price.active,
    unitAmount: price.unit_amount,
    currency: price.currency,
    interval: price.recurring.interval,
    lookupKey: price.lookup_key,
    trialPeriodDays: price.recurring.trial_period_days,
    metadata: price.metadata,
  };
}

/** The few facts of an event that we keep; the rest is read again when it is acted upon. */
export function eventOf(event: Stripe.Event): PaymentEvent {
  const object = event.data.object as { id?: string; object?: string; customer?: unknown };
  const customer = object.object === 'customer' ? object.id : idOf(object.customer);
  return {
    id: event.id,
    type: event.type,
    occurredAt: new Date(event.created * 1000),
    objectId: object.id ?? null,
    customerId: customer ?? null,
  };
}

function idOf(reference: unknown): string | undefined {
  if (typeof reference === 'string') return reference;
  return (reference as { id?: string } | null | undefined)?.id;
}

function dateOf(seconds: number | null | undefined): Date | null {
  return typeof seconds === 'number' ? new Date(seconds * 1000) : null;
}
