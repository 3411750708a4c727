import { randomUUID } from 'node:crypto';
import type { Product } from '@drumbeat/contract/billing/billing.entities.ts';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, subscribe } from '../../../../test/factories.ts';
import { stripeOf } from '../billing.fixture.ts';

type Price = Record<string, unknown> & { id: string; product_id: string; active: boolean };
type CatalogueProduct = { id: string; name: string; active: boolean; prices: Price[] };
type Catalogue = { products: CatalogueProduct[]; synced_at: string | null };

let app: TestApp;
let admin: BuiltUser;
beforeEach(async () => {
  app = await buildApp();
  admin = await buildUser(app, { roles: ['admin'] });
});

const send = <T = Record<string, unknown>>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  { token } = admin,
) => call<T>(app, method, `/api/admin/stripe/${path}`, { token, body });
const catalogue = async () => (await send<Catalogue>('GET', 'catalog')).body;
const plans = async () => (await call<{ products: Product[] }>(app, 'GET', '/api/products')).body.products;
const terms = { product_id: 'prod_pro', unit_amount: 1900, interval: 'month' };

async function recorded(): Promise<unknown[]> {
  const { rows } = await app.platform.db.execute(sql`
    select action, target_type as type, target_id as target, details->'before' as before, details->'after' as after,
      details->>'reason' as reason, details->>'why' as why
    from audit_log where action like 'billing.catalogue%' order by id`);
  return rows;
}

describe('the catalogue, for staff', () => {
  test('ADM-CAT-02 ADM-CAT-03 ADM-CAT-04 ADM-CAT-09 ADM-CAT-17 a sync brings products, prices and metadata, archived ones too', async () => {
    const stripe = stripeOf(app);
    expect(await catalogue()).toEqual({ products: [], synced_at: null });
    await stripe.products.update('prod_pro', { metadata: { account_limit: '4' } });
    const old = await stripe.prices.create({
      product: 'prod_pro',
      currency: 'eur',
      unit_amount: 5000,
      recurring: { interval: 'year', interval_count: 2, trial_period_days: 3 },
      tax_behavior: 'inclusive',
      metadata: { note: 'old' },
    });
    await stripe.prices.update(old.id, { active: false });
    const { status, body } = await send<Catalogue>('POST', 'sync', { reason: 'Changed at Stripe' });
    expect(status).toBe(200);
    expect(body).toEqual(await catalogue());
    expect(body.synced_at).toMatch(/^\d{4}-.*Z$/);
    const pro = body.products.find(({ id }) => id === 'prod_pro');
    expect(pro).toMatchObject({
      name: 'Pro',
      description: 'For a few accounts, each on its own days.',
      active: true,
    });
    expect(pro?.prices.map(({ id }) => id)).toEqual(['price_pro_monthly', old.id]);
    expect(pro?.prices[1]).toEqual({
      id: old.id,
      product_id: 'prod_pro',
      active: false,
      type: 'recurring',
      unit_amount: 5000,
      currency: 'eur',
      interval: 'year',
      interval_count: 2,
      trial_period_days: 3,
      tax_behavior: 'inclusive',
      metadata: { note: 'old' },
    });
    const free = body.products.find(({ id }) => id === 'prod_free')?.prices[0];
    expect(free).toMatchObject({ unit_amount: 0 });
    const shown = (await plans()).find(({ id }) => id === 'prod_pro');
    expect(shown?.metadata.account_limit).toBe('4');
  });

  test('ADM-CAT-05 ADM-CAT-16 a product is created with a trimmed name, once for each idempotency key', async () => {
    const wish = {
      name: '  Team ',
      description: ' For teams ',
      idempotency_key: randomUUID(),
      reason: 'Many asked',
    };
    const made = await send<{ product: CatalogueProduct }>('POST', 'products', wish);
    expect(made).toMatchObject({
      status: 200,
      body: { product: { name: 'Team', description: 'For teams', active: true, prices: [] } },
    });
    const again = await send<{ product: CatalogueProduct }>('POST', 'products', wish);
    expect(again.body.product.id).toBe(made.body.product.id);
    expect((await catalogue()).products.filter(({ name }) => name === 'Team')).toHaveLength(1);
    expect((await send('POST', 'products', { name: 'Plain' })).status).toBe(200);
    for (const body of [{}, { name: '  ' }, { name: 7 }])
      expect((await send('POST', 'products', body)).body).toMatchObject({
        code: 'VALIDATION_FAILED',
        data: { fields: { name: expect.stringMatching(/\w/) } },
      });
  });

  test('ADM-CAT-07 ADM-CAT-11 ADM-CAT-13 ADM-CAT-14 ADM-CAT-15 a price is created; currency, count and tax have their defaults', async () => {
    const plain = await send<{ price: Price }>('POST', 'prices', terms);
    expect(plain.body.price).toEqual({
      id: expect.stringMatching(/^price_/),
      product_id: 'prod_pro',
      active: true,
      type: 'recurring',
      unit_amount: 1900,
      currency: 'usd',
      interval: 'month',
      interval_count: 1,
      trial_period_days: null,
      tax_behavior: 'unspecified',
      metadata: {},
    });
    for (const [interval, tax_behavior] of [
      ['day', 'exclusive'],
      ['week', 'inclusive'],
      ['month', 'unspecified'],
      ['year', 'exclusive'],
    ] as const) {
      const wish = { currency: 'eur', interval, interval_count: 3, tax_behavior, trial_period_days: 14 };
      const { price } = (await send<{ price: Price }>('POST', 'prices', { ...terms, ...wish })).body;
      expect(price).toMatchObject(wish);
      expect(await stripeOf(app).prices.retrieve(price.id)).toMatchObject({ currency: 'eur', tax_behavior });
    }
  });

  test('ADM-CAT-10 ADM-CAT-12 ADM-CAT-14 ADM-CAT-15 a price needs a product and more than 0, in whole numbers; nothing is made of a bad one', async () => {
    await send('POST', 'sync');
    const before = await catalogue();
    const bad = async (change: object) => {
      const { status, body } = await send<{ data?: { fields: object } }>('POST', 'prices', {
        ...terms,
        ...change,
      });
      expect(status, JSON.stringify(change)).toBe(400);
      return body.data?.fields;
    };
    expect(await bad({ product_id: undefined })).toEqual({ product_id: 'Please choose a product.' });
    expect(await bad({ unit_amount: 0 })).toEqual({
      unit_amount: 'An amount is more than 0. Create a free price in Stripe, then sync.',
    });
    expect(await bad({ interval: 'decade' })).toEqual({
      interval: 'An interval is day, week, month or year.',
    });
    expect(await bad({ interval: 'year', interval_count: 4 })).toEqual({
      interval_count: 'A price is charged at least every three years.',
    });
    for (const change of [
      { unit_amount: '1900' },
      { unit_amount: 19.5 },
      { unit_amount: -1 },
      { interval_count: 0 },
      { trial_period_days: 1.5 },
      { tax_behavior: 'none' },
      { currency: 'EURO' },
    ])
      await bad(change);
    expect(await catalogue()).toEqual(before);
  });

  test('a refusal of the provider is shown in its words, is in the audit log, and changes nothing', async () => {
    await send('POST', 'sync');
    const before = await catalogue();
    expect(await send('POST', 'prices', { ...terms, currency: 'QQQ' })).toMatchObject({
      status: 409,
      body: { code: 'PROVIDER_REFUSED', message: 'Stripe refused: Invalid currency: qqq' },
    });
    expect(await send('PUT', 'prices/price_pro_monthly', { active: false })).toMatchObject({
      status: 409,
      body: {
        message:
          'Stripe refused: This price cannot be archived because it is the default price of its product.',
      },
    });
    expect(await send('PUT', 'products/prod_none', { active: true })).toMatchObject({
      status: 404,
      body: { message: "Stripe has no such product: 'prod_none'." },
    });
    expect((await send('PUT', 'prices/price_none', { active: false })).status).toBe(404);
    const { products } = await catalogue();
    expect(products).toEqual(before.products);
    expect(await recorded()).toContainEqual({
      action: 'billing.catalogue_change_refused',
      type: 'stripe_price',
      target: 'price_pro_monthly',
      before: null,
      after: { active: false },
      reason: null,
      why: expect.stringContaining('default price'),
    });
  });

  test('ADM-CAT-06 ADM-CAT-08 products and prices go off and on offer, and their subscribers keep them', async () => {
    const customer = await buildUser(app);
    await subscribe(app, customer, { plan: 'pro' });
    const { price } = (await send<{ price: Price }>('POST', 'prices', terms)).body;
    const off = await send('PUT', 'prices/price_pro_monthly', { active: false, reason: 'Too cheap' });
    expect(off).toMatchObject({ status: 200, body: { price: { id: 'price_pro_monthly', active: false } } });
    const pro = async () => (await plans()).find(({ id }) => id === 'prod_pro');
    expect((await pro())?.prices.map(({ id }) => id)).toEqual([price.id]);
    expect((await send('PUT', 'prices/price_pro_monthly', { active: true })).status).toBe(200);
    expect((await pro())?.prices).toHaveLength(2);

    const product = await send('PUT', 'products/prod_pro', { active: false, reason: 'No longer sold' });
    expect(product).toMatchObject({ body: { product: { active: false, prices: [{}, {}] } } });
    expect(await pro()).toBeUndefined();
    expect((await call(app, 'POST', '/api/subscription/sync', { token: customer.token })).body).toMatchObject(
      {
        status: 'active',
        user: { entitlements: { tier: 'pro' } },
      },
    );
    const ofPrice = { type: 'stripe_price', target: 'price_pro_monthly', why: null };
    const asked = { action: 'billing.catalogue_change_asked' };
    const changed = { action: 'billing.catalogue_changed', before: null, reason: null };
    const entries = await recorded();
    expect(entries.slice(2, 4)).toEqual([
      { ...ofPrice, ...asked, before: { active: true }, after: { active: false }, reason: 'Too cheap' },
      { ...ofPrice, ...changed, after: { active: false } },
    ]);
  });
});
