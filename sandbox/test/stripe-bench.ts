import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import type { Bench } from './harness.ts';

/** The official client, pointed at the sandbox. */
export function stripeClient(bench: Bench, options: object = {}): Stripe {
  return new Stripe('sk_test_sandbox', {
    host: '127.0.0.1',
    port: bench.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    ...options,
  });
}

export interface Receiver {
  url: string;
  events: Stripe.Event[];
  payloads: { body: string; signature: string }[];
  /** What to answer with; changed by tests. */
  status: number;
  types(): string[];
  /** Resolves when an event of that type has arrived. */
  arrival(type: string): Promise<Stripe.Event>;
  close(): Promise<void>;
}

/** A webhook endpoint that checks signatures with the official client. */
export async function startReceiver(secret = 'whsec_sandbox'): Promise<Receiver> {
  const stripe = new Stripe('sk_test_any');
  const waiting: { type: string; resolve: (event: Stripe.Event) => void }[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature']);
      receiver.payloads.push({ body, signature });
      if (receiver.status < 300) take(stripe.webhooks.constructEvent(body, signature, secret));
      response.writeHead(receiver.status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  function take(event: Stripe.Event): void {
    receiver.events.push(event);
    for (const one of waiting.filter((waiter) => waiter.type === event.type)) one.resolve(event);
  }

  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    events: [],
    payloads: [],
    status: 200,
    types: () => receiver.events.map((event) => event.type),
    arrival(type) {
      const known = receiver.events.find((event) => event.type === type);
      if (known) return Promise.resolve(known);
      return new Promise((resolve) => {
        waiting.push({ type, resolve });
      });
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

export interface Subscribed {
  customer: Stripe.Customer;
  session: Stripe.Checkout.Session;
  subscription: Stripe.Subscription;
}

/** A customer who went through the checkout for a price. */
export async function subscribe(
  bench: Bench,
  choices: {
    price?: string;
    trialDays?: number;
    card?: 'success' | 'fails';
    collection?: 'always' | 'if_required';
  } = {},
): Promise<Subscribed> {
  const stripe = stripeClient(bench);
  const customer = await stripe.customers.create({ email: 'ada@example.com', metadata: { userId: '7' } });
  const created = await stripe.checkout.sessions.create(checkoutParams(customer.id, choices));
  await bench.control('POST', `/stripe/checkout/${created.id}/complete`, { card: choices.card ?? 'success' });
  const session = await stripe.checkout.sessions.retrieve(created.id);
  const subscription = await stripe.subscriptions.retrieve(String(session.subscription));
  return { customer, session, subscription };
}

/** What our server asks of the checkout. */
export function checkoutParams(
  customer: string,
  choices: { price?: string; trialDays?: number; collection?: 'always' | 'if_required' } = {},
): Stripe.Checkout.SessionCreateParams {
  const data: Stripe.Checkout.SessionCreateParams.SubscriptionData = { metadata: { userId: '7' } };
  if (choices.trialDays) data.trial_period_days = choices.trialDays;
  return {
    mode: 'subscription',
    customer,
    line_items: [{ price: choices.price ?? 'price_pro_monthly', quantity: 1 }],
    success_url: 'http://127.0.0.1:3000/dashboard?subscription=success&session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:3000/products?subscription=cancelled',
    client_reference_id: '7',
    payment_method_collection: choices.collection ?? 'always',
    metadata: { userId: '7' },
    subscription_data: data,
  };
}
