import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';
import type { Form } from '../http/form.ts';
import { cardsOf } from './cards.ts';
import {
  createSession,
  expireSession,
  findSession,
  listSessions,
  sessionCreateParams,
} from './checkout-sessions.ts';
import {
  createCustomer,
  customerParams,
  deleteCustomer,
  findCustomer,
  listCustomers,
  searchCustomers,
  updateCustomer,
} from './customers.ts';
import { invalidRequest, missing } from './failures.ts';
import { findInvoice } from './invoicing.ts';
import { idOf } from './objects.ts';
import { newestFirst, paginate } from './paginate.ts';
import { requiredText, textParam, textsParam } from './params.ts';
import { createPortalSession, portalSessionParams } from './portal-sessions.ts';
import {
  createPrice,
  findPrice,
  listPrices,
  priceCreateParams,
  priceUpdateParams,
  updatePrice,
} from './prices.ts';
import {
  createProduct,
  findProduct,
  listProducts,
  productCreateParams,
  productUpdateParams,
  updateProduct,
} from './products.ts';
import type { StripeState } from './state.ts';
import {
  cancelSubscription,
  findSubscription,
  listSubscriptions,
  subscriptionCancelParams,
  subscriptionUpdateParams,
  updateSubscription,
} from './subscriptions.ts';
import { type StripeHandler, stripeRoute } from './v1.ts';

/** Everything under `/v1`, where the official client looks for it. */
export function registerStripeApi(app: FastifyInstance, context: SandboxContext): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  const get = (url: string, handler: StripeHandler): void => stripeRoute(app, context, 'GET', url, handler);
  const post = (url: string, handler: StripeHandler, accepts: readonly string[]): void =>
    stripeRoute(app, context, 'POST', url, handler, accepts);
  const del = (url: string, handler: StripeHandler, accepts: readonly string[] = []): void =>
    stripeRoute(app, context, 'DELETE', url, handler, accepts);

  get('/products', ({ state, form }) => listProducts(state, form));
  post('/products', ({ form }) => createProduct(context, form), productCreateParams);
  get('/products/:id', ({ state, id }) => findProduct(state, id));
  post('/products/:id', ({ id, form }) => updateProduct(context, id, form), productUpdateParams);

  get('/prices', ({ state, form }) => listPrices(state, form));
  post('/prices', ({ form }) => createPrice(context, form), priceCreateParams);
  get('/prices/:id', ({ state, id }) => findPrice(state, id));
  post('/prices/:id', ({ id, form }) => updatePrice(context, id, form), priceUpdateParams);

  get('/customers', ({ state, form }) => listCustomers(state, form));
  get('/customers/search', ({ state, form }) => searchCustomers(state, form));
  post('/customers', ({ form }) => createCustomer(context, form), customerParams);
  get('/customers/:id', ({ state, id }) => findCustomer(state, id));
  post('/customers/:id', ({ id, form }) => updateCustomer(context, id, form), customerParams);
  del('/customers/:id', ({ id }) => deleteCustomer(context, id));
  get('/customers/:id/payment_methods', ({ state, id, form }) =>
    listMethods(state, id, form, `/v1/customers/${id}/payment_methods`),
  );

  get('/payment_methods', ({ state, form }) =>
    listMethods(state, requiredText(form, 'customer'), form, '/v1/payment_methods'),
  );
  get('/payment_methods/:id', ({ state, id }) => {
    const method = state.paymentMethods[id];
    if (!method) throw missing('PaymentMethod', id);
    return method;
  });

  post('/checkout/sessions', ({ form }) => createSession(context, form), sessionCreateParams);
  get('/checkout/sessions', ({ state, form }) => listSessions(state, form));
  get('/checkout/sessions/:id', ({ state, id }) => findSession(state, id));
  get('/checkout/sessions/:id/line_items', ({ state, id }) => findSession(state, id).line_items);
  post('/checkout/sessions/:id/expire', ({ id }) => expireSession(context, id), []);

  get('/subscriptions', ({ state, form }) => listSubscriptions(state, form));
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
  post('/billing_portal/sessions', ({ form }) => createPortalSession(context, form), portalSessionParams);

  get('/events', ({ state, form }) => listEvents(state, form));
  get('/events/:id', ({ state, id }) => {
    const event = state.events.find((one) => one.id === id);
    if (!event) throw missing('event', id);
    return event;
  });
  app.setNotFoundHandler((request) => {
    throw invalidRequest(
      `Unrecognized request URL (${request.method}: ${request.url}). The sandbox does not imitate this call.`,
      undefined,
      undefined,
      404,
    );
  });
}

function listMethods(state: StripeState, customerId: string, form: Form, url: string): object {
  findCustomer(state, customerId, 'customer', 400);
  const type = textParam(form, 'type');
  const wanted = cardsOf(state, customerId).filter((one) => type === undefined || one.type === type);
  return paginate(wanted, form, url);
}

function listInvoices(state: StripeState, form: Form): object {
  const customer = textParam(form, 'customer');
  const subscription = textParam(form, 'subscription');
  const status = textParam(form, 'status');
  const wanted = newestFirst(state.invoices).filter(
    (one) =>
      (customer === undefined || idOf(one.customer) === customer) &&
      (subscription === undefined || idOf(one.parent?.subscription_details?.subscription) === subscription) &&
      (status === undefined || one.status === status),
  );
  return paginate(wanted, form, '/v1/invoices');
}

function listEvents(state: StripeState, form: Form): object {
  const type = textParam(form, 'type');
  const types = textsParam(form, 'types');
  const wanted = state.events
    .filter(
      (one) => (type === undefined || one.type === type) && (types.length === 0 || types.includes(one.type)),
    )
    .reverse();
  return paginate(wanted, form, '/v1/events');
}
