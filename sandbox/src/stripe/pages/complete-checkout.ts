import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import { attachCard, type CardInput, readCard, whilePresent } from '../billing/cards.ts';
import { daySeconds, nowFor } from '../billing/clock.ts';
import { cardDeclined, invalidRequest } from '../billing/failures.ts';
import { startSubscription } from '../billing/subscribing.ts';
import { createCustomer } from '../customers.ts';
import { emit } from '../events.ts';
import { idOf } from '../objects.ts';
import type { StripeState } from '../state.ts';
import { asksForCard, detailsOf, findSession } from './checkout-sessions.ts';

/** Completes the payment: creates customer, card, subscription and first invoice, and emits their events. */
export function completeCheckout(
  context: SandboxContext,
  sessionId: string,
  given: CardInput,
  email: string | null,
): Stripe.Checkout.Session {
  const state = context.store.state.stripe;
  const { session, item, price } = openSession(state, sessionId);
  const data = state.sessionSubscriptionData[sessionId];
  const card = asksForCard(session) ? given : null;
  const outcome = card ? readCard(card) : 'success';
  const trialDays = data?.trialDays ?? null;
  // Checked before anything is created: a refused first payment must leave nothing behind.
  if (outcome === 'fails' && trialDays === null && item.amount_total > 0) throw cardDeclined();

  const customerId = idOf(session.customer) || newCustomerId(context, session, given.name, email);
  const at = nowFor(state, customerId);
  const method = card && attachCard(context, customerId, card, at);
  const start = (): Stripe.Subscription =>
    startSubscription(context, {
      customerId,
      paymentMethodId: method?.id ?? null,
      price,
      quantity: item.quantity ?? 1,
      metadata: data?.metadata ?? {},
      description: data?.description ?? null,
      trialEnd: trialDays === null ? null : at + trialDays * daySeconds,
      at,
    });
  const subscription = whilePresent(customerId, start);
  const customer = state.customers[customerId];
  session.status = 'complete';
  session.url = null;
  session.customer = customerId;
  session.customer_details = detailsOf(customer?.email ?? email, given.name);
  session.subscription = subscription.id;
  session.invoice = idOf(subscription.latest_invoice);
  session.payment_status = session.amount_total === 0 ? 'no_payment_required' : 'paid';
  emit(context, 'checkout.session.completed', session, { at });
  return session;
}

/** The URL to redirect to after a completed session. */
export function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function openSession(
  state: StripeState,
  id: string,
): { session: Stripe.Checkout.Session; item: Stripe.LineItem; price: Stripe.Price } {
  const session = findSession(state, id);
  if (session.status !== 'open') {
    throw invalidRequest(`This Checkout Session is ${session.status} and cannot be completed.`);
  }
  const item = session.line_items?.data[0];
  if (!item?.price) throw invalidRequest('This Checkout Session has no line item.');
  return { session, item, price: item.price };
}

function newCustomerId(
  context: SandboxContext,
  session: Stripe.Checkout.Session,
  name: string | null,
  email: string | null,
): string {
  const address = session.customer_email ?? email;
  return createCustomer(context, {
    ...(address ? { email: address } : {}),
    ...(name ? { name } : {}),
  }).id;
}
