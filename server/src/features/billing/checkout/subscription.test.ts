import type { User } from '@drumbeat/contract/users/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, subscribe } from '../../../../test/factories.ts';
import { advance, depsOf, stripeOf, userOf } from '../billing.fixture.ts';
import { getBilling } from '../get-billing.ts';
import { refreshSubscription } from '../sync/refresh-subscription.ts';

type Synced = { status: string; user: User };

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

async function sync(user: BuiltUser): Promise<Synced> {
  const { status, body } = await call<Synced>(app, 'POST', '/api/subscription/sync', { token: user.token });
  expect(status).toBe(200);
  return body;
}

async function get<T = Record<string, unknown>>(user: BuiltUser, path: string): Promise<T> {
  return (await call<T>(app, 'GET', path, { token: user.token })).body;
}

describe('a person without a subscription', () => {
  test('PROD-38 BILL-01 is inactive, on the free tier, and never was in a trial', async () => {
    const user = await buildUser(app);
    expect(await userOf(app, user)).toMatchObject({
      subscriptionStatus: 'inactive',
      subscriptionExpiryDate: null,
      hasPaymentMethod: false,
      hasEverSubscribed: false,
      isInTrial: false,
      activeProduct: null,
      entitlements: {
        tier: 'free',
        postsPerDay: 1,
        accountLimit: 1,
        nicheChangeLimitPerAccount: 1,
        postGenerationLimit: 2,
      },
    });
    expect((await sync(user)).status).toBe('inactive');
  });

  test('BILL-09 BILL-10 status and payment method say so', async () => {
    const user = await buildUser(app);
    expect(await get(user, '/api/subscription/status')).toEqual({
      hasSubscription: false,
      status: 'inactive',
    });
    expect(await get(user, '/api/subscription/payment-method')).toEqual({ hasPaymentMethod: false });
  });

  test('BILL-35 BILL-45 the portal is not ready: 409 PORTAL_NOT_READY', async () => {
    const user = await buildUser(app);
    expect(await call(app, 'POST', '/api/create-portal-session', { token: user.token })).toMatchObject({
      status: 409,
      body: {
        code: 'PORTAL_NOT_READY',
        message: 'Billing portal is being set up. Please try again in a few minutes.',
      },
    });
  });
});

describe('a subscriber', () => {
  test('BILL-09 BILL-10 BILL-13 BILL-18 sync reads the provider now and returns status and user', async () => {
    const user = await buildUser(app);
    await subscribe(app, user, { plan: 'standard' });
    const { status, user: view } = await sync(user);
    expect(status).toBe('active');
    expect(view).toMatchObject({ id: String(user.id), isInTrial: true, entitlements: { tier: 'standard' } });
    expect(await get(user, '/api/subscription/status')).toEqual({ hasSubscription: true, status: 'active' });
    expect(await get(user, '/api/subscription/payment-method')).toEqual({ hasPaymentMethod: true });
  });

  test('BILL-14 create-portal-session returns the url of the person’s own portal, and it leads back', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)];
    const pages: { html: string; invoice: string }[] = [];
    for (const who of [user, other]) {
      const { customer } = await subscribe(app, who);
      const reply = await call<{ url: string }>(app, 'POST', '/api/create-portal-session', {
        token: who.token,
      });
      const [invoice] = (await stripeOf(app).invoices.list({ customer })).data;
      pages.push({ html: await (await fetch(reply.body.url)).text(), invoice: invoice?.id ?? '' });
    }
    const [mine, theirs] = pages;
    expect(mine?.html).toContain(mine?.invoice);
    expect(mine?.html).not.toContain(theirs?.invoice);
    expect(theirs?.html).toContain(theirs?.invoice);
    expect(mine?.html).toContain('http://localhost:3000/products?portal_return=true');
  });

  test('BILL-45 a customer who was deleted at the provider has no portal, and the plan has ended', async () => {
    const user = await buildUser(app);
    const { customer } = await subscribe(app, user);
    await stripeOf(app).customers.del(customer);
    for (const body of [{}, { update: 'card' }, { priceId: 'price_standard_monthly' }])
      expect(
        await call(app, 'POST', '/api/create-portal-session', { token: user.token, body }),
      ).toMatchObject({ status: 409, body: { code: 'PORTAL_NOT_READY' } });
    expect(await userOf(app, user)).toMatchObject({ subscriptionStatus: 'canceled' });
  });

  test('a plan that the mirror has not heard of is fetched with it', async () => {
    const user = await buildUser(app);
    const { subscription } = await subscribe(app, user, { plan: 'standard' });
    const stripe = stripeOf(app);
    const product = await stripe.products.create({
      name: 'Custom',
      metadata: { tier: 'pro', account_limit: '12' },
    });
    const recurring = { interval: 'month' as const };
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 100,
      recurring,
    });
    const item = (await stripe.subscriptions.retrieve(subscription)).items.data[0];
    await stripe.subscriptions.update(subscription, { items: [{ id: item?.id ?? '', price: price.id }] });
    expect((await sync(user)).user).toMatchObject({
      activeProduct: { id: product.id, name: 'Custom' },
      entitlements: { tier: 'pro', accountLimit: 12 },
    });
  });
});

describe('as time goes by', () => {
  test('other features hear of an end once, even if the clock showed it before the provider did', async () => {
    const user = await buildUser(app);
    const { customer, subscription } = await subscribe(app, user);
    await stripeOf(app).subscriptions.update(subscription, { cancel_at_period_end: true });
    const deps = depsOf(app);
    await refreshSubscription(deps, user.id);
    await advance(app, customer, 8);
    expect((await getBilling(app.platform.db, app.clock.now(), user.id)).subscriptionStatus).toBe('canceled');
    await refreshSubscription(deps, user.id);
    await refreshSubscription(deps, user.id);
    expect(deps.told).toEqual([{ userId: user.id, publishes: false, accountLimit: 1 }]);
  });
});
