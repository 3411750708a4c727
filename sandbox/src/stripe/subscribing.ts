import type Stripe from 'stripe';
import type { SandboxContext } from '../context.ts';
import type { LineInput } from './build-invoice.ts';
import { buildSubscription, type SubscriptionInput } from './build-subscription.ts';
import { chargeSucceeds } from './cards.ts';
import { daySeconds } from './clock.ts';
import { emit } from './events.ts';
import { cardDeclined } from './failures.ts';
import { collect, issueInvoice } from './invoicing.ts';
import { idOf, money } from './objects.ts';
import type { StripeState } from './state.ts';

/** Starts a subscription: a trial with an invoice of nothing, or a first period that is paid at once. */
export function startSubscription(context: SandboxContext, input: SubscriptionInput): Stripe.Subscription {
  const state = context.store.state.stripe;
  const amount = (input.price.unit_amount ?? 0) * input.quantity;
  const pays = input.trialEnd === null && amount > 0;
  if (pays && !chargeSucceeds(state, input.paymentMethodId ?? '')) throw cardDeclined();
  const subscription = buildSubscription(input);
  state.subscriptions[subscription.id] = subscription;
  emit(context, 'customer.subscription.created', subscription, { at: input.at });
  const invoice = issueInvoice(
    context,
    subscription,
    'subscription_create',
    [input.trialEnd === null ? periodLine(state, subscription) : trialLine(state, subscription)],
    input.at,
  );
  collect(context, invoice, input.at);
  announceShortTrial(context, subscription, input.at);
  return subscription;
}

/** The line for the period that a subscription is in. */
export function periodLine(state: StripeState, subscription: Stripe.Subscription): LineInput {
  const item = subscription.items.data[0] as Stripe.SubscriptionItem;
  const amount = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
  const name = productName(state, item.price);
  return {
    amount,
    description: `${item.quantity ?? 1} × ${name} (at ${money(item.price.unit_amount ?? 0, item.price.currency)} / ${item.plan.interval})`,
    price: item.price,
    start: item.current_period_start,
    end: item.current_period_end,
    proration: false,
  };
}

/** The name that invoices and pages show for a price. */
export function productName(state: StripeState, price: Stripe.Price): string {
  return state.products[idOf(price.product)]?.name ?? 'Subscription';
}

function trialLine(state: StripeState, subscription: Stripe.Subscription): LineInput {
  const line = periodLine(state, subscription);
  const name = productName(state, line.price);
  return { ...line, amount: 0, description: `Trial period for ${name}` };
}

// A trial of three days or less is announced as ending when it begins.
function announceShortTrial(context: SandboxContext, subscription: Stripe.Subscription, at: number): void {
  if (subscription.trial_end === null || subscription.trial_end - at > 3 * daySeconds) return;
  context.store.state.stripe.trialNotices[subscription.id] = true;
  emit(context, 'customer.subscription.trial_will_end', subscription, { at });
}
