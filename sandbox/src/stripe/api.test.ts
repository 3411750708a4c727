import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../test/harness.ts';
import { stripeClient, subscribe } from '../../test/stripe-bench.ts';

let bench: Bench;
let stripe: Stripe;
beforeAll(async () => {
  bench = await startBench();
  stripe = stripeClient(bench);
});
afterAll(() => bench.close());
beforeEach(() => bench.control('POST', '/reset'));

describe('what the catalogue refuses, as at Stripe', () => {
  const price = {
    product: 'prod_pro',
    currency: 'usd',
    unit_amount: 900,
    recurring: { interval: 'month' },
  } as const;

  it.each([
    ['a currency that there is not', { currency: 'qqq' }, /Invalid currency: qqq/],
    [
      'an interval of more than three years',
      { recurring: { interval: 'year', interval_count: 4 } },
      /three years/,
    ],
    ['a product that there is not', { product: 'prod_none' }, /No such product: 'prod_none'/],
  ])('%s', async (_, change, message) => {
    const params = { ...price, ...change } as Stripe.PriceCreateParams;
    await expect(stripe.prices.create(params)).rejects.toThrow(message);
    expect((await stripe.prices.list({ limit: 100 })).data).toHaveLength(4);
  });

  it('a lookup key goes to another price only where that is asked for, and to it alone', async () => {
    const create = (more: object) =>
      stripe.prices.create({
        product: 'prod_pro',
        currency: 'usd',
        unit_amount: 1700,
        recurring: { interval: 'month' },
        lookup_key: 'pro_monthly',
        ...more,
      });
    await expect(create({})).rejects.toThrow('already uses that lookup key');
    const heir = await create({ transfer_lookup_key: true });
    const found = await stripe.prices.list({ lookup_keys: ['pro_monthly'] });
    expect(found.data.map(({ id }) => id)).toEqual([heir.id]);
    expect((await stripe.prices.retrieve('price_pro_monthly')).lookup_key).toBeNull();
  });

  it('a default price is archived only after another one takes its place', async () => {
    const archive = () => stripe.prices.update('price_pro_monthly', { active: false });
    await expect(archive()).rejects.toThrow('it is the default price of its product');
    await expect(stripe.products.update('prod_pro', { default_price: 'price_free_monthly' })).rejects.toThrow(
      "No such price: 'price_free_monthly'",
    );
    const other = await stripe.prices.create(price);
    await stripe.products.update('prod_pro', { default_price: other.id });
    expect(await archive()).toMatchObject({ active: false });
    await expect(stripe.products.update('prod_pro', { default_price: 'price_pro_monthly' })).rejects.toThrow(
      'must be an active price',
    );
  });
});

describe('customers', () => {
  it('are found by email and by metadata', async () => {
    const made = await stripe.customers.create({ email: 'ada@example.com', metadata: { userId: '7' } });
    await stripe.customers.create({ email: 'grace@example.com' });
    await stripe.customers.update(made.id, { name: 'Ada', metadata: { plan: 'x' } });
    expect((await stripe.customers.list({ email: 'ada@example.com' })).data).toHaveLength(1);
    expect((await stripe.customers.search({ query: "email:'ada@example.com'" })).data[0]?.id).toBe(made.id);
    const byUser = await stripe.customers.search({ query: "metadata['userId']:'7' AND name:'Ada'" });
    expect(byUser.data[0]?.metadata).toEqual({ userId: '7', plan: 'x' });
  });
});

describe('checkout and subscription', () => {
  it('is canceled at the period’s end, at a date, taken back, or at once', async () => {
    const { subscription } = await subscribe(bench);
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    const atEnd = await stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: true,
      cancellation_details: { comment: 'Too dear', feedback: 'too_expensive' },
    });
    expect(atEnd).toMatchObject({ cancel_at_period_end: true, cancel_at: end, status: 'active' });
    expect(atEnd.cancellation_details).toMatchObject({
      feedback: 'too_expensive',
      reason: 'cancellation_requested',
    });
    const back = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(back).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    const atDate = await stripe.subscriptions.update(subscription.id, { cancel_at: end - 60 });
    expect(atDate).toMatchObject({ cancel_at_period_end: false, cancel_at: end - 60 });
    expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe('canceled');
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1);
    expect((await stripe.subscriptions.list()).data).toHaveLength(0);
  });
});

describe('the manners of the API', () => {
  it('refuses the same key with other parameters', async () => {
    await stripe.customers.create({ email: 'a@b.co' }, { idempotencyKey: 'key-2' });
    const other = stripe.customers.create({ email: 'c@d.co' }, { idempotencyKey: 'key-2' });
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });

  it('refuses what Stripe refuses', async () => {
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    });
    const unknown = { payment_method_types: ['card'] } as unknown as Stripe.Checkout.SessionCreateParams;
    await expect(stripe.checkout.sessions.create(unknown)).rejects.toMatchObject({
      code: 'parameter_unknown',
    });
    await expect(stripe.prices.list({ limit: 1000 })).rejects.toMatchObject({ param: 'limit' });
    const noList = 'pro_monthly' as unknown as string[];
    await expect(stripe.prices.list({ lookup_keys: noList })).rejects.toMatchObject({ param: 'lookup_keys' });
    const stranger = new Stripe('pk_test_public', {
      host: '127.0.0.1',
      port: bench.port,
      protocol: 'http',
      maxNetworkRetries: 0,
    });
    await expect(stranger.customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    await expect(stripe.coupons.list()).rejects.toThrow(/does not imitate/);
  });
});
