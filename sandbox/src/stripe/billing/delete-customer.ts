import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import { findCustomer } from '../customers.ts';
import { emit } from '../events.ts';
import { ownedBy } from '../owned.ts';
import { endSubscription, hasEnded } from './advance.ts';
import { nowFor } from './clock.ts';

/** Ends the customer's subscriptions, detaches the cards, deletes the customer. Invoices and charges stay. */
export function deleteCustomer(context: SandboxContext, id: string): Stripe.DeletedCustomer {
  const state = context.store.state.stripe;
  const customer = findCustomer(state, id);
  const at = nowFor(state, id);
  for (const subscription of ownedBy(state.subscriptions, id)) {
    if (!hasEnded(subscription)) endSubscription(context, subscription, at, 'cancellation_requested');
  }
  for (const method of ownedBy(state.paymentMethods, id)) method.customer = null;
  delete state.customers[id];
  state.deletedCustomers[id] = true;
  emit(context, 'customer.deleted', customer, { at });
  return { id, object: 'customer', deleted: true };
}
