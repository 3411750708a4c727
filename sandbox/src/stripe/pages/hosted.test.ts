import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../../test/harness.ts';
import { checkerFor, haveProviderFiles, needsProviderFiles } from '../../../test/provider-schemas.ts';
import { checkoutParams, stripeClient, subscribe } from '../../../test/stripe-bench.ts';

let bench: Bench;
let stripe: Stripe;
beforeAll(async () => {
  bench = await startBench();
  stripe = stripeClient(bench);
});
afterAll(() => bench.close());
beforeEach(() => bench.control('POST', '/reset'));

const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Ada Lovelace' };

async function openSession(trialDays?: number): Promise<Stripe.Checkout.Session> {
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  return stripe.checkout.sessions.create(checkoutParams(customer.id, trialDays ? { trialDays } : {}));
}

describe('the checkout page', () => {
  it('sends the person back after a good card', async () => {
    const session = await openSession();
    expect(session.payment_status).toBe('unpaid');
    const answer = await bench.send('POST', session.url ?? '', { form: card });
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `http://127.0.0.1:3000/dashboard?subscription=success&session=${session.id}`,
    ]);
    const over = await bench.send('GET', `/stripe/checkout/${session.id}`);
    expect(over.text).toContain('already made');
  });

  it('leads from a session that expired back to where the person chose', async () => {
    const session = await openSession();
    await stripe.checkout.sessions.expire(session.id);
    const page = await bench.send('GET', `/stripe/checkout/${session.id}`);
    expect(page.text).toContain('href="http://127.0.0.1:3000/products?subscription=cancelled">Go back</a>');
  });
});

describe.skipIf(!haveProviderFiles)(needsProviderFiles, () => {
  it('objects and events fit', async () => {
    const check = checkerFor('stripe');
    const { customer, subscription, session } = await subscribe(bench, { trialDays: 7 });
    await bench.control('POST', '/stripe/advance', { customer: customer.id, days: 8 });
    const portal = await stripe.billingPortal.sessions.create({ customer: customer.id });
    const raw = async (path: string): Promise<unknown> =>
      (await bench.send('GET', path, { headers: { authorization: 'Bearer sk_test_sandbox' } })).json;
    const lists = await Promise.all(
      ['invoices', 'prices', 'products', 'events?limit=100', `payment_methods?customer=${customer.id}`].map(
        async (path) => (await raw(`/v1/${path}`)) as { data: unknown[] },
      ),
    );
    const names = ['Invoice', 'Price', 'Product', 'EventBase', 'PaymentMethod'];
    lists.forEach((list, index) => {
      expect(list.data.length).toBeGreaterThan(0);
      for (const one of list.data) expect(check(names[index] ?? '', one)).toEqual([]);
    });
    expect(check('Customer', await raw(`/v1/customers/${customer.id}`))).toEqual([]);
    expect(check('Subscription', await raw(`/v1/subscriptions/${subscription.id}`))).toEqual([]);
    expect(
      check('CheckoutSession', await raw(`/v1/checkout/sessions/${session.id}?expand[]=line_items`)),
    ).toEqual([]);
    const { lastResponse: _response, ...portalSession } = portal;
    expect(check('BillingPortalSession', JSON.parse(JSON.stringify(portalSession)))).toEqual([]);
  });

  it('the check bites', () => {
    const check = checkerFor('stripe');
    expect(check('Invoice', { id: 'in_1', object: 'invoice' })).not.toEqual([]);
    expect(check('EventBase', { id: 'evt_1', object: 'event', type: 'no.such.event' })).not.toEqual([]);
  });

  it('the parameters that we send fit', () => {
    const check = checkerFor('stripe');
    expect(check('CheckoutSessionCreateParams', checkoutParams('cus_1', { trialDays: 7 }))).toEqual([]);
    expect(check('CustomerCreateParams', { email: 'a@b.co', metadata: { userId: '7' } })).toEqual([]);
    expect(check('SubscriptionUpdateParams', { cancel_at_period_end: true })).toEqual([]);
  });
});
