import { eq } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser, subscribe } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { queues } from '../../platform/queues.ts';
import { stripeOf } from './billing.fixture.ts';
import { upsertSubscription } from './billing.store.ts';
import { catalogueSync, formerBillingIds, subscriptions } from './billing.tables.ts';
import { billingSteps } from './kept-billing.fixture.ts';

const KEY = '0d5b4a6e-3f0c-4a8e-9d55-6c1a2b3c4d5e';
const STRIPE = '/api/admin/stripe';

test("docs/calls/billing-catalogue.md says what staff's calls of plans answer and do", async () => {
  const page = await openKeptPage();
  const { app, ask, prepare } = page;
  const { jobs } = billingSteps(page);
  const stripe = stripeOf(app);
  const amy = await buildUser(app, { email: 'amy@example.com', roles: ['admin'] });
  const ops = await buildUser(app, { email: 'ops@example.com', roles: ['ops'] });
  const reason = 'Many asked';

  await ask('GET', `${STRIPE}/catalog`, { as: ops, note: 'before it was ever read' });
  await prepare(() => stripe.products.update('prod_free', { active: false }));
  await ask('POST', `${STRIPE}/sync`, { as: ops, body: { reason } });
  await ask('GET', `${STRIPE}/catalog`, { as: ops });
  await ask('POST', `${STRIPE}/sync`, { as: ops, note: 'without a reason' });

  const team = { name: ' Team ', description: ' For teams ', idempotency_key: KEY, reason };
  const { product } = await ask<{ product: { id: string } }>('POST', `${STRIPE}/products`, {
    as: amy,
    body: team,
  });
  await ask('POST', `${STRIPE}/products`, {
    as: amy,
    body: { ...team, name: 'T' },
    note: 'another with its key',
  });
  await ask('POST', `${STRIPE}/products`, { as: amy, body: { name: 'Bare', description: null } });
  await ask('POST', `${STRIPE}/products`, { as: ops, body: team, note: 'by staff who may not' });
  await ask('PUT', `${STRIPE}/products/prod_gone`, {
    as: amy,
    body: { active: true },
    note: 'that there is not',
  });
  await ask('PUT', `${STRIPE}/products/${product.id}`, { as: amy, body: { active: false, reason } });
  await ask('PUT', `${STRIPE}/products/${product.id}`, {
    as: amy,
    body: { active: true, reason },
    note: 'back',
  });

  const terms = { product_id: product.id, unit_amount: 1900, interval: 'week' };
  const all = { currency: 'eur', interval_count: 2, tax_behavior: 'inclusive', trial_period_days: 5, reason };
  const made = await ask<{ price: { id: string } }>('POST', `${STRIPE}/prices`, {
    as: amy,
    body: { ...terms, ...all, idempotency_key: KEY.replace('0d', '0e') },
    note: 'with all that it can have',
  });
  await ask('POST', `${STRIPE}/prices`, {
    as: amy,
    body: { ...terms, unit_amount: 1800 },
    note: 'with the least',
  });
  const long = { ...terms, interval_count: 157 };
  await ask('POST', `${STRIPE}/prices`, { as: amy, body: long, note: 'of more than three years' });
  const nowhere = { ...terms, product_id: 'prod_gone' };
  await ask('POST', `${STRIPE}/prices`, { as: amy, body: nowhere, note: 'of a product that there is not' });
  const odd = { ...terms, currency: 'zzz' };
  await ask('POST', `${STRIPE}/prices`, { as: amy, body: odd, note: 'in a currency that there is not' });
  await prepare(() => stripe.products.update(product.id, { default_price: made.price.id }));
  const off = { active: false, reason };
  await ask('PUT', `${STRIPE}/prices/${made.price.id}`, {
    as: amy,
    body: off,
    note: "its product's default",
  });
  await ask('PUT', `${STRIPE}/prices/price_pro_monthly`, {
    as: amy,
    body: off,
    note: 'the only one of its product',
  });
  await ask('PUT', `${STRIPE}/prices/price_pro_monthly`, {
    as: amy,
    body: { active: true },
    note: 'on again',
  });
  await ask('PUT', `${STRIPE}/prices/price_gone`, { as: amy, body: off, note: 'that there is not' });
  const { id: once } = await prepare(() =>
    stripe.prices.create({ product: product.id, unit_amount: 5, currency: 'usd' }),
  );
  await ask('PUT', `${STRIPE}/prices/${once}`, { as: amy, body: off, note: 'that is paid once' });

  const refresh = (syncedAt: string | null) =>
    prepare(async () => {
      await app.platform.db
        .update(catalogueSync)
        .set({ syncedAt: syncedAt === null ? null : new Date(syncedAt) });
      await app.platform.jobs.enqueue(app.platform.db, queues.refreshCatalogue, {});
    });
  await refresh('2020-11-19T10:00:01Z');
  await jobs('The catalogue was read a second less than a day ago');
  await refresh('2020-11-19T10:00:00Z');
  await jobs('The catalogue was read a day ago');
  await refresh(null);
  await jobs('The catalogue was never read');
  await page.expectKept('billing-catalogue');
});

test("docs/calls/billing-staff.md says what staff's calls of a customer's billing answer and do", async () => {
  const page = await openKeptPage();
  const { app, ask, prepare, advance } = page;
  const { jobs } = billingSteps(page);
  const { db } = app.platform;
  const stripe = stripeOf(app);
  const sue = await buildUser(app, { email: 'sue@example.com', roles: ['support'] });
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const dan = await buildUser(app, { email: 'dan@example.com' });
  const adas = await subscribe(app, ada, { trial: false });
  const bobs = await subscribe(app, bob, { plan: 'standard' });
  await app.platform.jobs.drain();
  const of = (user: typeof ada, rest = '') => `/api/admin/users/${user.id}/${rest}`;
  const reason = 'They asked';

  await ask('GET', '/api/admin/users/4000000/billing', { as: sue, note: 'of nobody' });
  await ask('GET', of(dan, 'billing'), { as: sue, note: 'of somebody without any' });
  await ask('GET', of(ada, 'billing'), { as: sue });
  const { history } = await ask<{ history: { invoices: { id: string }[] } }>(
    'GET',
    of(ada, 'billing?sensitive=true'),
    { as: sue },
  );
  await ask('GET', of(ada, `billing?after=${history.invoices[0]?.id}`), { as: sue, note: 'the next page' });
  await ask('GET', of(ada, 'billing?after=in_gone'), { as: sue, note: 'after none' });
  await ask('GET', of(bob, 'billing?sensitive=true'), { as: sue, note: 'on trial' });

  await ask('POST', '/api/admin/users/4000000/open-portal', { as: sue, note: 'of nobody' });
  await ask('POST', of(dan, 'open-portal'), { as: sue, note: 'of somebody without a customer' });
  await ask('POST', of(ada, 'open-portal'), { as: sue, body: { reason } });

  await ask('POST', '/api/admin/users/4000000/allow-trial', { as: sue, note: 'of nobody' });
  await ask('POST', of(ada, 'allow-trial'), { as: sue, note: 'of somebody with a subscription' });
  await ask('POST', of(dan, 'allow-trial'), { as: sue, body: { reason } });
  await prepare(async () => {
    const row = {
      trialStart: new Date('2020-11-01T10:00:00Z'),
      hasEverSubscribed: true,
      trialRefused: 'card' as const,
    };
    await db.update(subscriptions).set(row).where(eq(subscriptions.userId, dan.id));
  });
  advance(1500);
  await ask('POST', of(dan, 'allow-trial'), {
    as: sue,
    note: 'a second time, after a trial that was refused',
  });
  await ask('GET', '/api/subscription', { as: dan, note: 'of somebody whom staff allowed another trial' });
  await prepare(async () => {
    const row = { trialStart: new Date('2020-11-20T10:00:01Z') };
    await db.update(subscriptions).set(row).where(eq(subscriptions.userId, dan.id));
  });
  await ask('GET', '/api/subscription', { as: dan, note: 'whose allowed trial has begun' });

  const restore = 'billing/restore-previous';
  await ask('POST', `/api/admin/users/4000000/${restore}`, { as: sue, note: 'of nobody' });
  await ask('POST', of(dan, restore), { as: sue, note: 'without earlier ids' });
  const replace = (
    user: typeof ada,
    ids: { customerId: string | null; subscriptionId: string | null },
    more = {},
  ) =>
    prepare(() =>
      db
        .update(subscriptions)
        .set({ ...ids, ...more })
        .where(eq(subscriptions.userId, user.id)),
    );
  await replace(ada, { customerId: 'cus_new', subscriptionId: 'sub_new' }, { state: 'canceled' });
  await prepare(() => db.update(formerBillingIds).set({ replacedAt: new Date('2020-11-19T00:00:00Z') }));
  await ask('GET', of(ada, 'billing'), {
    as: sue,
    note: 'whose ids were replaced, by those that Stripe has not',
  });
  await ask('POST', of(ada, restore), { as: sue, body: { reason } });
  await ask('POST', of(ada, restore), { as: sue, note: 'back, to what Stripe has not, while it runs' });
  await ask('POST', of(ada, restore), { as: sue, body: { force: true }, note: 'the same by force' });
  await replace(bob, { customerId: bobs.customer, subscriptionId: 'sub_bob' }, { state: 'canceled' });
  await prepare(() =>
    db
      .insert(formerBillingIds)
      .values({ userId: bob.id, customerId: bobs.customer, subscriptionId: 'sub_old' }),
  );
  await ask('POST', of(bob, restore), { as: sue, note: 'to a subscription that Stripe has not' });
  await prepare(async () => {
    await upsertSubscription(db, dan.id);
    await db
      .insert(formerBillingIds)
      .values({ userId: dan.id, customerId: adas.customer, subscriptionId: null });
    await db.update(subscriptions).set({ customerId: adas.customer }).where(eq(subscriptions.userId, bob.id));
  });
  await ask('POST', of(dan, restore), { as: sue, note: "to a customer who is now somebody else's" });
  await prepare(() => stripe.customers.del(bobs.customer));
  await replace(ada, { customerId: bobs.customer, subscriptionId: bobs.subscription });
  await replace(ada, { customerId: 'cus_last', subscriptionId: null });
  await ask('POST', of(ada, restore), { as: sue, note: 'to a customer who was deleted at Stripe' });
  await jobs();
  await page.expectKept('billing-staff');
});
