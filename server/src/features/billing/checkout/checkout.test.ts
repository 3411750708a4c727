import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltUser,
  buildUser,
  call,
  completeCheckout,
  PASSWORD,
  subscribe,
} from '../../../../test/factories.ts';
import { actorOf, deliver, depsOf, eventsOf, gate, stripeOf, userOf } from '../billing.fixture.ts';
import { updateCheckoutToClosing, updateSubscription, upsertSubscription } from '../billing.store.ts';
import { checkouts, subscriptions } from '../billing.tables.ts';
import { syncCatalogue } from '../catalogue/sync-catalogue.ts';
import { ensureCustomer } from './ensure-customer.ts';
import { startCheckout } from './start-checkout.ts';

type Reply = { url: string; code: string; message: string };

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

function choose(user: BuiltUser | undefined, body: object, path = '/api/create-checkout-session') {
  return call<Reply>(app, 'POST', path, { ...(user ? { token: user.token } : {}), body });
}

async function sessionOf(url: string) {
  return stripeOf(app).checkout.sessions.retrieve(url.split('/').at(-1) ?? '', { expand: ['line_items'] });
}

async function customersOf(user: BuiltUser) {
  return (await stripeOf(app).customers.list({ email: user.email })).data;
}

describe('POST /api/create-checkout-session', () => {
  test('BILL-11 with a priceId or a priceLookupKey it returns the url of a checkout for that price', async () => {
    const [one, other] = [await buildUser(app), await buildUser(app)];
    const byId = await choose(one, { priceId: 'price_standard_monthly' });
    const byKey = await choose(other, { priceLookupKey: 'pro_plus_monthly' });
    expect([byId.status, byKey.status]).toEqual([200, 200]);
    const [first, second] = [await sessionOf(byId.body.url), await sessionOf(byKey.body.url)];
    expect(first.line_items?.data[0]?.price?.id).toBe('price_standard_monthly');
    expect(second.line_items?.data[0]?.price?.id).toBe('price_pro_plus_monthly');
    expect(first).toMatchObject({
      mode: 'subscription',
      payment_method_collection: 'always',
      client_reference_id: String(one.id),
      metadata: { user_id: String(one.id) },
      success_url: 'http://localhost:3000/dashboard?subscription=success',
      cancel_url: 'http://localhost:3000/products?subscription=cancelled',
    });
  });

  test('BILL-46 a newcomer gets the 7 days, and trialEnd is what the provider reports', async () => {
    const user = await buildUser(app);
    const { subscription } = await subscribe(app, user, { plan: 'pro' });
    const reported = await stripeOf(app).subscriptions.retrieve(subscription);
    expect((reported.trial_end ?? 0) - (reported.trial_start ?? 0)).toBe(7 * 86_400);
    expect(reported.metadata).toEqual({ user_id: String(user.id) });
    expect(await userOf(app, user)).toMatchObject({
      subscriptionStatus: 'active',
      isInTrial: true,
      trialStart: new Date((reported.trial_start ?? 0) * 1000).toISOString(),
      trialEnd: new Date((reported.trial_end ?? 0) * 1000).toISOString(),
      hasPaymentMethod: true,
      hasEverSubscribed: true,
      activeProduct: { id: 'prod_pro', name: 'Pro' },
      entitlements: { tier: 'pro', accountLimit: 3 },
    });
  });

  test('BILL-04 BILL-18 a second checkout has no trial', async () => {
    const user = await buildUser(app);
    const { subscription } = await subscribe(app, user, { plan: 'pro' });
    await stripeOf(app).subscriptions.cancel(subscription);
    await subscribe(app, user, { plan: 'standard' });
    const now = await userOf(app, user);
    expect(now).toMatchObject({
      subscriptionStatus: 'active',
      isInTrial: false,
      activeProduct: { name: 'Standard' },
    });
    expect(now.trialStart).not.toBeNull();
  });

  test('VEM-24 VEM-25 without a session, a verified address or a price on offer nothing is started', async () => {
    const [verified, unverified] = [await buildUser(app), await buildUser(app, { verified: false })];
    expect(await choose(undefined, { priceId: 'price_pro_monthly' })).toMatchObject({ status: 401 });
    for (const path of ['/api/create-checkout-session', '/api/create-checkout-session-no-trial'] as const)
      expect(await choose(unverified, { priceId: 'price_pro_monthly' }, path)).toMatchObject({
        status: 403,
        body: { code: 'EMAIL_NOT_VERIFIED' },
      });
    const archived = await stripeOf(app).prices.create({
      product: 'prod_pro',
      currency: 'usd',
      unit_amount: 9900,
      recurring: { interval: 'year' },
    });
    await stripeOf(app).prices.update(archived.id, { active: false });
    await syncCatalogue(depsOf(app));
    for (const body of [
      { priceId: archived.id },
      { priceId: 'price_of_nobody' },
      { priceLookupKey: 'nothing' },
      {},
      { priceId: '' },
    ])
      expect(await choose(verified, body)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED' },
      });
    expect(await customersOf(verified)).toEqual([]);
    expect(await customersOf(unverified)).toEqual([]);
  });

  test('a running subscription refuses a second one, also when its webhook has not come yet', async () => {
    const user = await buildUser(app);
    const { body } = await choose(user, { priceLookupKey: 'pro_monthly' });
    await completeCheckout(app, body.url);
    expect((await userOf(app, user)).subscriptionStatus).toBe('inactive');
    expect(await choose(user, { priceLookupKey: 'standard_monthly' })).toMatchObject({
      status: 409,
      body: {
        code: 'ALREADY_SUBSCRIBED',
        message: 'You already have a subscription. Change it in the billing portal.',
      },
    });
    expect((await userOf(app, user)).subscriptionStatus).toBe('active');
  });
});

describe('one customer, one checkout, one subscription', () => {
  test('two requests that both found no customer make one', async () => {
    const user = await buildUser(app);
    const deps = depsOf(app);
    const [bothLooked, looks] = [gate(), { count: 0 }];
    const payments: typeof deps.payments = {
      ...deps.payments,
      async findCustomer(person) {
        const found = await deps.payments.findCustomer(person);
        looks.count += 1;
        if (looks.count === 2) bothLooked.open();
        await bothLooked.opened;
        return found;
      },
    };
    const person = { userId: user.id, email: user.email };
    const [one, other] = await Promise.all([1, 2].map(() => ensureCustomer({ ...deps, payments }, person)));
    expect(one).toBe(other);
    expect(await customersOf(user)).toHaveLength(1);
  });

  test('two different choices at once still make one customer, and leave one checkout open at most', async () => {
    const user = await buildUser(app);
    await Promise.all(
      ['pro_monthly', 'standard_monthly'].map((priceLookupKey) => choose(user, { priceLookupKey })),
    );
    await app.platform.jobs.drain();
    const customers = await customersOf(user);
    expect(customers).toHaveLength(1);
    const open = await stripeOf(app).checkout.sessions.list({
      customer: customers[0]?.id ?? '',
      status: 'open',
    });
    expect(open.data.length).toBeLessThanOrEqual(1);
  });

  test('BILL-12 create-checkout-session-no-trial starts a checkout without a trial, and closes the one with it', async () => {
    const user = await buildUser(app);
    const plan = { priceLookupKey: 'pro_monthly' };
    const first = await choose(user, plan);
    const second = await choose(user, plan, '/api/create-checkout-session-no-trial');
    await app.platform.jobs.drain();
    expect((await sessionOf(first.body.url)).status).toBe('expired');
    const { subscription } = await completeCheckout(app, second.body.url);
    expect((await stripeOf(app).subscriptions.retrieve(subscription)).status).toBe('active');
  });

  test('two tabs paid before anything could be closed leave one subscription, the older', async () => {
    const user = await buildUser(app);
    const first = await choose(user, { priceLookupKey: 'pro_monthly' });
    const second = await choose(user, { priceLookupKey: 'standard_monthly' });
    const [kept, surplus] = [
      await completeCheckout(app, first.body.url),
      await completeCheckout(app, second.body.url),
    ];
    const stripe = stripeOf(app);
    await call(app, 'POST', '/api/subscription/sync', { token: user.token });
    await app.platform.jobs.drain();
    const states = await Promise.all(
      [kept, surplus].map((one) => stripe.subscriptions.retrieve(one.subscription)),
    );
    expect(states.map((one) => one.status).sort()).toEqual(['canceled', 'trialing']);
    expect((await userOf(app, user)).subscriptionStatus).toBe('active');
  });

  test('a checkout that was given up while the provider answered is expired there, so that nobody pays it', async () => {
    const user = await buildUser(app);
    const { payments, ...deps } = depsOf(app);
    let made = '';
    const createCheckout: typeof payments.createCheckout = async (checkout) => {
      const session = await payments.createCheckout(checkout);
      made = session.url;
      await updateCheckoutToClosing(app.platform.db, user.id);
      return session;
    };
    const choice = { priceLookupKey: 'pro_monthly', trial: 'if due' as const };
    await expect(
      startCheckout({ ...deps, payments: { ...payments, createCheckout } }, actorOf(user), choice),
    ).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'You chose another plan in the meantime. Please choose again.',
    });
    expect((await sessionOf(made)).status).toBe('expired');
  });

  test('the open checkout of a person who deletes the account cannot be paid', async () => {
    const user = await buildUser(app);
    const { body } = await choose(user, { priceLookupKey: 'pro_monthly' });
    await call(app, 'DELETE', '/api/user', { token: user.token, body: { password: PASSWORD } });
    await app.platform.jobs.drain();
    expect((await sessionOf(body.url)).status).toBe('expired');
  });

  test('a checkout that was finished or ran out is not offered again', async () => {
    const user = await buildUser(app);
    const first = await choose(user, { priceLookupKey: 'pro_monthly' });
    await stripeOf(app).checkout.sessions.expire(first.body.url.split('/').at(-1) ?? '');
    for (const event of await eventsOf(app))
      if (event.type === 'checkout.session.expired') await deliver(app, event);
    await app.platform.jobs.drain();
    const second = await choose(user, { priceLookupKey: 'pro_monthly' });
    expect(second.body.url).not.toBe(first.body.url);
    expect((await sessionOf(second.body.url)).status).toBe('open');
  });
});

describe('a process that dies', () => {
  /** Starts a checkout whose process dies at the given call of the provider, after the provider has acted. */
  async function dieAfter(user: BuiltUser, step: 'createCustomer' | 'createCheckout'): Promise<void> {
    const deps = depsOf(app);
    const { payments } = deps;
    const done = gate();
    const dying = {
      ...payments,
      async [step](input: never): Promise<never> {
        await payments[step](input);
        done.open();
        return new Promise<never>(() => undefined);
      },
    };
    void startCheckout({ ...deps, payments: dying }, actorOf(user), {
      priceLookupKey: 'pro_monthly',
      trial: 'if due',
    });
    await done.opened;
  }

  test('after the customer was made, but before it was noted: the repeat finds that customer', async () => {
    const user = await buildUser(app);
    await dieAfter(user, 'createCustomer');
    expect(await customersOf(user)).toHaveLength(1);
    expect((await choose(user, { priceLookupKey: 'pro_monthly' })).status).toBe(200);
    expect(await customersOf(user)).toHaveLength(1);
  });

  test('after the customer was made, and its idempotency key has expired: it is still found', async () => {
    const user = await buildUser(app);
    const { payments, db } = depsOf(app);
    const { customerReference: reference } = await upsertSubscription(db, user.id);
    const made = await payments.createCustomer({
      userId: user.id,
      email: user.email,
      reference,
      idempotencyKey: `forgotten-${reference}`,
    });
    const { body } = await choose(user, { priceLookupKey: 'pro_monthly' });
    expect((await sessionOf(body.url)).customer).toBe(made);
  });

  test('after the checkout was made, but before it was noted: the repeat gets that checkout', async () => {
    const user = await buildUser(app);
    await dieAfter(user, 'createCheckout');
    expect((await choose(user, { priceLookupKey: 'pro_monthly' })).status).toBe(200);
    const [customer] = await customersOf(user);
    expect((await stripeOf(app).checkout.sessions.list({ customer: customer?.id ?? '' })).data).toHaveLength(
      1,
    );
  });

  test('a refused attempt does not block the next one', async () => {
    const user = await buildUser(app);
    const deps = depsOf(app);
    const refusing = {
      ...deps.payments,
      createCustomer: () => Promise.reject(new Error('refused')),
    };
    const choice = { priceLookupKey: 'pro_monthly', trial: 'if due' as const };
    await expect(startCheckout({ ...deps, payments: refusing }, actorOf(user), choice)).rejects.toThrow(
      'refused',
    );
    const [row] = await app.platform.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id));
    expect(row).toMatchObject({ customerFailures: 1, customerId: null });
    expect((await choose(user, { priceLookupKey: 'pro_monthly' })).status).toBe(200);
    const states = await app.platform.db.select().from(checkouts).where(eq(checkouts.userId, user.id));
    expect(states.map((one) => one.state).sort()).toEqual(['closed', 'open']);
  });

  test('a customer that is gone at the provider is made again, unless a subscription runs', async () => {
    const user = await buildUser(app);
    await choose(user, { priceLookupKey: 'pro_monthly' });
    const [gone] = await customersOf(user);
    await stripeOf(app).customers.del(gone?.id ?? '');
    const again = await choose(user, { priceLookupKey: 'pro_monthly' });
    expect(again.status).toBe(200);
    expect((await sessionOf(again.body.url)).customer).not.toBe(gone?.id);

    const [deleted, unknown] = [await buildUser(app), await buildUser(app)];
    await stripeOf(app).customers.del((await subscribe(app, deleted)).customer);
    await subscribe(app, unknown);
    // As after a change of keys: the provider has never heard of the customer.
    await updateSubscription(app.platform.db, unknown.id, { customerId: 'cus_of_other_keys' });
    for (const [who, status, state] of [
      [deleted, 200, 'canceled'],
      [unknown, 502, 'active'],
    ] as const) {
      expect((await call(app, 'POST', '/api/subscription/sync', { token: who.token })).status).toBe(status);
      expect((await userOf(app, who)).subscriptionStatus).toBe(state);
    }
  });
});

describe('someone else’s', () => {
  test('a checkout, its customer and its subscription belong to the one who started it', async () => {
    const [mine, other] = [await buildUser(app), await buildUser(app)];
    const own = await choose(mine, { priceLookupKey: 'pro_monthly' });
    const theirs = await choose(other, { priceLookupKey: 'pro_monthly' });
    expect(own.body.url).not.toBe(theirs.body.url);
    expect((await sessionOf(own.body.url)).customer).not.toBe((await sessionOf(theirs.body.url)).customer);
    await completeCheckout(app, own.body.url);
    for (const user of [mine, other])
      await call(app, 'POST', '/api/subscription/sync', { token: user.token });
    expect((await userOf(app, mine)).subscriptionStatus).toBe('active');
    expect((await userOf(app, other)).subscriptionStatus).toBe('inactive');
  });

  test('a customer made by hand at the provider is not used, even with the same address', async () => {
    const user = await buildUser(app);
    const foreign = await stripeOf(app).customers.create({ email: user.email });
    const { body } = await choose(user, { priceLookupKey: 'pro_monthly' });
    expect((await sessionOf(body.url)).customer).not.toBe(foreign.id);
  });
});
