import { eq } from 'drizzle-orm';
import { test } from 'vitest';
import {
  buildUser,
  comeBack,
  completeCheckout,
  connectX,
  sandboxControl,
  subscribe,
} from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { stripeOf } from './billing.fixture.ts';
import { movements, prices } from './billing.tables.ts';
import { billingSteps } from './kept-billing.fixture.ts';

const SUBSCRIPTION = '/api/subscription';

test('docs/calls/billing.md says what the calls of a subscription answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask, prepare } = page;
  const { jobs, days } = billingSteps(page);
  const stripe = stripeOf(app);
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const dan = await buildUser(app, { email: 'dan@example.com' });
  const bobs = await subscribe(app, bob, { plan: 'standard', trial: false });
  const { customer } = await subscribe(app, ada);
  await connectX(app, ada, 'ada');
  await connectX(app, ada, 'brew');
  await jobs('The jobs that wait before the page begins');

  await ask('POST', `${SUBSCRIPTION}/cancel`, { as: ada, body: { reason: 'boredom' } });
  const why = { reason: 'temporary_pause', feedback: '  Back in May. ' };
  await ask('POST', `${SUBSCRIPTION}/cancel`, { as: dan, body: why, note: 'of somebody without one' });
  await ask('POST', `${SUBSCRIPTION}/cancel`, { as: ada, body: why, note: 'on trial' });
  await ask('POST', `${SUBSCRIPTION}/cancel`, { as: ada, body: why, note: 'a second time' });
  await ask('GET', SUBSCRIPTION, { as: ada, note: 'that is ending' });
  await ask('GET', `${SUBSCRIPTION}/status`, { as: ada, note: 'of one that is ending' });
  await jobs();
  await ask('POST', `${SUBSCRIPTION}/reactivate`, { as: dan, note: 'of somebody without one' });
  await ask('POST', `${SUBSCRIPTION}/reactivate`, { as: ada, note: 'of one that is ending' });
  await ask('POST', `${SUBSCRIPTION}/reactivate`, { as: ada, note: 'of one that is not ending' });
  await jobs();

  await prepare(() => days(7, customer));
  await ask('POST', `${SUBSCRIPTION}/sync`, { as: await again(ada), note: 'after the first payment' });
  await jobs();
  await prepare(async () => {
    const at = (day: string) => new Date(`2020-${day}T10:00:00Z`);
    const own = { userId: ada.id, amount: 1500, currency: 'usd' };
    await app.platform.db.insert(movements).values([
      { ...own, id: 'dp_1', kind: 'disputed', at: at('11-21'), amount: 300 },
      { ...own, id: 're_2', kind: 'refunded', at: at('11-21'), amount: 200 },
      { ...own, id: 'dp_3', kind: 'dispute_won', at: at('11-19'), amount: 301 },
      { ...own, id: 'dp_4', kind: 'dispute_lost', at: at('11-18'), amount: 302, currency: 'eur' },
      { ...own, id: 'ch_5', kind: 'charged', at: at('11-20') },
      { ...own, id: 're_6', kind: 'refunded', at: new Date('2020-08-29T10:00:00Z'), amount: 201 },
      { ...own, id: 're_7', kind: 'refunded', at: new Date('2020-08-29T09:59:59Z'), amount: 202 },
      { ...own, id: 're_8', kind: 'refunded', at: at('11-20'), userId: bob.id, amount: 203 },
    ]);
  });
  await ask('GET', SUBSCRIPTION, { as: ada, note: 'with refunds and disputes of ninety days' });
  const other = { reason: 'too_expensive' };
  await ask('POST', `${SUBSCRIPTION}/cancel`, { as: ada, body: other, note: 'without further words' });
  await jobs();

  await prepare(async () => {
    await days(31, customer, bobs.customer);
    await again(ada);
    await again(bob);
  });
  await ask('GET', SUBSCRIPTION, { as: ada, note: 'whose end has passed unheard' });
  await ask('POST', `${SUBSCRIPTION}/cancel`, { as: ada, body: why, note: 'after the end' });
  await ask('GET', SUBSCRIPTION, { as: ada, note: 'that has ended' });
  const { url } = await ask<{ url: string }>('POST', `${SUBSCRIPTION}/reactivate`, {
    as: ada,
    note: 'of one that has ended',
  });
  await jobs();
  await prepare(() => completeCheckout(app, url));
  await ask('POST', `${SUBSCRIPTION}/sync`, { as: ada, note: 'back on the plan' });

  await prepare(async () => {
    await stripe.subscriptions.cancel((await stripe.subscriptions.list({ customer })).data[0]?.id ?? '');
    await app.platform.db.update(prices).set({ active: false }).where(eq(prices.id, 'price_pro_monthly'));
  });
  await ask('POST', `${SUBSCRIPTION}/reactivate`, { as: ada, note: 'to a plan that is no longer sold' });
  await ask('GET', SUBSCRIPTION, { as: ada, note: 'of a plan that is no longer sold' });
  await prepare(() =>
    sandboxControl(app, '/sandbox/stripe/collection', { customer: bobs.customer, paused: true }),
  );
  await ask('POST', `${SUBSCRIPTION}/sync`, { as: bob, note: 'while its payments are paused' });
  await ask('GET', SUBSCRIPTION, { as: bob, note: 'while its payments are paused' });
  await jobs();

  await page.expectKept('billing');

  async function again(user: typeof ada) {
    await comeBack(app, user);
    return user;
  }
});
