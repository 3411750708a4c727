import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../test/harness.ts';
import { checkoutParams, createPrice, stripeClient, subscribe } from '../../test/stripe-bench.ts';

let bench: Bench;
let stripe: Stripe;
beforeAll(async () => {
  bench = await startBench();
  stripe = stripeClient(bench);
});
afterAll(() => bench.close());
beforeEach(() => bench.control('POST', '/reset'));

describe('the catalogue', () => {
  it('starts with the four plans as the specification prices them', async () => {
    const prices = await stripe.prices.list({ active: true, expand: ['data.product'] });
    const plans = prices.data.map((price) => {
      const product = price.product as Stripe.Product;
      const { tier, posts_per_day, account_limit } = product.metadata;
      return [product.name, price.unit_amount, price.lookup_key, tier, posts_per_day, account_limit];
    });
    expect(plans.toReversed()).toEqual([
      ['Free', 0, 'free_monthly', 'free', '1', '1'],
      ['Standard', 700, 'standard_monthly', 'standard', '2', '1'],
      ['Pro', 1500, 'pro_monthly', 'pro', '2', '3'],
      ['Pro+', 2500, 'pro_plus_monthly', 'pro_plus', '3', '5'],
    ]);
  });

  it('finds prices by lookup key and pages', async () => {
    const found = await stripe.prices.list({ lookup_keys: ['pro_monthly', 'free_monthly'] });
    const first = await stripe.prices.list({ limit: 3 });
    const all = await stripe.prices.list({ limit: 3 }).autoPagingToArray({ limit: 10 });
    expect(found.data.map((price) => price.id)).toEqual(['price_pro_monthly', 'price_free_monthly']);
    expect([first.data.length, first.has_more, all.length]).toEqual([3, true, 4]);
    const whole = await stripe.prices.list({ limit: 4 });
    expect([whole.data.length, whole.has_more]).toEqual([4, false]);
    const inCurrency = async (currency: string) => (await stripe.prices.list({ currency })).data.length;
    expect([await inCurrency('usd'), await inCurrency('eur')]).toEqual([4, 0]);
  });

  it('creates and changes products and prices', async () => {
    const product = await stripe.products.create({
      name: 'Team',
      description: 'For teams',
      metadata: { tier: 'pro' },
    });
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 4900,
      recurring: { interval: 'year', interval_count: 1 },
      lookup_key: 'team_yearly',
    });
    await stripe.prices.update(price.id, { active: false, metadata: { note: 'old' } });
    await stripe.products.update(product.id, { active: false });
    expect(await stripe.prices.retrieve(price.id)).toMatchObject({
      active: false,
      metadata: { note: 'old' },
    });
    expect((await stripe.products.list({ active: true })).data).toHaveLength(4);
  });
});

describe('what the catalogue refuses, as at Stripe', () => {
  const price = {
    product: 'prod_pro',
    currency: 'usd',
    unit_amount: 900,
    recurring: { interval: 'month' },
  } as const;

  it.each([
    ['a currency that there is not', { currency: 'qqq' }, /Invalid currency: qqq/],
    ['too much', { unit_amount: 100_000_000 }, /less than or equal to 99999999/],
    ['less than nothing', { unit_amount: -1 }, /greater than or equal to 0/],
    [
      'an interval of more than three years',
      { recurring: { interval: 'year', interval_count: 4 } },
      /three years/,
    ],
    ['an unknown tax behaviour', { tax_behavior: 'none' }, /Invalid tax_behavior/],
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

  it('a tax behaviour is set once, and a product has no empty description', async () => {
    const made = await stripe.prices.create(price);
    expect(made.tax_behavior).toBe('unspecified');
    expect(await stripe.prices.update(made.id, { tax_behavior: 'exclusive' })).toMatchObject({
      tax_behavior: 'exclusive',
    });
    await expect(stripe.prices.update(made.id, { tax_behavior: 'inclusive' })).rejects.toThrow(
      'tax_behavior',
    );
    await expect(stripe.products.create({ name: 'Team', description: '' })).rejects.toThrow('empty string');
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
  it('starts a trial of seven days', async () => {
    const { session, subscription, customer } = await subscribe(bench, { trialDays: 7 });
    const item = subscription.items.data[0];
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      customer: customer.id,
    });
    expect(subscription).toMatchObject({ status: 'trialing', metadata: { userId: '7' } });
    expect((subscription.trial_end ?? 0) - (subscription.trial_start ?? 0)).toBe(7 * 86_400);
    expect(item?.current_period_end).toBe(subscription.trial_end);
    const invoices = await stripe.invoices.list({ customer: customer.id });
    expect(invoices.data.map((one) => [one.total, one.status])).toEqual([[0, 'paid']]);
    expect((await stripe.customers.listPaymentMethods(customer.id)).data[0]?.card?.last4).toBe('4242');
  });

  it('charges at once without a trial', async () => {
    const { subscription, session } = await subscribe(bench, { price: 'price_standard_monthly' });
    const invoice = await stripe.invoices.retrieve(String(subscription.latest_invoice));
    expect([subscription.status, session.payment_status, invoice.amount_paid]).toEqual([
      'active',
      'paid',
      700,
    ]);
    expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id);
  });

  it('makes nothing when the card is refused', async () => {
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const session = await stripe.checkout.sessions.create(checkoutParams(customer.id));
    for (const card of ['declined', 'fails']) {
      const answer = await bench.send('POST', `/sandbox/stripe/checkout/${session.id}/complete`, {
        json: { card },
      });
      expect([answer.status, answer.json]).toMatchObject([402, { error: { code: 'card_declined' } }]);
    }
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toEqual([]);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
  });

  it('makes the customer when the session names none', async () => {
    const { customer: _none, ...params } = checkoutParams('');
    const session = await stripe.checkout.sessions.create({ ...params, customer_email: 'new@example.com' });
    await bench.control('POST', `/stripe/checkout/${session.id}/complete`);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['customer', 'line_items'] });
    expect((done.customer as Stripe.Customer).email).toBe('new@example.com');
    expect(done.line_items?.data[0]?.price?.id).toBe('price_pro_monthly');
  });

  it('expires', async () => {
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const session = await stripe.checkout.sessions.create(checkoutParams(customer.id));
    expect((await stripe.checkout.sessions.expire(session.id)).status).toBe('expired');
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toThrow(/status of expired/);
  });

  it('expands along paths', async () => {
    const { session } = await subscribe(bench);
    const full = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.items.data.price.product', 'subscription.latest_invoice'],
    });
    const subscription = full.subscription as Stripe.Subscription;
    expect(subscription.items.data[0]?.price.product).toMatchObject({ name: 'Pro' });
    expect((subscription.latest_invoice as Stripe.Invoice).status).toBe('paid');
    const customer = await stripe.customers.retrieve(String(full.customer), { expand: ['subscriptions'] });
    expect((customer as Stripe.Customer).subscriptions?.data).toHaveLength(1);
  });

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

  it('remembers when its cancellation was asked for, not when it took effect', async () => {
    const { subscription, customer } = await subscribe(bench);
    const asked = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await bench.control('POST', '/stripe/advance', { customer: customer.id, days: 32 });
    const ended = await stripe.subscriptions.retrieve(subscription.id);
    expect(ended).toMatchObject({
      status: 'canceled',
      canceled_at: asked.canceled_at,
      ended_at: asked.cancel_at,
    });
    expect(ended.ended_at).toBeGreaterThan(ended.canceled_at ?? Infinity);
  });

  it('settles two changes of one period with the next invoice', async () => {
    const { subscription, customer } = await subscribe(bench, { price: 'price_standard_monthly' });
    const item = subscription.items.data[0]?.id ?? '';
    for (const price of ['price_pro_monthly', 'price_pro_plus_monthly'])
      await stripe.subscriptions.update(subscription.id, { items: [{ id: item, price }] });
    await bench.control('POST', '/stripe/advance', { customer: customer.id, days: 31 });
    const [latest] = (await stripe.invoices.list({ customer: customer.id })).data;
    expect([latest?.total, latest?.lines.data.length]).toEqual([2500 + 800 + 1000, 5]);
  });

  it('moves to another price and settles the difference', async () => {
    const { subscription, customer } = await subscribe(bench, { price: 'price_standard_monthly' });
    const item = subscription.items.data[0]?.id ?? '';
    const moved = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, price: 'price_pro_monthly' }],
      proration_behavior: 'always_invoice',
    });
    expect(moved.items.data[0]?.price.id).toBe('price_pro_monthly');
    const [latest] = (await stripe.invoices.list({ customer: customer.id })).data;
    expect([latest?.billing_reason, latest?.total]).toEqual(['subscription_update', 800]);
  });

  it('settles the difference with the next invoice unless told otherwise, and only with that one', async () => {
    const { subscription, customer } = await subscribe(bench, { price: 'price_standard_monthly' });
    const item = subscription.items.data[0]?.id ?? '';
    await stripe.subscriptions.update(subscription.id, { items: [{ id: item, price: 'price_pro_monthly' }] });
    for (const _month of [1, 2])
      await bench.control('POST', '/stripe/advance', { customer: customer.id, days: 31 });
    const invoices = (await stripe.invoices.list({ customer: customer.id })).data;
    expect(invoices.map(({ total, lines }) => [total, lines.data.length])).toEqual([
      [1500, 1],
      [2300, 3],
      [700, 1],
    ]);
  });

  it('charges a year whole where it follows a month, also where the rest of the month is not settled', async () => {
    const yearly = await createPrice(stripe, 15_000);
    const { subscription, customer } = await subscribe(bench);
    const item = subscription.items.data[0]?.id ?? '';
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, price: yearly.id }],
      proration_behavior: 'none',
    });
    expect((await stripe.invoices.list({ customer: customer.id })).data.map((one) => one.total)).toEqual([
      15_000, 1500,
    ]);
  });

  it('charges the first full period on the way from free to paid', async () => {
    const { subscription, customer } = await subscribe(bench, { price: 'price_free_monthly' });
    const item = subscription.items.data[0]?.id ?? '';
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, price: 'price_standard_monthly' }],
    });
    expect((await stripe.invoices.list({ customer: customer.id })).data.map((one) => one.total)).toEqual([
      700, 0,
    ]);
  });
});

describe('the manners of the API', () => {
  it('answers the same key with the same reply', async () => {
    const first = await stripe.customers.create({ email: 'a@b.co' }, { idempotencyKey: 'key-1' });
    await stripe.customers.create({ email: 'between@b.co' }, { idempotencyKey: 'key-between' });
    const again = await stripe.customers.create({ email: 'a@b.co' }, { idempotencyKey: 'key-1' });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.customers.list()).data).toHaveLength(2);
  });

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
