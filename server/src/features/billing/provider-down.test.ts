import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, subscribe } from '../../../test/factories.ts';
import { createStripeGateway } from '../../providers/stripe/stripe-gateway.ts';
import { actorOf, depsOf, subjectsTo, userOf } from './billing.fixture.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { listInvoices, readInvoicePdf } from './list-invoices.ts';
import { openPortal } from './open-portal.ts';
import { reactivateSubscription } from './reactivate-subscription.ts';
import { startCheckout } from './start-checkout.ts';

let app: TestApp;
let user: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  user = await buildUser(app);
  await subscribe(app, user, { plan: 'pro' });
});
afterAll(() => app.close());

/** Billing whose provider is at an address where nobody listens. */
const down = () =>
  depsOf(app, { payments: createStripeGateway({ ...app.config.stripe, apiUrl: 'http://127.0.0.1:9' }) });

test.each([
  ['cancel', () => cancelSubscription(down(), actorOf(user), { reason: 'other' })],
  ['reactivate', () => reactivateSubscription(down(), actorOf(user))],
  ['the portal', () => openPortal(down(), actorOf(user), {})],
  [
    'a checkout',
    () => startCheckout(down(), actorOf(user), { priceLookupKey: 'pro_monthly', trial: 'none' }),
  ],
  ['the history', () => listInvoices(down(), actorOf(user), undefined)],
  ['an invoice', () => readInvoicePdf(down(), actorOf(user), 'in_1')],
])('while the provider is down, %s says so in plain words, and nothing is lost', async (_, attempt) => {
  const before = [await userOf(app, user), await subjectsTo(app, user.email)];
  await expect(attempt()).rejects.toMatchObject({
    code: 'PROVIDER_FAILED',
    message: 'The payment provider did not answer as expected. Please try again.',
  });
  expect([await userOf(app, user), await subjectsTo(app, user.email)]).toEqual(before);
});

test('what we know already is shown without the provider', async () => {
  const { body } = await call(app, 'GET', '/api/subscription', { token: user.token });
  expect(body).toMatchObject({ status: 'active', plan: { name: 'Pro' } });
});
