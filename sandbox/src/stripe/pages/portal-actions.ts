import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import { hasEnded, retryNow } from '../billing/advance.ts';
import { attachCard, cardFor, chargeSucceeds, readCard, whilePresent } from '../billing/cards.ts';
import { changePrice, quoteChange } from '../billing/change-price.ts';
import { nowFor } from '../billing/clock.ts';
import { cardDeclined, invalidRequest } from '../billing/failures.ts';
import { clearCanceling, setCanceling } from '../billing/subscriptions.ts';
import { updateWithEvent } from '../events.ts';
import { idOf } from '../objects.ts';
import { ownedBy } from '../owned.ts';
import { findPrice } from '../prices.ts';
import type { StripeState } from '../state.ts';
import { readCardForm } from './card-form.ts';

/** The subscription that the portal shows: the one that has not ended, otherwise the latest. */
export function portalSubscription(state: StripeState, customerId: string): Stripe.Subscription | undefined {
  const own = ownedBy(state.subscriptions, customerId);
  return own.findLast((one) => !hasEnded(one)) ?? own.at(-1);
}

/** Performs the action of a portal button; returns the confirmation text. */
export function portalAction(context: SandboxContext, customerId: string, form: URLSearchParams): string {
  return whilePresent(customerId, () => act(context, customerId, form));
}

function act(context: SandboxContext, customerId: string, form: URLSearchParams): string {
  const state = context.store.state.stripe;
  const at = nowFor(state, customerId);
  const subscription = portalSubscription(state, customerId);
  const running = subscription && !hasEnded(subscription) ? subscription : undefined;
  if (form.get('action') === 'card') return changeCard(context, customerId, running, form, at);
  if (!running) throw invalidRequest('There is no plan to change.');
  switch (form.get('action')) {
    case 'cancel':
      return cancel(context, running, form, at);
    case 'resume':
      updateWithEvent(context, 'customer.subscription.updated', running, at, clearCanceling);
      return 'Your plan goes on.';
    case 'change':
      return changePlan(context, running, form, at);
    default:
      throw invalidRequest('Unknown action.');
  }
}

/** Whether a price change requires a card first. */
export function changeNeedsCard(
  state: StripeState,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
): boolean {
  return (price.unit_amount ?? 0) > 0 && cardFor(state, subscription) === '';
}

// Stripe represents the same request in two shapes. Clients must understand both, so they alternate.
function cancel(
  context: SandboxContext,
  subscription: Stripe.Subscription,
  form: URLSearchParams,
  at: number,
): string {
  const state = context.store.state.stripe;
  const end = subscription.items.data[0]?.current_period_end ?? at;
  const atPeriodEnd = state.portalCancels % 2 === 0;
  state.portalCancels += 1;
  updateWithEvent(context, 'customer.subscription.updated', subscription, at, () => {
    setCanceling(subscription, end, atPeriodEnd, at);
    subscription.cancellation_details = {
      comment: form.get('comment')?.trim() || null,
      feedback: form.get('feedback') || null,
      feedback_option: null,
      reason: 'cancellation_requested',
    };
  });
  return 'Your plan will end with the current period.';
}

// A refused payment leaves the plan unchanged, as in Stripe's portal.
function changePlan(
  context: SandboxContext,
  subscription: Stripe.Subscription,
  form: URLSearchParams,
  at: number,
): string {
  const state = context.store.state.stripe;
  const price = findPrice(state, form.get('price') ?? '');
  const asks = changeNeedsCard(state, subscription, price);
  if (asks && !form.has('number')) throw invalidRequest('Add a card first: this plan is paid for.');
  const given = asks ? readCardForm(form) : undefined;
  const succeeds = given ? readCard(given) !== 'fails' : chargeSucceeds(state, cardFor(state, subscription));
  if (!succeeds && quoteChange(context, subscription, price, at).dueToday > 0) throw cardDeclined();
  if (given) useCard(context, subscription, attachCard(context, idOf(subscription.customer), given, at), at);
  changePrice(context, subscription, price, 'always_invoice', at);
  return 'Your plan was changed.';
}

function changeCard(
  context: SandboxContext,
  customerId: string,
  subscription: Stripe.Subscription | undefined,
  form: URLSearchParams,
  at: number,
): string {
  const method = attachCard(context, customerId, readCardForm(form), at);
  if (subscription) {
    useCard(context, subscription, method, at);
    retryNow(context, customerId, at);
  }
  return 'Your card was saved.';
}

function useCard(
  context: SandboxContext,
  subscription: Stripe.Subscription,
  method: Stripe.PaymentMethod,
  at: number,
): void {
  updateWithEvent(context, 'customer.subscription.updated', subscription, at, () => {
    subscription.default_payment_method = method.id;
  });
}
