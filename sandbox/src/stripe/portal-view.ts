import type Stripe from 'stripe';
import type { SandboxContext } from '../context.ts';
import { cardsOf } from './cards.ts';
import { findCustomer } from './customers.ts';
import { idOf } from './objects.ts';
import { newestFirst } from './paginate.ts';
import type { PortalView } from './portal.page.ts';
import { portalSubscription } from './portal-actions.ts';
import { productName } from './subscribing.ts';

/** Gathers what the portal shows about a customer. */
export function portalView(
  context: SandboxContext,
  session: Stripe.BillingPortal.Session,
): Omit<PortalView, 'error' | 'done'> {
  const state = context.store.state.stripe;
  const customer = findCustomer(state, session.customer);
  const subscription = portalSubscription(state, customer.id);
  const price = subscription?.items.data[0]?.price;
  const cardId =
    idOf(subscription?.default_payment_method) || idOf(customer.invoice_settings.default_payment_method);
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
    invoices: newestFirst(state.invoices)
      .filter((one) => idOf(one.customer) === customer.id)
      .slice(0, 24),
  };
}
