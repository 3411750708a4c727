import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Bench, startBench } from '../../../test/harness.ts';
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

const settings = 'http://127.0.0.1:3000/settings';
const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Ada Lovelace' };
const failing = { ...card, number: '4000 0000 0000 0341' };

type Flow = Stripe.BillingPortal.SessionCreateParams.FlowData;

function confirmFlow(subscription: Stripe.Subscription, price: string): Flow {
  const id = subscription.items.data[0]?.id ?? '';
  return {
    type: 'subscription_update_confirm',
    subscription_update_confirm: { subscription: subscription.id, items: [{ id, price }] },
    after_completion: { type: 'redirect', redirect: { return_url: `${settings}?changed=true` } },
  };
}

async function open(
  customer: Stripe.Customer,
  flow_data?: Flow,
): Promise<Stripe.Response<Stripe.BillingPortal.Session>> {
  return stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: settings,
    ...(flow_data ? { flow_data } : {}),
  });
}

const press = (session: Stripe.BillingPortal.Session, form: Record<string, string>): Promise<Answer> =>
  bench.send('POST', session.url, { form });

async function priceOf(subscription: Stripe.Subscription): Promise<string | undefined> {
  return (await stripe.subscriptions.retrieve(subscription.id)).items.data[0]?.price.id;
}

describe('the portal at the confirmation of a price', () => {
  it('asks a subscriber without a card for one, and for no card during a change to Free', async () => {
    const { customer, subscription } = await subscribe(bench, {
      price: 'price_free_monthly',
      collection: 'if_required',
    });
    expect(subscription.default_payment_method).toBeNull();
    const session = await open(customer, confirmFlow(subscription, 'price_standard_monthly'));
    expect((await bench.send('GET', session.url)).text).toContain('name="number"');
    const change = { action: 'change', price: 'price_standard_monthly' };
    expect((await press(session, change)).status).toBe(402);
    expect((await press(session, { ...change, ...failing })).status).toBe(402);
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toEqual([]);
    expect((await press(session, { ...change, ...card })).status).toBe(303);
    expect(await priceOf(subscription)).toBe('price_standard_monthly');
    const [charge] = (await stripe.charges.list({ customer: customer.id })).data;
    expect([charge?.amount, charge?.payment_method_details?.card?.last4]).toEqual([700, '4242']);
    const back = await open(customer, confirmFlow(subscription, 'price_free_monthly'));
    expect((await bench.send('GET', back.url)).text).not.toContain('name="number"');
  });
});

describe('the portal at one step', () => {
  it('takes a new card, pays what is owed and goes back', async () => {
    const { customer, subscription } = await subscribe(bench, { trialDays: 7, card: 'fails' });
    await bench.control('POST', '/stripe/advance', { customer: customer.id, days: 8 });
    const session = await open(customer, {
      type: 'payment_method_update',
      after_completion: { type: 'redirect', redirect: { return_url: settings } },
    });
    const page = await bench.send('GET', session.url);
    expect(page.text).toContain('Update payment method');
    const answer = await press(session, { action: 'card', ...card });
    expect(answer.headers.get('location')).toBe(settings);
    const healed = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['default_payment_method'],
    });
    expect(healed).toMatchObject({ status: 'active', default_payment_method: { card: { last4: '4242' } } });
  });

  it('cancels, and says so where a confirmation was asked for', async () => {
    const { customer, subscription } = await subscribe(bench);
    const session = await open(customer, {
      type: 'subscription_cancel',
      subscription_cancel: { subscription: subscription.id },
      after_completion: { type: 'hosted_confirmation', hosted_confirmation: { custom_message: 'Farewell' } },
    });
    expect((await bench.send('GET', session.url)).text).toContain('Cancel your plan');
    const answer = await press(session, { action: 'cancel' });
    expect((await bench.send('GET', answer.headers.get('location') ?? '')).text).toContain('Farewell');
    expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at).not.toBeNull();
  });
});

describe('a checkout with payment_method_collection if_required', () => {
  async function page(choices: Parameters<typeof checkoutParams>[1]): Promise<[string, string]> {
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const session = await stripe.checkout.sessions.create(checkoutParams(customer.id, choices));
    return [(await bench.send('GET', session.url ?? '')).text, session.url ?? ''];
  }

  it('asks for no card when nothing is due, and subscribes without one', async () => {
    const [text, url] = await page({ price: 'price_free_monthly', collection: 'if_required' });
    expect(text).toContain('No card needed');
    expect(text).not.toContain('name="number"');
    expect((await bench.send('POST', url, { form: {} })).status).toBe(303);
    const [subscription] = (await stripe.subscriptions.list()).data;
    expect(subscription).toMatchObject({ status: 'active', default_payment_method: null });
    const customer = (await stripe.customers.retrieve(String(subscription?.customer))) as Stripe.Customer;
    expect(customer.invoice_settings.default_payment_method).toBeNull();
  });
});

describe.skipIf(!haveProviderFiles)(needsProviderFiles, () => {
  it('sessions with a flow fit, and so do the parameters', async () => {
    const check = checkerFor('stripe');
    const { customer, subscription } = await subscribe(bench);
    const flow_data = confirmFlow(subscription, 'price_standard_monthly');
    expect(check('BillingPortalSessionCreateParams', { customer: customer.id, flow_data })).toEqual([]);
    const { lastResponse: _response, ...session } = await open(customer, flow_data);
    expect(check('BillingPortalSession', JSON.parse(JSON.stringify(session)))).toEqual([]);
  });
});
