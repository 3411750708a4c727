import type { Product } from '@drumbeat/contract/billing/billing.entities.ts';
import { entitlementsOf, formatPrice } from '@drumbeat/contract/billing/billing.rules.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { call } from '../../../../test/factories.ts';
import { deliver, depsOf, eventsOf, gate, stripeOf } from '../billing.fixture.ts';
import { refreshCatalogue, syncCatalogue } from './sync-catalogue.ts';

async function listed(app: TestApp): Promise<Product[]> {
  const { status, body } = await call<{ products: Product[] }>(app, 'GET', '/api/products');
  expect(status).toBe(200);
  return body.products;
}

describe('GET /api/products', () => {
  let app: TestApp;
  let products: Product[];
  beforeAll(async () => {
    app = await buildApp({ shared: true });
    products = await listed(app);
  });
  afterAll(() => app.close());

  function plan(name: string) {
    const product = products.find((one) => one.name === name);
    const price = product?.prices[0];
    if (!product || !price) throw new Error(`${name} is not listed`);
    const { tier: _, ...numbers } = entitlementsOf(JSON.parse(price.metadata));
    return { shown: formatPrice(price), ...numbers };
  }

  test('PROD-13 anyone gets the products, cheapest first, also when the mirror was empty', () => {
    expect(products.map((one) => one.name)).toEqual(['Free', 'Standard', 'Pro', 'Pro+']);
  });

  test('PROD-14 PROD-15 a product and its prices have the documented fields, amounts in cents', () => {
    const price = {
      id: 'price_standard_monthly',
      active: true,
      unit_amount: 700,
      currency: 'usd',
      interval: 'month',
      lookup_key: 'standard_monthly',
      trial_period_days: null,
      metadata: expect.any(String),
    };
    expect(products[1]).toEqual({
      id: 'prod_standard',
      name: 'Standard',
      description: 'For one account that posts every working day.',
      metadata: expect.any(Object),
      prices: [price],
    });
  });

  test('PROD-20 PROD-21 price metadata is a JSON string with all plan keys, tier, posts_per_day and account_limit among them', () => {
    for (const { prices } of products) expect(typeof prices[0]?.metadata).toBe('string');
    expect(JSON.parse(products[3]?.prices[0]?.metadata ?? '')).toEqual({
      tier: 'pro_plus',
      posts_per_day: '3',
      account_limit: '5',
      custom_day_selection: 'true',
      skip_weekends: 'true',
      niche_change_limit_per_x_account: '10',
      post_generation_limit: '50',
      links_per_cycle: '40',
      free_trial: 'true',
    });
  });

  test.each([
    ['Free', 'Free', 1, 1],
    ['Standard', '$7.00 USD / month', 2, 1],
    ['Pro', '$15.00 USD / month', 2, 3],
    ['Pro+', '$25.00 USD / month', 3, 5],
  ])(
    'PROD-27 PROD-28 PROD-29 PROD-30 the plan %s costs %s, with %d posts a day on up to %d accounts',
    (name, shown, postsPerDay, accountLimit) => {
      expect(plan(name)).toMatchObject({ shown, postsPerDay, accountLimit });
    },
  );
});

describe('the mirror', () => {
  test('is what is served, until the provider tells of a change', async () => {
    const app = await buildApp();
    await listed(app);
    const stripe = stripeOf(app);
    const dearer = await stripe.prices.create({
      product: 'prod_pro',
      currency: 'usd',
      unit_amount: 1900,
      recurring: { interval: 'month' },
      metadata: { account_limit: '4' },
    });
    await stripe.products.update('prod_pro', { default_price: dearer.id });
    await stripe.prices.update('price_pro_monthly', { active: false });
    await stripe.products.update('prod_standard', { active: false });
    expect((await listed(app)).map((one) => one.name)).toEqual(['Free', 'Standard', 'Pro', 'Pro+']);

    const told = (await eventsOf(app)).filter((event) => /^(product|price)\./.test(event.type));
    for (const event of told) expect((await deliver(app, event)).status).toBe(200);
    await app.platform.jobs.drain();

    const products = await listed(app);
    expect(products.map((one) => one.name)).toEqual(['Free', 'Pro', 'Pro+']);
    expect(products[1]?.prices.map((price) => price.id)).toEqual([dearer.id]);
    // PROD-16: the product's own limit is 3; the price's wins.
    expect(JSON.parse(products[1]?.prices[0]?.metadata ?? '')).toMatchObject({
      tier: 'pro',
      account_limit: '4',
    });
  });

  test('leaves out one-off prices, prices of several intervals and products without a price', async () => {
    const app = await buildApp();
    const stripe = stripeOf(app);
    await stripe.products.create({ name: 'Without a price' });
    const price = { product: 'prod_pro', currency: 'usd', unit_amount: 100 };
    await stripe.prices.create(price);
    await stripe.prices.create({ ...price, recurring: { interval: 'month', interval_count: 3 } });
    const products = await listed(app);
    expect(products.map((one) => one.name)).toEqual(['Free', 'Standard', 'Pro', 'Pro+']);
    expect(products[2]?.prices).toHaveLength(1);
  });

  test('a slow read never overwrites a newer one', async () => {
    const app = await buildApp();
    const deps = depsOf(app);
    const { opened, open } = gate();
    const hasRead = gate();
    const slow = syncCatalogue({
      ...deps,
      payments: {
        ...deps.payments,
        async listCatalogue() {
          const listing = await deps.payments.listCatalogue();
          hasRead.open();
          await opened;
          return listing;
        },
      },
    });
    await hasRead.opened;
    await stripeOf(app).products.update('prod_pro', { name: 'Professional' });
    await syncCatalogue(deps);
    open();
    await slow;
    expect((await listed(app)).map((one) => one.name)).toContain('Professional');
  });

  test('is read again once a day where no webhook did it, and by nobody before it is first asked for', async () => {
    const app = await buildApp();
    const deps = depsOf(app);
    let reads = 0;
    const counting: typeof deps.payments = {
      ...deps.payments,
      listCatalogue() {
        reads += 1;
        return deps.payments.listCatalogue();
      },
    };
    const readsAfter = async (hours: number) => {
      app.clock.advance(hours * 3_600_000);
      await refreshCatalogue({ ...deps, payments: counting });
      return reads;
    };
    expect(await readsAfter(48)).toBe(0);
    await listed(app);
    expect(await readsAfter(23)).toBe(0);
    expect(await readsAfter(1)).toBe(1);
    expect(await readsAfter(1)).toBe(1);
  });
});
