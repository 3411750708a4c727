import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser, call, subscribe } from '../../../../test/factories.ts';
import { queues } from '../../../platform/queues.ts';
import { actorOf, depsOf, subjectsTo, userOf } from '../billing.fixture.ts';
import { selectMovements } from '../billing.movements.store.ts';
import {
  exportBilling,
  findOwnerOfStripeId,
  findProviderIds,
  findTiers,
  listProviderEvents,
  sumRevenue,
} from '../billing.queries.ts';
import { updateSubscription, upsertSubscription } from '../billing.store.ts';
import {
  movements,
  prices,
  products,
  reconciliations,
  usedTrials,
  webhookEvents,
} from '../billing.tables.ts';
import type { Movement } from '../billing.types.ts';
import { listCatalogue } from '../catalogue/list-catalogue.ts';
import { listProducts } from '../catalogue/list-products.ts';
import { syncCatalogue } from '../catalogue/sync-catalogue.ts';
import { getSubscription } from '../checkout/get-subscription.ts';
import { reactivateSubscription } from '../checkout/reactivate-subscription.ts';
import { remindOfTrialEnd } from '../emails/remind-of-trial-end.ts';
import { reconcileBilling } from './reconcile-billing.ts';
import { recordMovements } from './record-movements.ts';
import { buildRow, over } from './steps.fixture.ts';

const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  // Whole seconds and a clock that stands, so that a limit can be met to the millisecond.
  app.clock.set(new Date());
});
afterAll(() => app.close());

/** A millisecond more than so many days ago. */
const beyond = (days: number) => new Date(app.clock.now().getTime() - days * DAY - 1);
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY);
function moved(id: string, kind: Movement['kind'], days: number): Movement {
  return { id, kind, amount: 700, currency: 'usd', at: daysAgo(days) };
}

test('a refund shows for 90 days, the newest ten first, however many charges came after it', async () => {
  const [user, other] = [await buildUser(app), await buildUser(app)];
  const { db } = app.platform;
  const charges = Array.from({ length: 11 }, (_, n) => moved(`ch_after_${n}`, 'charged', n));
  const edge = [moved('re_90', 'refunded', 90), { ...moved('re_91', 'refunded', 90), at: beyond(90) }];
  const rows = [...charges, ...edge, moved('re_b', 'disputed', 89), moved('re_a', 'refunded', 89)];
  await db.insert(movements).values(rows.map((one) => ({ ...one, userId: user.id })));
  await db.insert(movements).values({ ...moved('re_theirs', 'refunded', 1), userId: other.id });
  const shown = async () => (await getSubscription(depsOf(app), user.id)).returns;
  expect(await shown()).toEqual([moved('re_b', 'disputed', 89), moved('re_a', 'refunded', 89), edge[0]]);
  const many = Array.from({ length: 9 }, (_, n) => moved(`re_many_${n}`, 'refunded', n));
  await db.insert(movements).values(many.map((one) => ({ ...one, userId: user.id })));
  expect(await shown()).toEqual([...many, moved('re_b', 'disputed', 89)]);
});

test('what the provider told, what was paid, and reports of comparisons go in their time, and not before', async () => {
  const user = await buildUser(app);
  const { db } = app.platform;
  const kept = [moved('ch_400', 'charged', 400), { ...moved('ch_401', 'charged', 400), at: beyond(400) }];
  await db.insert(movements).values(kept.map((one) => ({ ...one, userId: user.id })));
  const young = daysAgo(400);
  await db.insert(reconciliations).values([young, beyond(400)].map((startedAt) => ({ startedAt })));
  const event = (id: string, receivedAt: Date, processedAt: Date | null) => ({
    ...{ id, type: 'invoice.paid', objectId: null, customerId: null, occurredAt: beyond(100) },
    ...{ receivedAt, processedAt },
  });
  await db
    .insert(webhookEvents)
    .values([
      event('evt_gone', beyond(90), beyond(90)),
      event('evt_received', daysAgo(90), beyond(90)),
      event('evt_processed', beyond(90), daysAgo(90)),
      event('evt_waits', beyond(90), null),
    ]);
  const used = (mark: string, usedAt: Date) => ({ mark, kind: 'card' as const, ownerMark: 'owner', usedAt });
  await db.insert(usedTrials).values([used('kept', daysAgo(730)), used('gone', beyond(730))]);
  await reconcileBilling(depsOf(app));
  const ids = (await db.select().from(movements)).map(({ id }) => id);
  expect(ids).toContain('ch_400');
  expect(ids).not.toContain('ch_401');
  expect((await db.select().from(reconciliations)).map(({ startedAt }) => startedAt)).toEqual([young]);
  const events = await db.select().from(webhookEvents).orderBy(webhookEvents.id);
  expect(events.map(({ id }) => id)).toEqual(['evt_processed', 'evt_received', 'evt_waits']);
  expect(await db.select().from(usedTrials).where(eq(usedTrials.ownerMark, 'owner'))).toEqual([
    used('kept', daysAgo(730)),
  ]);
  await db.delete(webhookEvents);
  await db.execute(sql`delete from pgboss.job where name = ${queues.processWebhook}`);
});

test('an event that nobody acted on within half an hour is given to a worker again, and a young one is left', async () => {
  const { db } = app.platform;
  const event = (id: string, minutes: number) => ({
    id,
    type: 'invoice.paid',
    objectId: 'in_1',
    customerId: null,
    occurredAt: app.clock.now(),
    receivedAt: new Date(app.clock.now().getTime() - minutes * 60_000),
  });
  await db.insert(webhookEvents).values([event('evt_young', 29), event('evt_old', 31)]);
  await reconcileBilling(depsOf(app));
  const { rows } = await db.execute(sql`
    select data ->> 'eventId' as id from pgboss.job where name = ${queues.processWebhook}`);
  expect(rows).toEqual([{ id: 'evt_old' }]);
});

test('what the provider told of a customer comes newest first, a page at a time', async () => {
  const { db } = app.platform;
  const user = await buildUser(app);
  await db.execute(sql`insert into subscriptions (user_id, customer_id) values (${user.id}, 'cus_told')`);
  const [oldest, newest, middle] = [daysAgo(3), daysAgo(1), daysAgo(2)];
  const event = (id: string, at: Date) => {
    const told = { id, type: 'invoice.paid', objectId: 'in_2', customerId: 'cus_told' };
    return { ...told, occurredAt: at, receivedAt: at };
  };
  const events = [event('evt_3', oldest), event('evt_1', newest), event('evt_2', middle)];
  await db.insert(webhookEvents).values(events);
  const page = (before: Date) => listProviderEvents(db, user.id, { before, atMoment: 'none', limit: 2 });
  expect((await page(app.clock.now())).map(({ id }) => id)).toEqual(['evt_1', 'evt_2']);
  expect(await page(middle)).toEqual([
    { id: 'evt_3', at: oldest, action: 'invoice.paid', details: { object: 'in_2' } },
  ]);
});

test('a refund first seen after a week is written down and not mailed', async () => {
  const [user, other] = [await buildUser(app), await buildUser(app)];
  await subscribe(app, user);
  const { db } = app.platform;
  const record = (userId: number, ...all: Movement[]) => recordMovements(depsOf(app), db, userId, all);
  const before = await subjectsTo(app, user.email);
  const old = moved('re_401', 'refunded', 400);
  const [week, young] = [moved('re_7', 'refunded', 7), { ...moved('re_6', 'refunded', 7), amount: 900 }];
  young.at = new Date(young.at.getTime() + 1);
  await record(user.id, old, week);
  expect(await subjectsTo(app, user.email)).toEqual(before);
  await record(user.id, young);
  expect(await subjectsTo(app, user.email)).toEqual([...before, 'We refunded $9.00']);

  // A dispute that ended is the same movement, of its owner alone, and is news however old it is.
  const dispute = moved('dp_8', 'disputed', 8);
  await record(user.id, dispute, { ...old, at: new Date(old.at.getTime() + 1) });
  await record(other.id, { ...dispute, kind: 'dispute_lost' });
  expect((await selectMovements(db, user.id)).map(({ id, kind }) => [id, kind])).toEqual([
    ['re_401', 'refunded'],
    ['dp_8', 'disputed'],
    ['re_7', 'refunded'],
    ['re_6', 'refunded'],
  ]);
  await record(user.id, { ...dispute, kind: 'dispute_won', amount: 1 });
  expect((await selectMovements(db, user.id))[1]).toEqual({ ...dispute, kind: 'dispute_won' });
  expect(await selectMovements(db, other.id)).toEqual([]);
  expect((await subjectsTo(app, user.email)).at(-1)).toBe('The dispute over $0.01 is closed');
});

test('a person downloads what is kept of their billing, and staff find the person by each id of it', async () => {
  const { db } = app.platform;
  const [user, other, nobody] = [await buildUser(app), await buildUser(app), await buildUser(app)];
  await upsertSubscription(db, user.id);
  await upsertSubscription(db, other.id);
  const [old, dates] = [
    { customerId: 'cus_old_kept', subscriptionId: 'sub_old_kept' },
    {
      periodEnd: new Date('2036-03-01T00:00:00Z'),
      trialStart: new Date('2026-01-01T00:00:00Z'),
      trialEnd: new Date('2026-01-08T00:00:00Z'),
    },
  ];
  const card = { cardBrand: 'visa', cardLast4: '4242', cardExpMonth: 12, cardExpYear: 2034 };
  const ids = { customerId: 'cus_kept', subscriptionId: 'sub_kept' };
  await updateSubscription(db, user.id, { ...old, state: 'active' });
  const reason = { cancelReason: 'other', cancelFeedback: 'Bye.' };
  await updateSubscription(db, user.id, { ...ids, ...dates, ...card, ...reason, collectionPaused: true });
  const kept = [moved('ch_kept', 'charged', 2), moved('re_kept', 'refunded', 1)];
  await db.insert(movements).values(kept.toReversed().map((one) => ({ ...one, userId: user.id })));
  await db.insert(movements).values({ ...moved('ch_other', 'charged', 2), userId: other.id });
  const at = daysAgo(1);
  const event = { type: 'invoice.paid', objectId: 'in_kept', occurredAt: at, receivedAt: at };
  await db.insert(webhookEvents).values({ ...event, id: 'evt_kept', customerId: ids.customerId });
  expect(await exportBilling(app.platform, nobody.id)).toBeNull();
  expect(await exportBilling(app.platform, user.id)).toEqual({
    ...ids,
    status: 'past_due',
    periodEnd: '2036-03-01T00:00:00.000Z',
    trialStart: '2026-01-01T00:00:00.000Z',
    trialEnd: '2026-01-08T00:00:00.000Z',
    ...reason,
    card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
    former: [{ ...old, replacedAt: expect.any(String) }],
    movements: kept.map(({ id: _, at: when, ...rest }) => ({ ...rest, at: when.toISOString() })),
  });
  for (const id of ['cus_kept', 'sub_kept', 'ch_kept', 're_kept', 'evt_kept', 'in_kept'])
    expect(await findOwnerOfStripeId(db, id), id).toEqual({ userId: user.id, isFormer: false });
  expect(await findOwnerOfStripeId(db, 'ch_other')).toEqual({ userId: other.id, isFormer: false });
  for (const id of Object.values(old))
    expect(await findOwnerOfStripeId(db, id), id).toEqual({ userId: user.id, isFormer: true });
  expect(await findOwnerOfStripeId(db, 'ch_nobody')).toBeUndefined();
  expect(await findProviderIds(db, user.id)).toEqual(ids);
  for (const { id } of [other, nobody])
    expect(await findProviderIds(db, id)).toEqual({ customerId: null, subscriptionId: null });

  // A replaced id belongs to who has it now, else to who had it last.
  await updateSubscription(db, other.id, { customerId: old.customerId, subscriptionId: 'sub_theirs' });
  expect(await findOwnerOfStripeId(db, old.customerId)).toEqual({ userId: other.id, isFormer: false });
  await updateSubscription(db, other.id, { customerId: 'cus_theirs' });
  expect(await findOwnerOfStripeId(db, old.customerId)).toEqual({ userId: other.id, isFormer: true });
  expect(await findOwnerOfStripeId(db, old.subscriptionId)).toEqual({ userId: user.id, isFormer: true });
});

test('what people paid is summed for each and each currency, from the first moment of a span to the last', async () => {
  const { db } = app.platform;
  const [one, two] = [await buildUser(app), await buildUser(app)];
  const [from, until] = [new Date('2019-01-01T00:00:00Z'), new Date('2019-02-01T00:00:00Z')];
  const paid = (
    userId: number,
    id: string,
    kind: Movement['kind'],
    amount: number,
    at = from,
    currency = 'usd',
  ) => ({
    ...{ userId, id: `${id}_${userId}`, kind, amount, currency, at },
  });
  const last = new Date(until.getTime() - 1);
  await db
    .insert(movements)
    .values([
      paid(one.id, 'ch_a', 'charged', 1500),
      paid(one.id, 'ch_b', 'charged', 700, last, 'USD'),
      paid(one.id, 're_c', 'refunded', 200),
      paid(one.id, 'dp_d', 'dispute_won', 1500),
      paid(one.id, 'ch_e', 'charged', 900, from, 'eur'),
      paid(one.id, 'ch_f', 'charged', 40, new Date(from.getTime() - 1)),
      paid(one.id, 'ch_g', 'charged', 80, until),
      paid(two.id, 'dp_h', 'disputed', 300),
    ]);
  const sums = await sumRevenue(db, [one.id, two.id], { from, until });
  const sorted = [...sums].map(([id, own]) => [id, own.toSorted((a, b) => a.amount - b.amount)]);
  expect(new Map(sorted as [number, object][])).toEqual(
    new Map<number, object>([
      [
        one.id,
        [
          { currency: 'eur', amount: 900 },
          { currency: 'usd', amount: 2000 },
        ],
      ],
      [two.id, [{ currency: 'usd', amount: -300 }]],
    ]),
  );
  expect(await sumRevenue(db, [two.id], { from: until, until })).toEqual(new Map());
  expect(await sumRevenue(db, [], { from, until })).toEqual(new Map());
});

test('the tier of each person is that of the plan that still gives it', async () => {
  const { db } = app.platform;
  await db.execute(sql`
    insert into billing_products (id, name, description, active, metadata)
    values ('prod_tiers', 'Pro', '', true, '{"tier":"pro"}')`);
  await db.execute(sql`
    insert into billing_prices (id, product_id, active, unit_amount, currency, interval, metadata)
    values ('price_tiers', 'prod_tiers', true, 1, 'usd', 'month', '{"tier":"pro_plus"}')`);
  const now = app.clock.now();
  const plan = { productId: 'prod_tiers', priceId: 'price_tiers' };
  const build = async (row: object) => (await buildRow(app, row)).user.id;
  const [runs, product, ended, late, none] = [
    await build(plan),
    await build({ productId: 'prod_tiers' }),
    await build({ ...plan, cancelAt: now }),
    await build({ ...plan, collectionPaused: true }),
    (await buildUser(app)).id,
  ];
  expect(await findTiers(db, [runs, runs, product, ended, late, none], now)).toEqual(
    new Map([
      [runs, 'pro_plus'],
      [product, 'pro'],
      [ended, 'free'],
      [late, 'pro_plus'],
    ]),
  );
});

test('a refused resumption is asked afresh the next time', async () => {
  const user = await buildUser(app);
  await subscribe(app, user);
  await call(app, 'POST', '/api/subscription/cancel', { token: user.token, body: { reason: 'other' } });
  const { payments, ...deps } = depsOf(app);
  const keys = new Set<string>();
  const resume: typeof payments.resume = async ({ idempotencyKey }) => {
    keys.add(idempotencyKey);
    throw new Error('no');
  };
  for (let turn = 0; turn < 2; turn += 1)
    await expect(
      reactivateSubscription({ ...deps, payments: { ...payments, resume } }, actorOf(user)),
    ).rejects.toThrow('no');
  expect(keys.size).toBe(2);
});

test('the history counts against the limit of calls of the provider', async () => {
  const user = await buildUser(app);
  await subscribe(app, user);
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1)
    statuses.push((await call(app, 'GET', '/api/billing/history', { token: user.token })).status);
  expect(statuses.at(0)).toBe(200);
  expect(statuses.at(-1)).toBe(429);
});

test('nobody is reminded of a trial after leaving', async () => {
  const user = await buildUser(app);
  await subscribe(app, user);
  const end = Date.parse((await userOf(app, user)).trialEnd ?? '');
  await call(app, 'DELETE', '/api/user', { token: user.token, body: { password: 'Correct-horse-7' } });
  app.clock.set(new Date(end - DAY));
  await remindOfTrialEnd(depsOf(app));
  expect(await subjectsTo(app, `deleted-${user.id}@deleted.invalid`)).toEqual([]);
});

test('the catalogue has what is sold first, the plans page the cheapest first; ties go by name, then by id', async () => {
  const { db } = app.platform;
  await db.execute(sql`update billing_prices set active = false`);
  await db.execute(sql`delete from billing_products`);
  await db.execute(sql`delete from billing_prices`);
  const product = (id: string, name: string, active = true) => ({
    id,
    name,
    description: '',
    active,
    metadata: {},
  });
  const price = (id: string, productId: string, unitAmount: number, more: object = {}) => ({
    ...{ id, productId, active: true, unitAmount, currency: 'usd', interval: 'month', metadata: {} },
    ...more,
  });
  await db
    .insert(products)
    .values([
      product('p3', 'Beta'),
      product('p2', 'Alpha'),
      product('p1', 'Beta'),
      product('p0', 'Aged', false),
    ]);
  await db
    .insert(prices)
    .values([
      price('x5', 'p3', 500),
      price('x4', 'p3', 700),
      price('x3', 'p1', 700),
      price('x2', 'p2', 700),
      price('x1', 'p2', 100, { active: false }),
      price('x0', 'p0', 100),
      price('x6', 'p2', 100, { intervalCount: 3 }),
    ]);
  const all = await listCatalogue(depsOf(app));
  expect(all.products.map(({ id }) => id)).toEqual(['p2', 'p1', 'p3', 'p0']);
  expect(all.prices.map(({ id }) => id)).toEqual(['x0', 'x6', 'x5', 'x2', 'x3', 'x4', 'x1']);
  const plans = await listProducts(depsOf(app));
  expect(plans.map((plan) => plan.price.id)).toEqual(['x5', 'x2', 'x3', 'x4']);

  // What the provider lists is taken over in full; what it does not list is no longer sold.
  const listed = {
    products: [{ ...product('p1', 'Renamed'), description: 'New', metadata: { tier: 'pro' } }],
    prices: [
      {
        ...price('x3', 'p1', 900, { currency: 'eur', interval: 'year', metadata: { note: 'new' } }),
        ...{ intervalCount: 2, taxBehavior: 'inclusive' as const, lookupKey: 'renamed', trialPeriodDays: 5 },
      },
      {
        ...price('x9', 'p_unknown', 1),
        intervalCount: 1,
        taxBehavior: 'unspecified' as const,
        lookupKey: null,
        trialPeriodDays: null,
      },
    ],
  };
  app.clock.advance(1_000);
  await syncCatalogue(over(app, { listCatalogue: async () => listed }));
  const after = await listCatalogue(depsOf(app));
  expect(after.syncedAt).toEqual(app.clock.now());
  expect(after.products.map(({ id, active }) => [id, active])).toEqual([
    ['p1', true],
    ['p0', false],
    ['p2', false],
    ['p3', false],
  ]);
  expect(after.products[0]).toEqual(listed.products[0]);
  expect(after.prices.map(({ id, active }) => [id, active])).toEqual([
    ['x3', true],
    ...['x0', 'x1', 'x6', 'x5', 'x2', 'x4'].map((id) => [id, false]),
  ]);
  expect(after.prices[0]).toEqual(listed.prices[0]);
});
