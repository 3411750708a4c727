import { z } from 'zod';
import { defineCall } from '../call.ts';
import { user } from '../users/users.ts';
import { cancelReason, invoice, product, subscription, subscriptionStatus } from './billing.entities.ts';

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
  ownRead: true,
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
  summary:
    'Opens the billing portal, where asked at a change of plan or card; 409 PORTAL_NOT_READY without a customer',
  /** Where the portal opens: the confirmation of `priceId`, the card form, or by default its front page. */
  body: z.object({ priceId: z.string().max(255).optional(), update: z.literal('card').optional() }).nullish(),
  response: url,
});

export const getSubscriptionStatus = defineCall({
  method: 'GET',
  path: '/api/subscription/status',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'Whether a subscription runs, and its status',
  response: z.object({ hasSubscription: z.boolean(), status: subscriptionStatus }),
});

export const getPaymentMethod = defineCall({
  method: 'GET',
  path: '/api/subscription/payment-method',
  tag,
  access: 'user',
  ownRead: true,
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

export const getSubscription = defineCall({
  method: 'GET',
  path: '/api/subscription',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'The subscription in full: plan, next charge, end, card, refunds',
  response: subscription,
});

export const cancelSubscription = defineCall({
  method: 'POST',
  path: '/api/subscription/cancel',
  tag,
  access: 'user',
  summary: 'Ends the subscription with its period; 409 NO_SUBSCRIPTION where none runs',
  body: z.object({ reason: cancelReason, feedback: z.string().trim().max(1000).optional() }),
  response: z.object({ message: z.string(), user }),
});

export const reactivateSubscription = defineCall({
  method: 'POST',
  path: '/api/subscription/reactivate',
  tag,
  access: 'user',
  summary: 'Undoes a cancellation, or opens a checkout of the last plan where the subscription has ended',
  response: z.object({
    message: z.string(),
    /** The checkout to pay; null if the subscription simply continues. */
    url: z.string().nullable(),
    user,
  }),
});

export const getBillingHistory = defineCall({
  method: 'GET',
  path: '/api/billing/history',
  tag,
  access: 'user',
  ownRead: true,
  summary: "One's own invoices, newest first, ten at a time",
  /** Page cursor: the id of the last invoice on the previous page. */
  query: z.object({ after: z.string().max(255).optional() }),
  response: z.object({ invoices: z.array(invoice), hasMore: z.boolean() }),
});

export const getInvoicePdf = defineCall({
  method: 'GET',
  path: '/api/billing/invoice/:id',
  tag,
  access: 'user',
  summary: "One of one's own invoices as a PDF; 404 for anybody else's",
  params: z.object({ id: z.string().max(255) }),
  file: 'application/pdf',
  response: z.instanceof(Blob),
});

export const setTrial = defineCall({
  method: 'POST',
  path: '/api/test/set-trial',
  tag,
  access: 'user',
  summary: 'Sets when the trial ends, for trying things out; 404 outside development',
  body: z.object({ days: z.int().min(1).max(60).default(7) }).default({ days: 7 }),
  response: z.object({ status: subscriptionStatus, user }),
});
