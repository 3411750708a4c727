import { z } from 'zod';
import { product, subscriptionStatus } from './billing.entities.ts';
import { defineCall } from './call.ts';
import { user } from './users.ts';

const tag = 'billing';
const url = z.object({ url: z.string() });

const checkoutBody = z
  .object({ priceId: z.string().max(255).optional(), priceLookupKey: z.string().max(200).optional() })
  .refine((body) => body.priceId || body.priceLookupKey, 'Choose a price: priceId or priceLookupKey');

export const listProducts = defineCall({
  method: 'GET',
  path: '/api/products',
  tag,
  access: 'public',
  summary: 'The catalogue: active products with their active prices, cheapest first',
  response: z.object({ products: z.array(product) }),
});

export const createCheckoutSession = defineCall({
  method: 'POST',
  path: '/api/create-checkout-session',
  tag,
  access: 'user',
  summary: 'Starts a checkout; the server gives the 7-day trial to those who never had one',
  body: checkoutBody,
  response: url,
});

export const createCheckoutSessionNoTrial = defineCall({
  method: 'POST',
  path: '/api/create-checkout-session-no-trial',
  tag,
  access: 'user',
  summary: 'Starts a checkout without a trial',
  body: checkoutBody,
  response: url,
});

export const createPortalSession = defineCall({
  method: 'POST',
  path: '/api/create-portal-session',
  tag,
  access: 'user',
  summary: 'Opens the billing portal; 409 PORTAL_NOT_READY before the first checkout',
  response: url,
});

export const getSubscriptionStatus = defineCall({
  method: 'GET',
  path: '/api/subscription/status',
  tag,
  access: 'user',
  summary: 'Whether a subscription runs, and its status',
  response: z.object({ hasSubscription: z.boolean(), status: subscriptionStatus }),
});

export const getPaymentMethod = defineCall({
  method: 'GET',
  path: '/api/subscription/payment-method',
  tag,
  access: 'user',
  summary: 'Whether a payment method is on file',
  response: z.object({ hasPaymentMethod: z.boolean() }),
});

export const syncSubscription = defineCall({
  method: 'POST',
  path: '/api/subscription/sync',
  tag,
  access: 'user',
  summary: 'Reads the subscription from the payment provider now',
  response: z.object({ status: subscriptionStatus, user }),
});
