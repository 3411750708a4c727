import type { Subscription } from '@drumbeat/contract/billing.entities.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call, PASSWORD, sandboxControl, subscribe } from '../../../test/factories.ts';
import { openSession } from '../auth/open-session.ts';
import { actorOf, advance, depsOf, stripeOf, subjectsTo } from './billing.fixture.ts';
import { updateCheckoutToClosing } from './billing.store.ts';
import { checkouts } from './billing.tables.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import { startCheckout } from './start-checkout.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(new Date()));

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
  const { rows } = await app.platform.db.execute(
    sql`select action, target_id, details from audit_log where actor_user_id = ${user.id} order by id`,
  );
  expect(rows).toMatchObject([
    {
      action: 'billing.subscription_canceled',
      target_id: subscription,
      details: { reason: 'too_expensive' },
    },
    { action: 'billing.subscription_resumed', target_id: subscription },
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
