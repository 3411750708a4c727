import type { SandboxContext } from '../../context.ts';
import type { StripeRoutes } from '../v1.ts';
import { findCharge, listCharges } from './charges.ts';
import { createSubscription, subscriptionCreateParams } from './create-subscription.ts';
import { findDispute, listDisputes } from './disputes.ts';
import { findInvoice, listInvoices } from './invoicing.ts';
import { createRefund, findRefund, listRefunds, refundParams } from './refunds.ts';
import {
  cancelSubscription,
  findSubscription,
  listSubscriptions,
  subscriptionCancelParams,
  subscriptionUpdateParams,
  updateSubscription,
} from './subscriptions.ts';

/** Subscriptions, their payments, and refunds. */
export function registerMoney({ get, post, del }: StripeRoutes, context: SandboxContext): void {
  get('/subscriptions', ({ state, form }) => listSubscriptions(state, form));
  post('/subscriptions', ({ form }) => createSubscription(context, form), subscriptionCreateParams);
  get('/subscriptions/:id', ({ state, id }) => findSubscription(state, id));
  post(
    '/subscriptions/:id',
    ({ id, form }) => updateSubscription(context, id, form),
    subscriptionUpdateParams,
  );
  del(
    '/subscriptions/:id',
    ({ id, form }) => cancelSubscription(context, id, form),
    subscriptionCancelParams,
  );

  get('/invoices', ({ state, form }) => listInvoices(state, form));
  get('/invoices/:id', ({ state, id }) => findInvoice(state, id));

  get('/charges', ({ state, form }) => listCharges(state, form));
  get('/charges/:id', ({ state, id }) => findCharge(state, id));
  get('/refunds', ({ state, form }) => listRefunds(state, form));
  post('/refunds', ({ form }) => createRefund(context, form), refundParams);
  get('/refunds/:id', ({ state, id }) => findRefund(state, id));
  get('/disputes', ({ state, form }) => listDisputes(state, form));
  get('/disputes/:id', ({ state, id }) => findDispute(state, id));
}
