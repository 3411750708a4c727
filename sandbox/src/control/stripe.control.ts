import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SandboxContext } from '../context.ts';
import { Failure } from '../http/failure.ts';
import { advanceCustomer } from '../stripe/billing/advance.ts';
import { asksBank, goodCard, sharedCard } from '../stripe/billing/cards.ts';
import { nowFor } from '../stripe/billing/clock.ts';
import { authenticationFailed } from '../stripe/billing/failures.ts';
import { findSubscription } from '../stripe/billing/subscriptions.ts';
import { emit, eventsOfCustomer, updateWithEvent } from '../stripe/events.ts';
import { idOf } from '../stripe/objects.ts';
import { completeCheckout, successUrl } from '../stripe/pages/complete-checkout.ts';
import { readBody } from './read-body.ts';
import { customerOf, registerMoneyControl, settleMs } from './stripe-money.control.ts';

const completeBody = z.object({
  card: z
    .enum(['success', 'shared', 'declined', 'fails', 'asks_bank', 'always_asks_bank'])
    .default('success'),
  authentication: z.enum(['complete', 'fail']).default('complete'),
  number: z.string().optional(),
  email: z.email().optional(),
  name: z.string().optional(),
});
const advanceBody = z.object({ customer: z.string().min(1), days: z.number().min(0).max(3660) });
const cardBody = z.object({
  customer: z.string().min(1),
  outcome: z.enum(['success', 'fails', 'authentication_required']),
});
const statusBody = z.object({
  subscription: z.string().min(1),
  status: z.enum(['active', 'past_due', 'unpaid', 'paused', 'incomplete']),
});
const endpointBody = z.object({ url: z.url(), secret: z.string().min(1).default('whsec_sandbox') });
const emitBody = z.object({ type: z.string().min(1), object: z.record(z.string(), z.unknown()) });
const eventsQuery = z.object({ customer: z.string().min(1), after: z.string().min(1).optional() });
const resendBody = z.object({ event: z.string().min(1) });

const cardNumbers = {
  success: goodCard.number,
  shared: sharedCard,
  declined: '4000000000000002',
  fails: '4000000000000341',
  asks_bank: '4000002500003155',
  always_asks_bank: '4000000000003220',
};

/** The control API of Stripe. Calls that cause events answer once the webhooks were attempted. */
export function registerStripeControl(app: FastifyInstance, context: SandboxContext): void {
  registerCustomerActions(app, context);
  registerMoneyControl(app, context);
  registerWebhookActions(app, context);
}

function registerCustomerActions(app: FastifyInstance, context: SandboxContext): void {
  app.post<{ Params: { id: string } }>('/stripe/checkout/:id/complete', async (request) => {
    const body = readBody(completeBody, request.body);
    const number = body.number?.replace(/\D/g, '') ?? cardNumbers[body.card];
    if (asksBank(number) && body.authentication === 'fail') throw authenticationFailed();
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

  app.get('/stripe/events', async (request) => {
    const { customer, after } = readBody(eventsQuery, request.query);
    return { events: eventsOfCustomer(context.store.state.stripe, customer, after) };
  });

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
