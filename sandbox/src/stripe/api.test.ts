import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../test/harness.ts';
import { stripeClient } from '../../test/stripe-bench.ts';

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
