import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { findMethod, listMethods } from './billing/cards.ts';
import { deleteCustomer } from './billing/delete-customer.ts';
import { invalidRequest } from './billing/failures.ts';
import { registerMoney } from './billing/money.routes.ts';
import {
  createCustomer,
  customerParams,
  listCustomers,
  retrieveCustomer,
  searchCustomers,
  updateCustomer,
} from './customers.ts';
import { findEvent, listEvents } from './events.ts';
import {
  createSession,
  expireSession,
  findSession,
  listSessions,
  sessionCreateParams,
} from './pages/checkout-sessions.ts';
import { createPortalSession, portalSessionParams } from './pages/portal-sessions.ts';
import { requiredText } from './params.ts';
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
import { type StripeHandler, type StripeRoutes, stripeRoute } from './v1.ts';

/** Everything under `/v1`, where the official client expects the API. */
export function registerStripeApi(app: FastifyInstance, context: SandboxContext): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  const routes: StripeRoutes = {
    get: (url: string, handler: StripeHandler) => stripeRoute(app, context, 'GET', url, handler),
    post: (url, handler, accepts) => stripeRoute(app, context, 'POST', url, handler, accepts),
    del: (url, handler, accepts = []) => stripeRoute(app, context, 'DELETE', url, handler, accepts),
  };
  registerCatalogue(routes, context);
  registerCustomers(routes, context);
  registerHosted(routes, context);
  registerMoney(routes, context);
  app.setNotFoundHandler((request) => {
    throw invalidRequest(
      `Unrecognized request URL (${request.method}: ${request.url}). The sandbox does not imitate this call.`,
      undefined,
      undefined,
      404,
    );
  });
}

function registerCatalogue({ get, post }: StripeRoutes, context: SandboxContext): void {
  get('/products', ({ state, form }) => listProducts(state, form));
  post('/products', ({ form }) => createProduct(context, form), productCreateParams);
  get('/products/:id', ({ state, id }) => findProduct(state, id));
  post('/products/:id', ({ id, form }) => updateProduct(context, id, form), productUpdateParams);

  get('/prices', ({ state, form }) => listPrices(state, form));
  post('/prices', ({ form }) => createPrice(context, form), priceCreateParams);
  get('/prices/:id', ({ state, id }) => findPrice(state, id));
  post('/prices/:id', ({ id, form }) => updatePrice(context, id, form), priceUpdateParams);
}

function registerCustomers({ get, post, del }: StripeRoutes, context: SandboxContext): void {
  get('/customers', ({ state, form }) => listCustomers(state, form));
  get('/customers/search', ({ state, form }) => searchCustomers(state, form));
  post('/customers', ({ form }) => createCustomer(context, form), customerParams);
  get('/customers/:id', ({ state, id }) => retrieveCustomer(state, id));
  post('/customers/:id', ({ id, form }) => updateCustomer(context, id, form), customerParams);
  del('/customers/:id', ({ id }) => deleteCustomer(context, id));
  get('/customers/:id/payment_methods', ({ state, id, form }) =>
    listMethods(state, id, form, `/v1/customers/${id}/payment_methods`),
  );

  get('/payment_methods', ({ state, form }) =>
    listMethods(state, requiredText(form, 'customer'), form, '/v1/payment_methods'),
  );
  get('/payment_methods/:id', ({ state, id }) => findMethod(state, id));
}

function registerHosted({ get, post }: StripeRoutes, context: SandboxContext): void {
  post('/checkout/sessions', ({ form }) => createSession(context, form), sessionCreateParams);
  get('/checkout/sessions', ({ state, form }) => listSessions(state, form));
  get('/checkout/sessions/:id', ({ state, id }) => findSession(state, id));
  get('/checkout/sessions/:id/line_items', ({ state, id }) => findSession(state, id).line_items);
  post('/checkout/sessions/:id/expire', ({ id }) => expireSession(context, id), []);
  post('/billing_portal/sessions', ({ form }) => createPortalSession(context, form), portalSessionParams);

  get('/events', ({ state, form }) => listEvents(state, form));
  get('/events/:id', ({ state, id }) => findEvent(state, id));
}
