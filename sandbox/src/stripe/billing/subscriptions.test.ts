import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../../test/harness.ts';
import { checkerFor, haveProviderFiles, needsProviderFiles } from '../../../test/provider-schemas.ts';
import { stripeClient, subscribe } from '../../../test/stripe-bench.ts';

let bench: Bench;
let stripe: Stripe;
beforeAll(async () => {
  bench = await startBench();
  stripe = stripeClient(bench);
});
afterAll(() => bench.close());
beforeEach(() => bench.control('POST', '/reset'));

const advance = (customer: string, days: number): Promise<{ events: string[] }> =>
  bench.control('POST', '/stripe/advance', { customer, days });
const now = (): number => Math.floor(Date.now() / 1000);
const person = (): Promise<Stripe.Customer> => stripe.customers.create({ email: 'ada@example.com' });
const pro = { items: [{ price: 'price_pro_monthly' }] };

describe('a subscription made by a call', () => {
  it.each([
    ['cancel', 'canceled', 'customer.subscription.deleted'],
    ['pause', 'paused', 'customer.subscription.paused'],
    ['create_invoice', 'past_due', 'invoice.payment_failed'],
  ] as const)('and ends it without a card as its settings say: %s', async (behavior, status, event) => {
    const customer = await person();
    const made = await stripe.subscriptions.create({
      ...pro,
      customer: customer.id,
      trial_period_days: 1,
      trial_settings: { end_behavior: { missing_payment_method: behavior } },
    });
    expect((await advance(customer.id, 2)).events).toContain(event);
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe(status);
    expect((await stripe.charges.list({ customer: customer.id })).data).toEqual([]);
  });

  it('is paid at once with the customer’s card, or stays incomplete for 23 hours', async () => {
    const { customer } = await subscribe(bench);
    const paid = await stripe.subscriptions.create({ ...pro, customer: customer.id });
    await bench.control('POST', '/stripe/card', { customer: customer.id, outcome: 'fails' });
    const failing = stripe.subscriptions.create({
      ...pro,
      customer: customer.id,
      payment_behavior: 'error_if_incomplete',
    });
    await expect(failing).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' });
    const open = await stripe.subscriptions.create({ ...pro, customer: customer.id });
    expect([paid.status, open.status]).toEqual(['active', 'incomplete']);
    await advance(customer.id, 1);
    const late = await stripe.subscriptions.retrieve(open.id, { expand: ['latest_invoice'] });
    expect([late.status, (late.latest_invoice as Stripe.Invoice).status]).toEqual([
      'incomplete_expired',
      'void',
    ]);
  });
});

describe('a trial', () => {
  it('is moved, or begun, and the period with it; a cancellation moves too', async () => {
    const { subscription } = await subscribe(bench);
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    const end = now() + 10 * 86_400;
    const moved = await stripe.subscriptions.update(subscription.id, {
      trial_end: end,
      proration_behavior: 'none',
    });
    expect(moved).toMatchObject({ status: 'trialing', trial_end: end, cancel_at: end });
    expect(moved.items.data[0]?.current_period_end).toBe(end);
    const count = (await stripe.events.list({ types: ['customer.subscription.trial_will_end'] })).data.length;
    await stripe.subscriptions.update(subscription.id, { trial_end: now() + 86_400 });
    const after = await stripe.events.list({ types: ['customer.subscription.trial_will_end'] });
    expect([count, after.data.length]).toEqual([0, 1]);
  });
});

describe.skipIf(!haveProviderFiles)(needsProviderFiles, () => {
  it('subscriptions made by a call, and the parameters for it, fit', async () => {
    const check = checkerFor('stripe');
    const customer = (await person()).id;
    const params = { ...pro, customer, trial_period_days: 3, payment_behavior: 'default_incomplete' };
    expect(check('SubscriptionCreateParams', params)).toEqual([]);
    const { lastResponse: _response, ...made } = await stripe.subscriptions.create({
      ...pro,
      customer,
      trial_period_days: 3,
    });
    expect(check('Subscription', JSON.parse(JSON.stringify(made)))).toEqual([]);
  });
});
