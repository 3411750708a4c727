import type { Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser, call, PASSWORD, sandboxControl, subscribe } from '../../../../test/factories.ts';
import type { Cancellation, PaymentSubscription } from '../../../providers/stripe/stripe.ts';
import { openSession } from '../../auth/sign-in/open-session.ts';
import { actorOf, advance, depsOf, stripeOf, subjectsTo } from '../billing.fixture.ts';
import {
  updateCheckoutToClosing,
  updateCustomerFailures,
  updateCustomerOnce,
  updateEndFailed,
  upsertSubscription,
} from '../billing.store.ts';
import { checkouts } from '../billing.tables.ts';
import { syncCatalogue } from '../catalogue/sync-catalogue.ts';
import { cancelSubscription } from '../checkout/cancel-subscription.ts';
import { reactivateSubscription } from '../checkout/reactivate-subscription.ts';
import { startCheckout } from '../checkout/start-checkout.ts';
import { setTrial } from '../trials/set-trial.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import { accountWith, auditOf, buildRow, over, recording, rowOf, subscriptionOf } from './steps.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  await syncCatalogue(depsOf(app));
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(new Date()));

const standardOf = (id: string, more: Partial<PaymentSubscription> = {}) =>
  subscriptionOf(app, id, { priceId: 'price_standard_monthly', productId: 'prod_standard', ...more });
const pro = { priceLookupKey: 'pro_monthly' };
const sessionOf = (url: string) => stripeOf(app).checkout.sessions.retrieve(url.split('/').at(-1) ?? '');

test.each([
  [15 * 60_000, false],
  [15 * 60_000 + 1_000, true],
])('a checkout that lasts %i ms more is offered again: %s', async (left, again) => {
  const user = await buildUser(app);
  const choose = () => startCheckout(depsOf(app), actorOf(user), { ...pro, trial: 'if due' });
  const first = await choose();
  const expiresAt = new Date(app.clock.now().getTime() + left);
  await app.platform.db.update(checkouts).set({ expiresAt }).where(eq(checkouts.userId, user.id));
  expect((await choose()).url === first.url).toBe(again);
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
  const attempt = startCheckout({ ...deps, payments: { ...payments, createCheckout } }, actorOf(user), {
    ...pro,
    trial: 'if due',
  });
  await expect(attempt).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: 'You chose another plan in the meantime. Please choose again.',
  });
  expect((await sessionOf(made)).status).toBe('expired');
});

describe('a checkout', () => {
  test.each([
    ['of a paid plan, with its trial', 'price_standard_monthly', 'if due', 7, true],
    ['of a paid plan, without one', 'price_pro_monthly', 'none', 0, true],
    ['of what costs nothing', 'price_free_monthly', 'if due', 0, false],
  ] as const)(
    '%s is asked for with all that it needs, and kept',
    async (_, priceId, trial, trialDays, needsCard) => {
      const user = await buildUser(app);
      const { customerReference: reference } = await upsertSubscription(app.platform.db, user.id);
      const asked: unknown[] = [];
      const session = {
        id: `cs_${user.id}`,
        url: 'https://checkout.example',
        expiresAt: new Date('2036-01-01'),
      };
      const deps = over(app, {
        findCustomer: async (person) => void asked.push(person),
        customer: async () => accountWith(),
        async createCustomer(person) {
          asked.push(person);
          return `cus_${user.id}`;
        },
        async createCheckout(checkout) {
          asked.push(checkout);
          return session;
        },
      });
      for (let turn = 0; turn < 2; turn += 1)
        expect(await startCheckout(deps, actorOf(user), { priceId, trial })).toEqual({ url: session.url });
      const rows = await app.platform.db.select().from(checkouts).where(eq(checkouts.userId, user.id));
      expect(rows).toEqual([
        {
          id: expect.any(Number),
          userId: user.id,
          idempotencyKey: expect.any(String),
          priceId,
          trialDays,
          state: 'open',
          sessionId: session.id,
          url: session.url,
          expiresAt: session.expiresAt,
          createdAt: app.clock.now(),
        },
      ]);
      const person = { email: user.email, reference };
      expect(asked).toEqual([
        person,
        { ...person, userId: user.id, idempotencyKey: `customer-${reference}-0` },
        {
          userId: user.id,
          customerId: `cus_${user.id}`,
          priceId,
          trialDays,
          needsCard,
          successUrl: 'http://localhost:3000/dashboard?subscription=success',
          cancelUrl: 'http://localhost:3000/products?subscription=cancelled',
          idempotencyKey: `checkout-${rows[0]?.idempotencyKey}`,
        },
      ]);
    },
  );

  test('whose session is not made yet lasts a day, and makes way for another plan', async () => {
    const user = await buildUser(app);
    const { deps, enqueued } = recording(app, {
      findCustomer: async () => `cus_${user.id}`,
      customer: async () => accountWith(),
      createCheckout: () => new Promise(() => undefined),
    });
    void startCheckout(deps, actorOf(user), { priceId: 'price_standard_monthly', trial: 'none' });
    const rows = () =>
      app.platform.db.select().from(checkouts).where(eq(checkouts.userId, user.id)).orderBy(checkouts.id);
    await expect.poll(() => rows()).toHaveLength(1);
    const [{ id, expiresAt, createdAt } = { id: 0, expiresAt: null, createdAt: null }] = await rows();
    expect(createdAt).toEqual(app.clock.now());
    expect(expiresAt).toEqual(new Date(app.clock.now().getTime() + 86_400_000));
    void startCheckout(deps, actorOf(user), { priceId: 'price_pro_monthly', trial: 'none' });
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['closing', 'open']);
    expect(enqueued).toEqual([['billing.expire-checkout', { checkoutId: id }, { key: String(id) }]]);
  });

  test('that brings an ended plan back has no trial, although staff allow one', async () => {
    const { user } = await buildRow(app, {
      state: 'canceled',
      priceId: 'price_standard_monthly',
      trialAllowedAt: app.clock.now(),
    });
    const asked: unknown[] = [];
    const session = {
      id: `cs_${user.id}`,
      url: 'https://checkout.example',
      expiresAt: new Date('2036-01-01'),
    };
    const deps = over(app, {
      customer: async () => accountWith(),
      async createCheckout({ priceId, trialDays }) {
        asked.push([priceId, trialDays]);
        return session;
      },
    });
    expect(await reactivateSubscription(deps, actorOf(user))).toEqual({
      message: 'Finish the checkout to reactivate your plan.',
      url: session.url,
    });
    expect(asked).toEqual([['price_standard_monthly', 0]]);
  });

  test('and a trial are for whoever has verified the address', async () => {
    const user = await buildUser(app);
    const unverified = { ...actorOf(user), emailVerifiedAt: null, roles: ['tester' as const] };
    const choice = { priceId: 'price_standard_monthly', trial: 'none' as const };
    await expect(startCheckout(over(app, {}), unverified, choice)).rejects.toMatchObject({
      code: 'EMAIL_NOT_VERIFIED',
      message: 'Please verify your email to choose a plan.',
    });
    await expect(setTrial(over(app, {}), unverified, 7)).rejects.toMatchObject({
      code: 'EMAIL_NOT_VERIFIED',
      message: 'Please verify your email to set a trial.',
    });
    expect(await rowOf(app, user.id)).toBeUndefined();
  });
});

test('a trial is set of the cheapest plan that is paid, or moves the plan that runs', async () => {
  const running = await buildRow(app);
  const newcomer = await buildUser(app);
  const asked: unknown[] = [];
  const deps = over(app, {
    findCustomer: async () => `cus_${newcomer.id}`,
    customer: async (id) => accountWith(standardOf(id.replace('cus', 'sub'))),
    setTrialEnd: async (trial) => void asked.push(trial),
  });
  for (const { user } of [{ user: newcomer }, running])
    await setTrial(deps, { ...actorOf(user), roles: ['tester'] }, 3);
  const trialEnd = new Date(app.clock.now().getTime() + 3 * 86_400_000);
  expect(asked).toEqual([
    { trialEnd, customerId: `cus_${newcomer.id}`, priceId: 'price_standard_monthly' },
    { trialEnd, subscriptionId: running.subscriptionId },
  ]);
  expect(await rowOf(app, newcomer.id)).toMatchObject({
    state: 'active',
    subscriptionId: `sub_${newcomer.id}`,
  });
});

test('the same cancellation is asked for under one key, another reason or other words under another', async () => {
  const cancel = async (request: Parameters<typeof cancelSubscription>[2]) => {
    const { user, subscriptionId } = await buildRow(app, { endChanges: 3 });
    const asked: Cancellation[] = [];
    // It is another day where the person lives.
    const ends = standardOf(subscriptionId, { cancelAt: new Date('2035-12-31T20:00:00Z') });
    const deps = over(app, {
      customer: async () => accountWith(asked.length > 0 ? ends : standardOf(subscriptionId)),
      cancelAtPeriodEnd: async (cancellation) => void asked.push(cancellation),
    });
    const actor = { ...actorOf(user), timeZone: 'Asia/Kolkata' };
    expect(await cancelSubscription(deps, actor, request)).toEqual({
      message: 'Your plan ends on 1 January 2036. Posts scheduled before then still go out.',
    });
    expect(asked).toEqual([
      { feedback: undefined, ...request, subscriptionId, idempotencyKey: expect.any(String) },
    ]);
    const details = { reason: request.reason };
    expect(await auditOf(app, user.id)).toEqual([
      { action: 'billing.subscription_canceled', type: 'subscription', target: subscriptionId, details },
    ]);
    return asked[0]?.idempotencyKey.replace(subscriptionId, 'sub');
  };
  const [one, same, reason, words] = [
    await cancel({ reason: 'other' }),
    await cancel({ reason: 'other' }),
    await cancel({ reason: 'too_expensive' }),
    await cancel({ reason: 'other', feedback: 'Until May.' }),
  ];
  expect(one).toMatch(/^cancel-sub-3-[\w-]{43}$/);
  expect(same).toBe(one);
  expect(new Set([one, reason, words]).size).toBe(3);
});

test('a failure that several callers shared counts once, and the first customer of a person stays', async () => {
  const { db } = app.platform;
  const { user } = await buildRow(app, { customerId: null, customerFailures: 4, endChanges: 6 });
  const other = await buildRow(app, { customerId: null, customerFailures: 4, endChanges: 6 });
  const seen = await upsertSubscription(db, user.id);
  for (let turn = 0; turn < 2; turn += 1) {
    await updateCustomerFailures(db, seen);
    await updateEndFailed(db, seen);
  }
  expect(await rowOf(app, user.id)).toEqual({ ...seen, customerFailures: 5, endChanges: 7 });
  for (const made of ['cus_made', 'cus_late'])
    expect(await updateCustomerOnce(db, user.id, made)).toBe('cus_made');
  expect(await rowOf(app, user.id)).toMatchObject({ customerId: 'cus_made' });
  expect(await rowOf(app, other.user.id)).toMatchObject({
    customerId: null,
    customerFailures: 4,
    endChanges: 6,
  });
});

test('who leaves with an open checkout leaves none that can be paid', async () => {
  const user = await buildUser(app);
  const { url } = await startCheckout(depsOf(app), actorOf(user), { ...pro, trial: 'if due' });
  await call(app, 'DELETE', '/api/user', { token: user.token, body: { password: PASSWORD } });
  await app.platform.jobs.drain();
  expect((await sessionOf(url)).status).toBe('expired');
});

test('BILL-02 a plan that has ended by the clock cannot be canceled, although the provider has not said so', async () => {
  const user = await buildUser(app);
  const { subscription } = await subscribe(app, user, { trial: false });
  await stripeOf(app).subscriptions.update(subscription, { cancel_at_period_end: true });
  await refreshSubscription(depsOf(app), user.id);
  app.clock.set(new Date(Date.now() + 40 * 86_400_000));
  const { token } = await openSession(app.platform.db, user.id, app.clock.now());
  const body = { reason: 'other' };
  expect(await call(app, 'POST', '/api/subscription/cancel', { token, body })).toMatchObject({
    status: 409,
    body: { code: 'NO_SUBSCRIPTION' },
  });
});

test('a charge that failed gets no receipt', async () => {
  const user = await buildUser(app);
  const { customer } = await subscribe(app, user, { plan: 'standard' });
  await sandboxControl(app, '/sandbox/stripe/card', { customer, outcome: 'fails' });
  await advance(app, customer, 8);
  await refreshSubscription(depsOf(app), user.id);
  const charges = (await stripeOf(app).charges.list({ customer })).data;
  expect(charges.map((charge) => charge.status)).toEqual(['failed']);
  const subjects = await subjectsTo(app, user.email);
  expect(subjects).toContain('Your payment for Standard failed');
  expect(subjects.filter((one) => one.startsWith('Receipt'))).toEqual([]);
});

test('BILL-05 once the grace is over, no day is named until which posts go out', async () => {
  const user = await buildUser(app);
  const { customer } = await subscribe(app, user, { plan: 'standard' });
  await sandboxControl(app, '/sandbox/stripe/card', { customer, outcome: 'fails' });
  await advance(app, customer, 8);
  await refreshSubscription(depsOf(app), user.id);
  const pastDue = async () => {
    const { token } = await openSession(app.platform.db, user.id, app.clock.now());
    return (await call<Subscription>(app, 'GET', '/api/subscription', { token })).body.pastDue;
  };
  const until = Date.parse((await pastDue())?.publishesUntil ?? '');
  app.clock.set(new Date(until - 1));
  expect(await pastDue()).toMatchObject({ publishesUntil: new Date(until).toISOString() });
  app.clock.set(new Date(until));
  expect(await pastDue()).toEqual({ reason: 'payment_failed', publishesUntil: null });
});

test('canceling and resuming are in the audit log, with the reason', async () => {
  const user = await buildUser(app);
  const { subscription } = await subscribe(app, user);
  const { token } = user;
  await call(app, 'POST', '/api/subscription/cancel', { token, body: { reason: 'too_expensive' } });
  await call(app, 'POST', '/api/subscription/reactivate', { token });
  expect(await auditOf(app, user.id)).toEqual([
    {
      action: 'billing.subscription_canceled',
      type: 'subscription',
      target: subscription,
      details: { reason: 'too_expensive' },
    },
    { action: 'billing.subscription_resumed', type: 'subscription', target: subscription, details: {} },
  ]);
});

test('the portal opens at another price, and at its front page for one’s own', async () => {
  const user = await buildUser(app);
  await subscribe(app, user, { plan: 'pro' });
  const pageFor = async (priceId: string) => {
    const answer = await call<{ url: string }>(app, 'POST', '/api/create-portal-session', {
      token: user.token,
      body: { priceId },
    });
    return (await fetch(answer.body.url)).text();
  };
  expect(await pageFor('price_pro_monthly')).toContain('Current plan');
  expect(await pageFor('price_pro_plus_monthly')).not.toContain('Current plan');
});
