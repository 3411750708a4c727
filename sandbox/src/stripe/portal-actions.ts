import type Stripe from 'stripe';
import type { SandboxContext } from '../context.ts';
import { retryNow } from './advance.ts';
import { readCardForm } from './card-form.ts';
import { attachCard } from './cards.ts';
import { changePrice } from './change-price.ts';
import { nowFor } from './clock.ts';
import { updateWithEvent } from './events.ts';
import { invalidRequest } from './failures.ts';
import { idOf } from './objects.ts';
import { findPrice } from './prices.ts';
import type { StripeState } from './state.ts';
import { clearCanceling, setCanceling } from './subscriptions.ts';

/** The subscription that the portal shows: the one that has not ended, else the last. */
export function portalSubscription(state: StripeState, customerId: string): Stripe.Subscription | undefined {
  const own = Object.values(state.subscriptions).filter((one) => idOf(one.customer) === customerId);
  return own.findLast((one) => one.status !== 'canceled') ?? own.at(-1);
}

/** Does what a button of the portal says; returns the sentence that confirms it. */
export function portalAction(context: SandboxContext, customerId: string, form: URLSearchParams): string {
  const state = context.store.state.stripe;
  const at = nowFor(state, customerId);
  if (form.get('action') === 'card') return changeCard(context, customerId, form, at);
  const subscription = portalSubscription(state, customerId);
  if (!subscription || subscription.status === 'canceled')
    throw invalidRequest('There is no plan to change.');
  switch (form.get('action')) {
    case 'cancel':
      return cancel(context, subscription, at);
    case 'resume':
      updateWithEvent(context, 'customer.subscription.updated', subscription, at, clearCanceling);
      return 'Your plan goes on.';
    case 'change':
      changePrice(context, subscription, findPrice(state, form.get('price') ?? ''), 'always_invoice', at);
      return 'Your plan was changed.';
    default:
      throw invalidRequest('Unknown action.');
  }
}

// Stripe's portal has two shapes for the same request. Clients must understand both, so they alternate.
function cancel(context: SandboxContext, subscription: Stripe.Subscription, at: number): string {
  const state = context.store.state.stripe;
  const end = subscription.items.data[0]?.current_period_end ?? at;
  const atPeriodEnd = state.portalCancels % 2 === 0;
  state.portalCancels += 1;
  updateWithEvent(context, 'customer.subscription.updated', subscription, at, () =>
    setCanceling(subscription, end, atPeriodEnd, at),
  );
  return 'Your plan will end with the current period.';
}

function changeCard(context: SandboxContext, customerId: string, form: URLSearchParams, at: number): string {
  const state = context.store.state.stripe;
  const method = attachCard(context, customerId, readCardForm(form), at);
  const subscription = portalSubscription(state, customerId);
  if (subscription && subscription.status !== 'canceled') {
    updateWithEvent(context, 'customer.subscription.updated', subscription, at, () => {
      subscription.default_payment_method = method.id;
    });
    retryNow(context, customerId, at);
  }
  return 'Your card was saved.';
}
