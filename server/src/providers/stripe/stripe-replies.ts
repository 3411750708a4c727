import { type CancelReason, type Card, cancelReason } from '@drumbeat/contract/billing/billing.entities.ts';
import type Stripe from 'stripe';
import type {
  CataloguePrice,
  CatalogueProduct,
  PaymentEvent,
  PaymentInvoice,
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

/** The metadata key for our own cancellation reason, because Stripe's list of reasons differs. */
export const REASON_KEY = 'cancel_reason';

/** Our reasons mapped to Stripe's. */
export const stripeReasons = {
  too_expensive: 'too_expensive',
  not_using_enough: 'unused',
  missing_features: 'missing_features',
  found_alternative: 'switched_service',
  technical_issues: 'low_quality',
  customer_service: 'customer_service',
  temporary_pause: 'other',
  other: 'other',
} as const satisfies Record<CancelReason, Stripe.SubscriptionUpdateParams.CancellationDetails.Feedback>;

/** The reason of a cancellation: ours, if it still matches Stripe's; otherwise Stripe's mapped to ours. */
function reasonOf(feedback: string | null | undefined, kept: string | undefined): CancelReason | null {
  if (!feedback) return null;
  const ours = cancelReason.safeParse(kept).data;
  if (ours && stripeReasons[ours] === feedback) return ours;
  const matching = cancelReason.options.find((reason) => stripeReasons[reason] === feedback);
  return feedback === 'other' ? 'other' : (matching ?? 'other');
}

/**
 * Maps Stripe's subscription to ours. Throws for an unknown state, because guessing could bill somebody
 * wrongly.
 */
export function subscriptionOf(
  subscription: Stripe.Subscription,
  openInvoices: readonly Stripe.Invoice[],
): PaymentSubscription {
  const item = subscription.items.data[0];
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
  if (!states.has(subscription.status)) throw new Error(`Unknown subscription state ${subscription.status}`);
  const periodEnd = dateOf(item.current_period_end);
  const cancellation = subscription.cancellation_details;
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
    // The portal sets only cancel_at; the API's flag may come without it.
    cancelAt: dateOf(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null),
    canceledAt: dateOf(subscription.canceled_at),
    endedAt: dateOf(subscription.ended_at),
    cancelReason: reasonOf(cancellation?.feedback, subscription.metadata[REASON_KEY]),
    cancelFeedback: cancellation?.comment ?? null,
    endedUnpaid: cancellation?.reason === 'payment_failed',
    card: cardOf(subscription.default_payment_method),
    cardFingerprint: fingerprintOf(subscription.default_payment_method),
  };
}

/** The card of an expanded payment method; null if there is none, it is not expanded, or it is not a card. */
export function cardOf(method: string | Stripe.PaymentMethod | null | undefined): Card | null {
  if (!method || typeof method === 'string' || !method.card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return { brand, last4, expMonth, expYear };
}

/** Stripe's fingerprint of the card: the same whoever uses it. */
export function fingerprintOf(method: string | Stripe.PaymentMethod | null | undefined): string | null {
  return typeof method === 'object' ? (method?.card?.fingerprint ?? null) : null;
}

/** Maps an invoice. Stripe describes lines, not invoices. */
export function invoiceOf(invoice: Stripe.Invoice): PaymentInvoice {
  const isChange = invoice.billing_reason === 'subscription_update';
  const line = invoice.lines.data[0]?.description;
  return {
    id: invoice.id ?? '',
    date: new Date(invoice.created * 1000),
    amount: invoice.total,
    currency: invoice.currency,
    status: (invoice.status ?? 'draft') as PaymentInvoice['status'],
    description: invoice.description ?? (isChange ? 'Change of plan' : (line ?? 'Subscription')),
    url: invoice.hosted_invoice_url ?? null,
  };
}

/**
 * When the first charge of the oldest of these invoices failed: Stripe charges an invoice when it is
 * finalized.
 */
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

/** Undefined for a price that cannot be subscribed to: one-time, or without a fixed amount. */
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
    intervalCount: price.recurring.interval_count,
    taxBehavior: taxBehaviorOf(price.tax_behavior),
    lookupKey: price.lookup_key,
    trialPeriodDays: price.recurring.trial_period_days,
    metadata: price.metadata,
  };
}

/** Behaviours that Stripe may add later count as unspecified. */
function taxBehaviorOf(given: string | null): CataloguePrice['taxBehavior'] {
  return given === 'exclusive' || given === 'inclusive' ? given : 'unspecified';
}

/** The few fields of an event that we store; the rest is read again when it is processed. */
export function eventOf(event: Stripe.Event): PaymentEvent {
  const object = event.data.object as { id?: string; object?: string; customer?: unknown };
  const before = event.data.previous_attributes as { customer?: unknown } | undefined;
  const customer = object.object === 'customer' ? object.id : idOf(object.customer ?? before?.customer);
  return {
    id: event.id,
    type: event.type,
    occurredAt: dateOf(event.created),
    objectId: object.id ?? null,
    // A detached card names its customer only in the event's previous attributes.
    customerId: customer ?? null,
  };
}

function idOf(reference: unknown): string | undefined {
  if (typeof reference === 'string') return reference;
  return (reference as { id?: string } | null | undefined)?.id;
}

/** Converts Stripe's seconds to a Date. */
export function dateOf(seconds: number): Date;
export function dateOf(seconds: number | null | undefined): Date | null;
export function dateOf(seconds: number | null | undefined): Date | null {
  return typeof seconds === 'number' ? new Date(seconds * 1000) : null;
}
