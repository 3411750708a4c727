import { eq } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser, completeCheckout, connectX } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { stripeOf } from './billing.fixture.ts';
import { catalogueSync, prices, usedTrials } from './billing.tables.ts';
import { insertUsedTrials } from './billing.trials.store.ts';
import { billingSteps } from './kept-billing.fixture.ts';

const CHECKOUT = '/api/create-checkout-session';
const pro = { priceLookupKey: 'pro_monthly' };

test('docs/calls/billing-checkout.md says what the calls of plans and checkouts answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask, prepare, advance } = page;
  const { jobs } = billingSteps(page);
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const eve = await buildUser(app, { email: 'eve@example.com', verified: false });
  const { prices: made } = stripeOf(app);
  const price = { product: 'prod_pro', currency: 'eur', unit_amount: 9900 };
  await made.create({
    ...price,
    unit_amount: 99_000,
    lookup_key: 'pro_yearly',
    recurring: { interval: 'year', trial_period_days: 3 },
    metadata: { posts_per_day: '4', unknown: 'x' },
  });
  await made.create({
    ...price,
    lookup_key: 'pro_two_months',
    recurring: { interval: 'month', interval_count: 2 },
  });
  await made.create({
    ...price,
    lookup_key: 'pro_no_trial',
    recurring: { interval: 'month' },
    metadata: { free_trial: 'false' },
  });

  await ask('GET', '/api/products', { note: 'read from Stripe for the first time' });
  await ask('GET', '/api/products', { note: 'of the mirror' });
  await ask('POST', CHECKOUT, { as: ada, body: {} });
  await ask('POST', CHECKOUT, { as: eve, body: pro, note: 'with an address that is not verified' });
  await ask('POST', CHECKOUT, { as: ada, body: { priceId: 'price_gone' }, note: 'of no price' });
  const twoMonths = { priceLookupKey: 'pro_two_months' };
  await ask('POST', CHECKOUT, { as: ada, body: twoMonths, note: 'of a price that is not shown' });
  await ask('GET', '/api/subscription', { as: ada, note: 'of somebody who never had one' });
  await ask('GET', '/api/subscription/status', { as: ada, note: 'of somebody who never had one' });
  await ask('GET', '/api/subscription/payment-method', { as: ada, note: 'of somebody who never had one' });

  await ask('POST', CHECKOUT, { as: ada, body: pro });
  await ask('POST', CHECKOUT, { as: ada, body: pro, note: 'the same again' });
  advance(((23 * 60 + 44) * 60 + 59) * 1000);
  await ask('POST', CHECKOUT, { as: ada, body: pro, note: 'fifteen minutes and a second before its end' });
  advance(1000);
  await ask('POST', CHECKOUT, { as: ada, body: pro, note: 'fifteen minutes before its end' });
  const yearly = { priceLookupKey: 'pro_yearly' };
  await ask('POST', CHECKOUT, { as: ada, body: yearly, note: 'of another plan, with three days on trial' });
  await jobs();
  const none = { priceLookupKey: 'pro_no_trial' };
  await ask('POST', CHECKOUT, { as: ada, body: none, note: 'of a plan without a trial' });
  await ask('POST', `${CHECKOUT}-no-trial`, { as: ada, body: none, note: 'the same one' });
  const free = { priceId: 'price_free_monthly', priceLookupKey: 'pro_monthly' };
  await ask('POST', CHECKOUT, { as: ada, body: free, note: 'of the free plan' });
  const { url } = await ask<{ url: string }>('POST', CHECKOUT, { as: ada, body: pro, note: 'once more' });
  await prepare(() => completeCheckout(app, url));
  await ask('POST', CHECKOUT, { as: ada, body: pro, note: 'of somebody who has just paid in another tab' });
  await ask('GET', '/api/subscription', { as: ada, note: 'on trial' });
  await ask('GET', '/api/subscription/payment-method', { as: ada });
  await jobs();

  const { db, sealer } = app.platform;
  const cam = await prepare(() => buildUser(app, { email: 'ada+again@example.com' }));
  await ask('GET', '/api/subscription', { as: cam, note: 'at an address that had a trial' });
  await ask('POST', CHECKOUT, { as: cam, body: pro, note: 'at an address that had a trial' });
  await prepare(async () => {
    const { twitterUserId } = await connectX(app, bob, 'bob');
    await app.platform.jobs.drain();
    const used = {
      mark: sealer.mark(`x_user ${twitterUserId}`),
      kind: 'x_user' as const,
      usedAt: new Date(),
    };
    await insertUsedTrials(db, [{ ...used, ownerMark: sealer.mark(`user ${bob.id}`) }]);
  });
  await ask('GET', '/api/subscription', { as: bob, note: 'whose X account had their own trial' });
  await prepare(async () => {
    await db
      .update(usedTrials)
      .set({ ownerMark: sealer.mark('user 9') })
      .where(eq(usedTrials.kind, 'x_user'));
  });
  await ask('GET', '/api/subscription', { as: bob, note: "whose X account had somebody else's trial" });
  await ask('POST', CHECKOUT, { as: bob, body: pro, note: "whose X account had somebody else's trial" });

  await prepare(() => db.update(catalogueSync).set({ syncedAt: app.clock.now() }));
  await prepare(() => db.update(prices).set({ active: false }));
  advance(59_000);
  await ask('GET', '/api/products', { note: 'none of them active, as read less than a minute ago' });
  advance(1000);
  await ask('GET', '/api/products', { note: 'none of them active, as read a minute ago' });
  await page.expectKept('billing-checkout');
});
