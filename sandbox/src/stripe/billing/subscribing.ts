import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import { emit } from '../events.ts';
import { idOf, money } from '../objects.ts';
import { addOwned } from '../owned.ts';
import type { StripeState } from '../state.ts';
import type { LineInput } from './build-invoice.ts';
import { buildSubscription, recurringOf, type SubscriptionInput } from './build-subscription.ts';
import { cardFor, chargeSucceeds } from './cards.ts';
import { daySeconds } from './clock.ts';
import { cardDeclined } from './failures.ts';
import { collect, issueInvoice } from './invoicing.ts';

/** Starts a subscription with a trial and an invoice of 0, or with a first period that is charged now. */
export function startSubscription(
  context: SandboxContext,
  input: SubscriptionInput & { whenUnpaid?: 'refuse' | 'incomplete' },
): Stripe.Subscription {
  const state = context.store.state.stripe;
  const amount = (input.price.unit_amount ?? 0) * input.quantity;
  const subscription = buildSubscription(input);
  const unpaid =
    input.trialEnd === null && amount > 0 && !chargeSucceeds(state, cardFor(state, subscription));
  if (unpaid && input.whenUnpaid !== 'incomplete') throw cardDeclined();
  if (unpaid) subscription.status = 'incomplete';
  addOwned(state.subscriptions, subscription);
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

/** The invoice line for a subscription's current period. */
export function periodLine(state: StripeState, subscription: Stripe.Subscription): LineInput {
  const item = subscription.items.data[0] as Stripe.SubscriptionItem;
  const period = { start: item.current_period_start, end: item.current_period_end };
  return fullLine(state, item.price, item.quantity ?? 1, period);
}

/** The invoice line for one full period of a price. */
export function fullLine(
  state: StripeState,
  price: Stripe.Price,
  quantity: number,
  period: { start: number; end: number },
): LineInput {
  const each = price.unit_amount ?? 0;
  const rate = `${money(each, price.currency)} / ${recurringOf(price).interval}`;
  return {
    ...period,
    amount: each * quantity,
    description: `${quantity} × ${productName(state, price)} (at ${rate})`,
    price,
    proration: false,
  };
}

/** The name of a price on invoices and pages. */
export function productName(state: StripeState, price: Stripe.Price): string {
  return state.products[idOf(price.product)]?.name ?? 'Subscription';
}

function trialLine(state: StripeState, subscription: Stripe.Subscription): LineInput {
  const line = periodLine(state, subscription);
  const name = productName(state, line.price);
  return { ...line, amount: 0, description: `Trial period for ${name}` };
}

/** A trial of three days or less is announced as ending right when it starts. */
export function announceShortTrial(
  context: SandboxContext,
  subscription: Stripe.Subscription,
  at: number,
): void {
  if (subscription.trial_end === null || subscription.trial_end - at > 3 * daySeconds) return;
  context.store.state.stripe.trialNotices[subscription.id] = true;
  emit(context, 'customer.subscription.trial_will_end', subscription, { at });
}
