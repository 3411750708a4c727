import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import { emit, updateWithEvent } from '../events.ts';
import { ownedBy } from '../owned.ts';
import type { StripeState } from '../state.ts';
import { recurringOf } from './build-subscription.ts';
import { cardFor } from './cards.ts';
import { daySeconds, nextPeriodEnd, nowFor } from './clock.ts';
import { collect, issueInvoice, openInvoices, setAside } from './invoicing.ts';
import { periodLine } from './subscribing.ts';

interface Due {
  at: number;
  run: () => void;
}

const mostSteps = 5000;
const renewing = new Set<string>(['trialing', 'active', 'past_due']);
/** A subscription ends if its first payment is not completed within this time, as at Stripe. */
const firstPaymentWithin = 23 * 3600;

/** Moves one customer's clock forward; everything due in between happens in order. */
export function advanceCustomer(context: SandboxContext, customerId: string, days: number): number {
  const state = context.store.state.stripe;
  const target = nowFor(state, customerId) + Math.round(days * daySeconds);
  if (days === 0) retryNow(context, customerId, target);
  runUntil(context, customerId, target);
  state.clockOffsets[customerId] = (state.clockOffsets[customerId] ?? 0) + Math.round(days * daySeconds);
  context.store.changed();
  return target;
}

/** Processes everything that is due by now, for every customer. */
export function runDueForAll(context: SandboxContext): void {
  const state = context.store.state.stripe;
  for (const id of Object.keys(state.customers)) runUntil(context, id, nowFor(state, id));
}

/** Processes everything that is due for one customer by the given time. */
export function runDue(context: SandboxContext, customerId: string, by: number): void {
  runUntil(context, customerId, by);
}

/** Whether a subscription has reached a final status. */
export function hasEnded(subscription: Stripe.Subscription): boolean {
  return subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
}

/** Ends a subscription immediately. */
export function endSubscription(
  context: SandboxContext,
  subscription: Stripe.Subscription,
  at: number,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): void {
  subscription.status = 'canceled';
  subscription.ended_at = at;
  subscription.canceled_at ??= at;
  const details = subscription.cancellation_details;
  if (details) details.reason ??= reason;
  for (const invoice of openInvoices(context.store.state.stripe, subscription)) {
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
  }
  emit(context, 'customer.subscription.deleted', subscription, { at });
}

/** Immediately retries the unpaid invoices of a customer, as after a new card. */
export function retryNow(context: SandboxContext, customerId: string, at: number): void {
  const state = context.store.state.stripe;
  for (const subscription of subscriptionsOf(state, customerId)) {
    for (const invoice of openInvoices(state, subscription)) settle(context, subscription, invoice, at);
  }
}

function runUntil(context: SandboxContext, customerId: string, target: number): void {
  const state = context.store.state.stripe;
  for (let step = 0; step < mostSteps; step += 1) {
    const dues = subscriptionsOf(state, customerId)
      .flatMap((subscription) => duesOf(context, subscription))
      .filter((due) => due.at <= target)
      .sort((a, b) => a.at - b.at);
    if (!dues[0]) return;
    dues[0].run();
  }
}

function duesOf(context: SandboxContext, subscription: Stripe.Subscription): Due[] {
  const state = context.store.state.stripe;
  const item = subscription.items.data[0] as Stripe.SubscriptionItem;
  const dues: Due[] = [];
  if (subscription.cancel_at !== null) {
    const at = subscription.cancel_at;
    dues.push({ at, run: () => endSubscription(context, subscription, at, 'cancellation_requested') });
  }
  if (subscription.status === 'trialing' && !state.trialNotices[subscription.id]) {
    const at = (subscription.trial_end ?? 0) - 3 * daySeconds;
    dues.push({ at, run: () => noticeTrialEnd(context, subscription, at) });
  }
  if (renewing.has(subscription.status)) {
    dues.push({ at: item.current_period_end, run: () => renew(context, subscription, item) });
  }
  const resumesAt = subscription.pause_collection?.resumes_at;
  if (resumesAt) dues.push({ at: resumesAt, run: () => resumeCollection(context, subscription, resumesAt) });
  if (subscription.status === 'incomplete') {
    const at = subscription.created + firstPaymentWithin;
    dues.push({ at, run: () => expireIncomplete(context, subscription, at) });
  }
  for (const invoice of openInvoices(state, subscription)) {
    const at = invoice.next_payment_attempt;
    if (at !== null) dues.push({ at, run: () => settle(context, subscription, invoice, at) });
  }
  return dues;
}

function noticeTrialEnd(context: SandboxContext, subscription: Stripe.Subscription, at: number): void {
  context.store.state.stripe.trialNotices[subscription.id] = true;
  emit(context, 'customer.subscription.trial_will_end', subscription, { at });
}

function renew(
  context: SandboxContext,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): void {
  const { current_period_start: startOfEnded, current_period_end: at } = item;
  if (subscription.cancel_at_period_end) {
    endSubscription(context, subscription, at, 'cancellation_requested');
    return;
  }
  if (subscription.status === 'trialing' && endsWithoutCard(context, subscription, at)) return;
  updateWithEvent(context, 'customer.subscription.updated', subscription, at, () => {
    item.current_period_start = at;
    item.current_period_end = nextPeriodEnd(subscription.billing_cycle_anchor, recurringOf(item.price), at);
    if (subscription.status === 'trialing') subscription.status = 'active';
  });
  const line = periodLine(context.store.state.stripe, subscription);
  const invoice = issueInvoice(context, subscription, 'subscription_cycle', [line], at, startOfEnded);
  if (subscription.pause_collection) setAside(context, invoice, subscription.pause_collection.behavior, at);
  else settle(context, subscription, invoice, at);
}

// A trial without a card ends as its settings say; by default it creates an invoice that cannot be paid.
function endsWithoutCard(context: SandboxContext, subscription: Stripe.Subscription, at: number): boolean {
  const state = context.store.state.stripe;
  if (cardFor(state, subscription) || (subscription.items.data[0]?.price.unit_amount ?? 0) === 0)
    return false;
  const behavior = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (behavior === 'cancel') endSubscription(context, subscription, at, 'payment_failed');
  if (behavior === 'pause') {
    updateWithEvent(context, 'customer.subscription.updated', subscription, at, () => {
      subscription.status = 'paused';
    });
    emit(context, 'customer.subscription.paused', subscription, { at });
  }
  return behavior === 'cancel' || behavior === 'pause';
}

function resumeCollection(context: SandboxContext, subscription: Stripe.Subscription, at: number): void {
  updateWithEvent(context, 'customer.subscription.updated', subscription, at, () => {
    subscription.pause_collection = null;
  });
}

function expireIncomplete(context: SandboxContext, subscription: Stripe.Subscription, at: number): void {
  for (const invoice of openInvoices(context.store.state.stripe, subscription)) {
    setAside(context, invoice, 'void', at);
  }
  updateWithEvent(context, 'customer.subscription.updated', subscription, at, () => {
    subscription.status = 'incomplete_expired';
    subscription.ended_at = at;
  });
}

function settle(
  context: SandboxContext,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
  at: number,
): void {
  const paid = collect(context, invoice, at);
  if (!paid && subscription.status === 'incomplete') return;
  const last = !paid && invoice.next_payment_attempt === null;
  if (last) {
    endSubscription(context, subscription, at, 'payment_failed');
    return;
  }
  updateWithEvent(context, 'customer.subscription.updated', subscription, at, () => {
    subscription.status = paid ? 'active' : 'past_due';
  });
}

function subscriptionsOf(state: StripeState, customerId: string): Stripe.Subscription[] {
  return ownedBy(state.subscriptions, customerId).filter((one) => !hasEnded(one));
}
