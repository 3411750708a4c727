import type Stripe from 'stripe';
import { AppError } from '../../platform/errors.ts';
import type { NewCheckout, NewCustomer, PaymentGateway } from './stripe.ts';
import { createPrice, createProduct, setPriceActive, setProductActive } from './stripe-catalogue.ts';
import { cancelParams, resumeParams, setTrialEnd } from './stripe-changes.ts';
import { customerOfReturn, EVERYTHING, readCustomer, undefinedIfMissing } from './stripe-customer.ts';
import { invoicePdf, listInvoices } from './stripe-invoices.ts';
import { createPortal } from './stripe-portal.ts';
import { eachRunningSubscription, listEvents } from './stripe-reconciliation.ts';
import { priceOf, productOf } from './stripe-replies.ts';
import { readEvent } from './stripe-webhook.ts';

type Settings = { secretKey: string; webhookSecret: string; apiUrl: string };

/** Per attempt. Retries use the same idempotency key. */
const TIMEOUT_MS = 10_000;
const RETRIES = 2;
const PAGE_SIZE = 100;

/** The payment gateway on Stripe's official client, which is loaded on first use. */
export function createStripeGateway(settings: Settings): PaymentGateway {
  let client: Promise<Stripe> | undefined;

  /** Runs calls on the client and converts failures to AppErrors. */
  async function ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    client ??= connect(settings);
    const stripe = await client;
    return work(stripe).catch((cause: unknown) => {
      throw cause instanceof AppError ? cause : providerFailed(cause);
    });
  }

  return {
    findCustomer: (person) =>
      ask(async (stripe) => {
        for await (const customer of stripe.customers.list({ email: person.email, limit: PAGE_SIZE }))
          if (customer.metadata.drumbeat_reference === person.reference) return customer.id;
        return undefined;
      }),
    createCustomer: (person) =>
      ask(async (stripe) => {
        const options = { idempotencyKey: person.idempotencyKey };
        return (await stripe.customers.create(customerParams(person), options)).id;
      }),
    customer: (customerId) => ask((stripe) => readCustomer(stripe, customerId)),
    createCheckout: (checkout) =>
      ask(async (stripe) => {
        const options = { idempotencyKey: checkout.idempotencyKey };
        const session = await stripe.checkout.sessions.create(checkoutParams(checkout), options);
        if (!session.url) throw new Error(`Checkout ${session.id} has no URL`);
        return { id: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) };
      }),
    expireCheckout: (sessionId) =>
      ask(async (stripe) => {
        const session = await stripe.checkout.sessions.retrieve(sessionId);
        if (session.status === 'open') await stripe.checkout.sessions.expire(sessionId);
      }),
    createPortal: (portal) => ask((stripe) => createPortal(stripe, portal).catch(undefinedIfMissing)),
    cancelAtPeriodEnd: (cancellation) =>
      ask(async (stripe) => {
        const { subscriptionId, idempotencyKey } = cancellation;
        await stripe.subscriptions.update(subscriptionId, cancelParams(cancellation), { idempotencyKey });
      }),
    resume: ({ subscriptionId, idempotencyKey }) =>
      ask(async (stripe) => {
        const params = resumeParams(await stripe.subscriptions.retrieve(subscriptionId));
        if (params) await stripe.subscriptions.update(subscriptionId, params, { idempotencyKey });
      }),
    cancelSubscription: (subscriptionId) =>
      ask(async (stripe) => {
        const { status } = await stripe.subscriptions.retrieve(subscriptionId);
        if (status === 'canceled' || status === 'incomplete_expired') return;
        await stripe.subscriptions.cancel(subscriptionId, { prorate: true, invoice_now: true });
      }),
    setTrialEnd: (trial) => ask((stripe) => setTrialEnd(stripe, trial)),
    deleteCustomer: (customerId) =>
      ask(async (stripe) => void (await stripe.customers.del(customerId).catch(undefinedIfMissing))),
    listInvoices: (page) => ask((stripe) => listInvoices(stripe, page)),
    invoicePdf: (invoice) => ask((stripe) => invoicePdf(stripe, invoice)),
    customerOfReturn: (returnId) => ask((stripe) => customerOfReturn(stripe, returnId)),
    listEvents: (since) => ask((stripe) => listEvents(stripe, since)),
    eachRunningSubscription: (visit) => ask((stripe) => eachRunningSubscription(stripe, visit)),
    listCatalogue: () =>
      ask(async (stripe) => {
        const [products, prices] = await Promise.all([
          stripe.products.list({ limit: PAGE_SIZE }).autoPagingToArray(EVERYTHING),
          stripe.prices.list({ limit: PAGE_SIZE }).autoPagingToArray(EVERYTHING),
        ]);
        return {
          products: products.map(productOf),
          prices: prices.map(priceOf).filter((price) => price !== undefined),
        };
      }),
    createProduct: (product) => ask((stripe) => createProduct(stripe, product)),
    setProductActive: (id, active) => ask((stripe) => setProductActive(stripe, id, active)),
    createPrice: (price) => ask((stripe) => createPrice(stripe, price)),
    setPriceActive: (id, active) => ask((stripe) => setPriceActive(stripe, id, active)),
    readEvent: (rawBody, signature) =>
      ask((stripe) => readEvent(stripe, settings.webhookSecret, rawBody, signature)),
  };
}

async function connect(settings: Settings): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  const url = new URL(settings.apiUrl);
  return new Client(settings.secretKey, {
    host: url.hostname,
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    ...(url.port ? { port: url.port } : {}),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
}

function customerParams(person: NewCustomer): Stripe.CustomerCreateParams {
  return {
    email: person.email,
    metadata: { user_id: String(person.userId), drumbeat_reference: person.reference },
  };
}

function checkoutParams(checkout: NewCheckout): Stripe.Checkout.SessionCreateParams {
  const metadata = { user_id: String(checkout.userId) };
  return {
    mode: 'subscription',
    customer: checkout.customerId,
    client_reference_id: String(checkout.userId),
    metadata,
    line_items: [{ price: checkout.priceId, quantity: 1 }],
    payment_method_collection: checkout.needsCard ? 'always' : 'if_required',
    subscription_data: {
      metadata,
      ...(checkout.trialDays > 0 ? { trial_period_days: checkout.trialDays } : {}),
    },
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
  };
}

function providerFailed(cause: unknown): AppError {
  return new AppError(
    'PROVIDER_FAILED',
    'The payment provider did not answer as expected. Please try again.',
    {
      cause,
    },
  );
}
