import { test } from 'vitest';
import { buildUser, call, comeBack, subscribe } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { buildView } from '../auth/views.fixture.ts';
import { stripeOf } from './billing.fixture.ts';
import { billingSteps } from './kept-billing.fixture.ts';

test('docs/calls/billing-portal.md says what the calls of portal, invoices and set trials answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask, prepare } = page;
  const { jobs, days } = billingSteps(page);
  const stripe = stripeOf(app);
  const ada = await buildUser(app, { email: 'ada@example.com' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const dan = await buildUser(app, { email: 'dan@example.com' });
  const bobs = await subscribe(app, bob, { plan: 'standard', trial: false });
  const { customer, subscription } = await subscribe(app, ada, { trial: false });
  await app.platform.jobs.drain();

  await ask('POST', '/api/create-portal-session', { as: dan, note: 'of somebody without a customer' });
  await ask('POST', '/api/create-portal-session', { as: ada, body: {} });
  const wishes: [object, string][] = [
    [{ update: 'card' }, 'for the card'],
    [{ priceId: 'price_pro_plus_monthly' }, 'for another plan'],
    [{ priceId: 'price_pro_monthly' }, 'for the plan that it is'],
    [{ priceId: 'price_gone' }, 'for a plan that there is not'],
    [{ update: 'card', priceId: 'price_pro_plus_monthly' }, 'for the card and another plan'],
  ];
  for (const [body, note] of wishes) await ask('POST', '/api/create-portal-session', { as: ada, body, note });

  await prepare(async () => {
    for (let more = 0; more < 10; more += 1) await days(31, customer, bobs.customer);
    for (const user of [ada, bob, dan]) await comeBack(app, user);
    for (const { token } of [ada, bob]) await call(app, 'POST', '/api/subscription/sync', { token });
    await app.platform.jobs.drain();
  });
  await ask('GET', '/api/billing/history', { as: dan, note: 'of somebody without a customer' });
  const { invoices } = await ask<{ invoices: { id: string }[] }>('GET', '/api/billing/history', { as: bob });
  const last = invoices.at(-1)?.id ?? '';
  await ask('GET', `/api/billing/history?after=${last}`, { as: bob, note: 'the next page' });
  await ask('GET', `/api/billing/history?after=${last}`, { as: ada, note: "after somebody else's" });
  await ask('GET', '/api/billing/history?after=in_gone', { as: bob, note: 'after none' });
  const support = await prepare(() => buildUser(app, { email: 'sue@example.com', roles: ['support'] }));
  const view = await prepare(() => buildView(app, support, ada));
  await ask('GET', '/api/billing/history', { as: view, note: 'by staff who view the customer' });
  await ask('GET', `/api/billing/invoice/${last}`, { as: bob });
  await ask('GET', `/api/billing/invoice/${last}`, { as: ada, note: 'of somebody else' });
  await ask('GET', `/api/billing/invoice/${last}`, { as: dan, note: 'of somebody without a customer' });
  await ask('GET', '/api/billing/invoice/in_gone', { as: bob, note: 'that there is not' });

  await prepare(async () => {
    await stripe.subscriptions.cancel(subscription);
    await call(app, 'POST', '/api/subscription/sync', { token: ada.token });
    await app.platform.jobs.drain();
  });
  await ask('POST', '/api/create-portal-session', {
    as: ada,
    body: wishes[1]?.[0] ?? {},
    note: 'after the end',
  });
  await prepare(() => stripe.customers.del(customer));
  await ask('POST', '/api/create-portal-session', {
    as: ada,
    note: 'of a customer who was deleted at Stripe',
  });
  await jobs();
  const tess = await prepare(() => buildUser(app, { email: 'tess@example.com', roles: ['tester'] }));
  const eve = await prepare(() =>
    buildUser(app, { email: 'eve@example.com', roles: ['tester'], verified: false }),
  );
  await ask('POST', '/api/test/set-trial', {
    as: eve,
    body: {},
    note: 'with an address that is not verified',
  });
  await ask('POST', '/api/test/set-trial', { as: dan, body: {}, note: 'of no tester' });
  await ask('POST', '/api/test/set-trial', { as: tess, note: 'without a subscription' });
  await ask('POST', '/api/test/set-trial', { as: tess, body: { days: 30 }, note: 'on trial' });
  await ask('POST', '/api/test/set-trial', { as: tess, body: { days: 61 }, note: 'of too many days' });
  await page.expectKept('billing-portal');
});
