import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { SandboxContext } from '../context.ts';
import { Failure } from '../http/failure.ts';
import { advanceCustomer } from '../stripe/advance.ts';
import { goodCard } from '../stripe/cards.ts';
import { findCharge } from '../stripe/charges.ts';
import { nowFor } from '../stripe/clock.ts';
import { completeCheckout, successUrl } from '../stripe/complete-checkout.ts';
import { closeDispute, disputeOf, openDispute } from '../stripe/disputes.ts';
import { emit, updateWithEvent } from '../stripe/events.ts';
import { idOf } from '../stripe/objects.ts';
import { ownedBy } from '../stripe/owned.ts';
import { createRefund } from '../stripe/refunds.ts';
import { findSubscription } from '../stripe/subscriptions.ts';
import { readBody } from './read-body.ts';

const settleMs = 8000;

const completeBody = z.object({
  card: z.enum(['success', 'declined', 'fails']).default('success'),
  number: z.string().optional(),
  email: z.email().optional(),
  name: z.string().optional(),
});
const advanceBody = z.object({ customer: z.string().min(1), days: z.number().min(0).max(3660) });
const cardBody = z.object({ customer: z.string().min(1), outcome: z.enum(['success', 'fails']) });
const statusBody = z.object({
  subscription: z.string().min(1),
  status: z.enum(['active', 'past_due', 'unpaid', 'paused', 'incomplete']),
});
const chargeOrCustomer = { charge: z.string().min(1).optional(), customer: z.string().min(1).optional() };
const refundBody = z.object({ ...chargeOrCustomer, amount: z.int().positive().optional() });
const disputeBody = z.object({ ...chargeOrCustomer, outcome: z.enum(['won', 'lost']).optional() });
const endpointBody = z.object({ url: z.url(), secret: z.string().min(1).default('whsec_sandbox') });
const emitBody = z.object({ type: z.string().min(1), object: z.record(z.string(), z.unknown()) });
const resendBody = z.object({ event: z.string().min(1) });

const cardNumbers = { success: goodCard.number, declined: '4000000000000002', fails: '4000000000000341' };

/** The control calls for Stripe; those that cause events answer once the webhooks were tried. */
export function registerStripeControl(app: FastifyInstance, context: SandboxContext): void {
  registerCustomerActions(app, context);
  registerWebhookActions(app, context);
}

function registerCustomerActions(app: FastifyInstance, context: SandboxContext): void {
  app.post<{ Params: { id: string } }>('/stripe/checkout/:id/complete', async (request) => {
    const body = readBody(completeBody, request.body);
    const number = body.number?.replace(/\D/g, '') ?? cardNumbers[body.card];
    const card = { ...goodCard, number, name: body.name ?? null };
    const session = completeCheckout(context, request.params.id, card, body.email ?? null);
    await context.webhooks.settled(settleMs);
    return {
      redirectUrl: successUrl(session),
      customer: session.customer,
      subscription: session.subscription,
    };
  });

  app.post('/stripe/advance', async (request) => {
    const body = readBody(advanceBody, request.body);
    const state = context.store.state.stripe;
    const customer = customerOf(context, body.customer);
    const before = state.events.length === 0 ? '' : (state.events.at(-1)?.id ?? '');
    const now = advanceCustomer(context, customer, body.days);
    const start = state.events.findIndex((event) => event.id === before) + 1;
    const events = state.events.slice(start).map((event) => event.type);
    await context.webhooks.settled(settleMs);
    return { now, events };
  });

  app.post('/stripe/card', async (request) => {
    const body = readBody(cardBody, request.body);
    const state = context.store.state.stripe;
    const customer = customerOf(context, body.customer);
    const methods = Object.values(state.paymentMethods).filter((one) => idOf(one.customer) === customer);
    for (const method of methods) state.cardOutcomes[method.id] = body.outcome;
    context.store.changed();
    return { cards: methods.length, outcome: body.outcome };
  });

  app.post('/stripe/status', async (request) => {
    const body = readBody(statusBody, request.body);
    const subscription = findSubscription(context.store.state.stripe, body.subscription);
    const at = nowFor(context.store.state.stripe, idOf(subscription.customer));
    updateWithEvent(context, 'customer.subscription.updated', subscription, at, () => {
      subscription.status = body.status;
    });
    await context.webhooks.settled(settleMs);
    return { subscription: subscription.id, status: subscription.status };
  });

  registerMoneyActions(app, context);

  app.get('/stripe/customers', async () => {
    const state = context.store.state.stripe;
    const customers = Object.values(state.customers).map((customer) => ({
      id: customer.id,
      email: customer.email,
      now: nowFor(state, customer.id),
      subscriptions: Object.values(state.subscriptions)
        .filter((one) => idOf(one.customer) === customer.id)
        .map((one) => ({ id: one.id, status: one.status, price: one.items.data[0]?.price.id })),
    }));
    return { customers };
  });
}

function registerMoneyActions(app: FastifyInstance, context: SandboxContext): void {
  app.post('/stripe/refund', async (request) => {
    const body = readBody(refundBody, request.body);
    const charge = chargeOf(context, body, (one) => one.amount_refunded < one.amount && !one.disputed);
    const amount: { amount?: string } = body.amount ? { amount: String(body.amount) } : {};
    const refund = createRefund(context, { charge: charge.id, ...amount });
    await context.webhooks.settled(settleMs);
    return { refund: refund.id, charge: charge.id, amount: refund.amount };
  });

  // Without an outcome a dispute begins; with one it ends, after a beginning where there was none.
  app.post('/stripe/dispute', async (request) => {
    const body = readBody(disputeBody, request.body);
    const { outcome } = body;
    const state = context.store.state.stripe;
    const isOpen = (charge: Stripe.Charge): boolean =>
      disputeOf(state, charge.id)?.status === 'needs_response';
    const charge = chargeOf(context, body, (one) => (outcome && isOpen(one)) || !one.disputed);
    const dispute = (outcome && disputeOf(state, charge.id)) || openDispute(context, charge);
    if (outcome) closeDispute(context, dispute, outcome);
    await context.webhooks.settled(settleMs);
    return { dispute: dispute.id, charge: charge.id, status: dispute.status };
  });
}

/** The charge that is named, or the customer's newest paid one that fits. */
function chargeOf(
  context: SandboxContext,
  body: { charge?: string | undefined; customer?: string | undefined },
  fits: (charge: Stripe.Charge) => boolean,
): Stripe.Charge {
  const state = context.store.state.stripe;
  if (body.charge) return findCharge(state, body.charge);
  const customer = customerOf(context, body.customer ?? '');
  const charge = ownedBy(state.charges, customer).findLast((one) => one.paid && fits(one));
  if (charge) return charge;
  throw new Failure(404, { error: 'not_found', message: `'${body.customer}' has no such charge.` });
}

function registerWebhookActions(app: FastifyInstance, context: SandboxContext): void {
  app.post('/stripe/webhook-endpoint', async (request) => {
    const endpoint = readBody(endpointBody, request.body);
    context.store.state.stripe.webhook = endpoint;
    context.store.changed();
    return { url: endpoint.url };
  });

  app.get('/stripe/webhooks', async () => ({
    endpoint: context.webhooks.target()?.url ?? null,
    pending: context.store.state.stripe.deliveries,
  }));

  app.post('/stripe/emit', async (request) => {
    const body = readBody(emitBody, request.body);
    const event = emit(context, body.type, body.object);
    await context.webhooks.settled(settleMs);
    return { event: event.id };
  });

  app.post('/stripe/resend', async (request) => {
    const body = readBody(resendBody, request.body);
    const event = context.store.state.stripe.events.find((one) => one.id === body.event);
    if (!event) throw new Failure(404, { error: 'not_found', message: `There is no event '${body.event}'.` });
    context.webhooks.send(event);
    await context.webhooks.settled(settleMs);
    return { event: event.id };
  });
}

/** Accepts the customer's id or email. */
function customerOf(context: SandboxContext, reference: string): string {
  const customers = context.store.state.stripe.customers;
  if (customers[reference]) return reference;
  const byEmail = Object.values(customers).findLast((one) => one.email === reference);
  if (byEmail) return byEmail.id;
  throw new Failure(404, { error: 'not_found', message: `There is no customer '${reference}'.` });
}
