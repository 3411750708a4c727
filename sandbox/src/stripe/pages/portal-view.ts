import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import { recurringOf } from '../billing/build-subscription.ts';
import { cardFor, cardsOf } from '../billing/cards.ts';
import { quoteChange } from '../billing/change-price.ts';
import { nextPeriodEnd, nowFor } from '../billing/clock.ts';
import { productName } from '../billing/subscribing.ts';
import { findSubscription } from '../billing/subscriptions.ts';
import { findCustomer } from '../customers.ts';
import { idOf } from '../objects.ts';
import { ownedBy } from '../owned.ts';
import { findPrice } from '../prices.ts';
import { type PortalView, portalPage } from './portal.page.ts';
import { changeNeedsCard, portalSubscription } from './portal-actions.ts';
import { type FlowStep, flowDonePage, portalFlowPage } from './portal-flow.page.ts';

/** The page of a portal session: the step it was opened for, or the whole portal. */
export function showPortal(
  context: SandboxContext,
  session: Stripe.BillingPortal.Session,
  said: { error: string | null; done: string | null },
): string {
  const step = stepOf(context, session);
  if (said.done && session.flow?.after_completion.hosted_confirmation)
    return flowDonePage(session, said.done);
  if (step) return portalFlowPage({ session, step, error: said.error });
  return portalPage({ ...portalView(context, session), ...said });
}

function stepOf(context: SandboxContext, session: Stripe.BillingPortal.Session): FlowStep | undefined {
  const state = context.store.state.stripe;
  const { flow } = session;
  if (!flow || state.portalFlowsDone[session.id]) return undefined;
  if (flow.type === 'payment_method_update') return { kind: 'card' };
  const confirm = flow.subscription_update_confirm;
  const subscription = findSubscription(
    state,
    confirm?.subscription ?? flow.subscription_cancel?.subscription ?? '',
  );
  const item = subscription.items.data[0] as Stripe.SubscriptionItem;
  if (!confirm) return { kind: 'cancel', endsAt: item.current_period_end };
  const price = findPrice(state, confirm.items[0]?.price ?? '');
  const at = nowFor(state, session.customer);
  const quote = quoteChange(context, subscription, price, at);
  return {
    kind: 'confirm',
    price,
    planName: productName(state, price),
    quote,
    nextCharge: quote.restarts ? nextPeriodEnd(at, recurringOf(price), at) : item.current_period_end,
    card: state.paymentMethods[cardFor(state, subscription)],
    needsCard: changeNeedsCard(state, subscription, price),
  };
}

function portalView(
  context: SandboxContext,
  session: Stripe.BillingPortal.Session,
): Omit<PortalView, 'error' | 'done'> {
  const state = context.store.state.stripe;
  const customer = findCustomer(state, session.customer);
  const subscription = portalSubscription(state, customer.id);
  const price = subscription?.items.data[0]?.price;
  const cardId = subscription
    ? cardFor(state, subscription)
    : idOf(customer.invoice_settings.default_payment_method);
  const choices = Object.values(state.prices)
    .filter((one) => one.active && one.recurring && state.products[idOf(one.product)]?.active)
    .sort((a, b) => (a.unit_amount ?? 0) - (b.unit_amount ?? 0));
  return {
    session,
    customer,
    subscription,
    planName: price ? productName(state, price) : '',
    choices: choices.map((one) => ({ price: one, name: productName(state, one) })),
    card: state.paymentMethods[cardId] ?? cardsOf(state, customer.id)[0],
    invoices: ownedBy(state.invoices, customer.id).reverse().slice(0, 24),
  };
}
