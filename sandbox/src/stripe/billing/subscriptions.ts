import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import type { Form } from '../../http/form.ts';
import { updateWithEvent } from '../events.ts';
import { idOf } from '../objects.ts';
import { ownedBy } from '../owned.ts';
import { createdFilter, newestFirst, type Page, paginate } from '../paginate.ts';
import { booleanParam, groupParam, groupsParam, integerParam, mergedMetadata, textParam } from '../params.ts';
import { findPrice } from '../prices.ts';
import type { StripeState } from '../state.ts';
import { endSubscription, hasEnded } from './advance.ts';
import { changePrice } from './change-price.ts';
import { nowFor } from './clock.ts';
import { invalidRequest, missing } from './failures.ts';
import { afterTrialChange, applyTrialEnd, readTrialEnd, readTrialSettings } from './trials.ts';

/** Parameters of `POST /v1/subscriptions/:id` that the sandbox supports. */
export const subscriptionUpdateParams: readonly string[] = [
  'cancel_at',
  'cancel_at_period_end',
  'cancellation_details',
  'default_payment_method',
  'description',
  'items',
  'metadata',
  'pause_collection',
  'payment_behavior',
  'proration_behavior',
  'trial_end',
  'trial_settings',
];

const allowedAfterEnd = new Set(['cancellation_details', 'metadata']);

/** Parameters of `DELETE /v1/subscriptions/:id`. */
export const subscriptionCancelParams: readonly string[] = ['cancellation_details', 'invoice_now', 'prorate'];

export function updateSubscription(context: SandboxContext, id: string, form: Form): Stripe.Subscription {
  const state = context.store.state.stripe;
  const subscription = findSubscription(state, id);
  const changesAfterEnd = Object.keys(form).every((name) => allowedAfterEnd.has(name));
  if (hasEnded(subscription) && !changesAfterEnd) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const at = nowFor(state, idOf(subscription.customer));
  const method = textParam(form, 'default_payment_method');
  if (method && !state.paymentMethods[method]) {
    throw missing('PaymentMethod', method, 'default_payment_method', 400);
  }
  const item = groupsParam(form, 'items')[0];
  const priceId = item ? textParam(item, 'price') : undefined;
  const trialEnd = readTrialEnd(form, at);
  const newPrice = priceId ? findPrice(state, priceId, 'items[0][price]', 400) : undefined;
  updateWithEvent(context, 'customer.subscription.updated', subscription, at, () => {
    applyCancellation(subscription, form, at);
    if (method) subscription.default_payment_method = method;
    if (form.description !== undefined) subscription.description = textParam(form, 'description') ?? null;
    subscription.metadata = mergedMetadata(form, subscription.metadata);
    if (trialEnd !== undefined) applyTrialEnd(subscription, trialEnd, at);
    if (form.trial_settings !== undefined) subscription.trial_settings = readTrialSettings(form);
    applyPause(subscription, form);
  });
  if (trialEnd !== undefined) afterTrialChange(context, subscription, at);
  if (newPrice) {
    changePrice(
      context,
      subscription,
      newPrice,
      textParam(form, 'proration_behavior') ?? 'create_prorations',
      at,
    );
  }
  return subscription;
}

export function cancelSubscription(context: SandboxContext, id: string, form: Form): Stripe.Subscription {
  const state = context.store.state.stripe;
  const subscription = findSubscription(state, id);
  if (hasEnded(subscription)) throw missing('subscription', id);
  takeDetails(subscription, form);
  endSubscription(
    context,
    subscription,
    nowFor(state, idOf(subscription.customer)),
    'cancellation_requested',
  );
  return subscription;
}

export function listSubscriptions(state: StripeState, form: Form): Page<Stripe.Subscription> {
  const customer = textParam(form, 'customer');
  const price = textParam(form, 'price');
  const status = textParam(form, 'status');
  const inTime = createdFilter(form);
  const candidates = customer
    ? ownedBy(state.subscriptions, customer).reverse()
    : newestFirst(state.subscriptions);
  const wanted = candidates.filter(
    (one) =>
      inTime(one) &&
      (price === undefined || one.items.data.some((item) => item.price.id === price)) &&
      matchesStatus(one, status),
  );
  return paginate(wanted, form, '/v1/subscriptions');
}

export function findSubscription(state: StripeState, id: string): Stripe.Subscription {
  const subscription = state.subscriptions[id];
  if (!subscription) throw missing('subscription', id);
  return subscription;
}

function matchesStatus(subscription: Stripe.Subscription, status: string | undefined): boolean {
  if (status === 'all') return true;
  if (status === undefined) return subscription.status !== 'canceled';
  if (status === 'ended') return subscription.ended_at !== null;
  return subscription.status === status;
}

function applyCancellation(subscription: Stripe.Subscription, form: Form, at: number): void {
  takeDetails(subscription, form);
  const atPeriodEnd = booleanParam(form, 'cancel_at_period_end');
  const cancelAt = form.cancel_at === undefined ? undefined : (integerParam(form, 'cancel_at') ?? null);
  if (atPeriodEnd !== undefined && cancelAt !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
  }
  if (atPeriodEnd === true) {
    setCanceling(subscription, subscription.items.data[0]?.current_period_end ?? at, true, at);
  } else if (typeof cancelAt === 'number') {
    if (cancelAt <= at) throw invalidRequest('cancel_at must be in the future.', 'cancel_at');
    setCanceling(subscription, cancelAt, false, at);
  } else if (atPeriodEnd === false || cancelAt === null) {
    clearCanceling(subscription);
  }
}

/** Marks a subscription to end later, in one of Stripe's two shapes for that. */
export function setCanceling(
  subscription: Stripe.Subscription,
  endsAt: number,
  atPeriodEnd: boolean,
  at: number,
): void {
  subscription.cancel_at = endsAt;
  subscription.cancel_at_period_end = atPeriodEnd;
  subscription.canceled_at = at;
  const details = subscription.cancellation_details;
  if (details) details.reason = 'cancellation_requested';
}

/** Undoes a cancellation. */
export function clearCanceling(subscription: Stripe.Subscription): void {
  subscription.cancel_at = null;
  subscription.cancel_at_period_end = false;
  subscription.canceled_at = null;
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason: null };
}

/** Pauses or resumes the collection of payments. The status does not change: it stays active. */
function applyPause(subscription: Stripe.Subscription, form: Form): void {
  if (form.pause_collection === undefined) return;
  const pause = groupParam(form, 'pause_collection');
  subscription.pause_collection = pause
    ? {
        behavior: (textParam(pause, 'behavior') ?? 'void') as Stripe.Subscription.PauseCollection.Behavior,
        resumes_at: integerParam(pause, 'resumes_at') ?? null,
      }
    : null;
}

function takeDetails(subscription: Stripe.Subscription, form: Form): void {
  const given = groupParam(form, 'cancellation_details');
  const details = subscription.cancellation_details;
  if (!given || !details) return;
  details.comment = textParam(given, 'comment') ?? null;
  details.feedback = (textParam(given, 'feedback') ??
    null) as Stripe.Subscription.CancellationDetails.Feedback | null;
}
