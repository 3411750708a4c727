import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser } from '../../../../test/factories.ts';
import { selectTold } from '../../../platform/person-changes.ts';
import type { PaymentSubscription } from '../../../providers/stripe/stripe.ts';
import { depsOf, subjectsTo } from '../billing.fixture.ts';
import {
  type SubscriptionRow,
  selectOverdueUsers,
  selectPublishingEnded,
  selectTrialsToRemind,
  takeTicket,
} from '../billing.store.ts';
import { getBilling } from '../get-billing.ts';
import { requireNotCanceled, requirePlan } from '../require-not-canceled.ts';
import { endPublishing } from './end-publishing.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import { accountWith, buildRow, over, rowOf, subscriptionOf } from './steps.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  await app.platform.db.execute(sql`
    insert into billing_products (id, name, description, active, metadata) values ('prod_read', 'Pro', '', true, '{"tier":"pro","account_limit":"3"}')`);
  await app.platform.db.execute(sql`
    insert into billing_prices (id, product_id, active, unit_amount, currency, interval, metadata)
    values ('price_read', 'prod_read', true, 700, 'usd', 'month', '{}')`);
});
afterAll(() => app.close());
const priced = { priceId: 'price_read', productId: 'prod_read' };

test('of overdue subscriptions those asked about longest ago come first, so that none starves', async () => {
  const { db } = app.platform;
  const ids: number[] = [];
  for (let each = 0; each < 9; each += 1) ids.push((await buildUser(app)).id);
  const [byPeriod, byCancel, paused, ahead, ended, heard, trial, unpaid, attempt] = ids;
  const row = (id: number | undefined, state: string, hours: [number | null, number | null, number]) => sql`
    insert into subscriptions (user_id, state, period_end, cancel_at, synced_at) values (${id}, ${state},
      now() + make_interval(hours => ${hours[0]}), now() + make_interval(hours => ${hours[1]}),
      now() + make_interval(hours => ${hours[2]}))`;
  await db.execute(row(byPeriod, 'past_due', [-2, null, -3]));
  await db.execute(row(byCancel, 'active', [9, -2, -3]));
  await db.execute(row(paused, 'paused', [-2, null, -3]));
  await db.execute(row(ahead, 'active', [9, null, -3]));
  await db.execute(row(ended, 'canceled', [-2, null, -3]));
  await db.execute(row(heard, 'active', [-2, null, 0]));
  await db.execute(row(trial, 'trialing', [-2, null, -3]));
  await db.execute(row(unpaid, 'unpaid', [-2, null, -3]));
  await db.execute(row(attempt, 'incomplete', [-2, null, -3]));
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const overdue = (limit: number) => selectOverdueUsers(db, anHourAgo, anHourAgo, limit);
  expect(await overdue(100)).toEqual([byPeriod, byCancel, paused, trial, unpaid]);

  // The provider does not answer for the first two; the people after them still get their turn.
  for (const id of await overdue(2)) await takeTicket(db, id);
  expect(await overdue(4)).toEqual([paused, trial, unpaid, byPeriod]);
});

test('trials that end soon come soonest first, a page at a time, and none twice for one end', async () => {
  const { db } = app.platform;
  const [now, soon, until] = ['2040-01-01T00:00:00Z', '2040-01-01T00:00:01Z', '2040-01-04T00:00:00Z'].map(
    (text) => new Date(text),
  ) as [Date, Date, Date];
  const trial = async (trialEnd: Date, more: Partial<SubscriptionRow> = {}) =>
    (await buildRow(app, { state: 'trialing', trialEnd, ...more })).user.id;
  const last = await trial(until);
  const [first, moved] = [await trial(soon), await trial(soon, { trialRemindedEnd: now })];
  await trial(now);
  await trial(new Date(until.getTime() + 1));
  await trial(soon, { trialRemindedEnd: soon });
  await trial(soon, { state: 'active' });
  const page = (after?: { end: Date; userId: number }) =>
    selectTrialsToRemind(db, now, { until, after, limit: 2 });
  const begin = [
    { end: soon, userId: first },
    { end: soon, userId: moved },
  ];
  expect(await page()).toEqual(begin);
  expect(await page(begin[1])).toEqual([{ end: until, userId: last }]);
});

test('whose posts should have stopped comes longest overdue first, a page at a time', async () => {
  const { db } = app.platform;
  const [now, before] = [new Date('2020-01-02T00:00:00Z'), new Date('2020-01-01T00:00:00Z')];
  const ended = async (publishesUntil: Date | null) => (await buildRow(app, { publishesUntil })).user.id;
  const last = await ended(now);
  const [first, second] = [await ended(before), await ended(before)];
  await ended(new Date(now.getTime() + 1));
  await ended(null);
  const begin = [
    { until: before, userId: first },
    { until: before, userId: second },
  ];
  expect(await selectPublishingEnded(db, now, undefined, 2)).toEqual(begin);
  expect(await selectPublishingEnded(db, now, begin[1], 2)).toEqual([{ until: now, userId: last }]);
  await db.execute(sql`update subscriptions set publishes_until = null`);
});

test('a plan found past due publishes for 14 days from the first failure, or from now where none is known', async () => {
  const late = async (unpaidSince: Date | null) => {
    const { user, subscriptionId } = await buildRow(app);
    const account = accountWith(
      subscriptionOf(app, subscriptionId, { ...priced, state: 'past_due', unpaidSince }),
    );
    await refreshSubscription(over(app, { customer: async () => account }), user.id);
    return (await rowOf(app, user.id))?.graceEnd;
  };
  expect(await late(new Date('2036-01-01T00:00:00Z'))).toEqual(new Date('2036-01-15T00:00:00Z'));
  app.clock.set('2026-03-01T12:00:00Z');
  expect(await late(null)).toEqual(new Date('2026-03-15T12:00:00Z'));
});

test('a reading that finds an attempt alone keeps that there was a plan; one that finds nothing keeps what was', async () => {
  const card = { brand: 'visa', last4: '1111', expMonth: 1, expYear: 2031 };
  const own = { card, hasPaymentMethod: true, movements: [] };
  const { user, subscriptionId } = await buildRow(app, {
    state: 'canceled',
    hasEverSubscribed: true,
    trialRefused: 'card',
    cardBrand: 'amex',
  });
  const read = (...subscriptions: PaymentSubscription[]) =>
    refreshSubscription(over(app, { customer: async () => ({ ...own, subscriptions }) }), user.id);
  const attempt = subscriptionOf(app, subscriptionId, { ...priced, state: 'incomplete' });
  await read(attempt);
  const found = await rowOf(app, user.id);
  expect(found).toMatchObject({
    state: 'incomplete',
    hasEverSubscribed: true,
    trialRefused: 'card',
    cardBrand: null,
    hasPaymentMethod: true,
    publishes: false,
    accountLimit: 1,
  });
  await read();
  expect(await rowOf(app, user.id)).toEqual({
    ...found,
    cardBrand: 'visa',
    cardLast4: '1111',
    cardExpMonth: 1,
    cardExpYear: 2031,
    ticket: 2,
    appliedTicket: 2,
    syncedAt: expect.any(Date),
    askedAt: expect.any(Date),
  });
  // What a trial was refused for is not held against the subscription that comes after it.
  await read({ ...attempt, id: 'sub_after' });
  expect(await rowOf(app, user.id)).toMatchObject({ subscriptionId: 'sub_after', trialRefused: null });
});

test('posts are held in the minute in which the grace ends: once, told to open pages, and nobody else’s', async () => {
  app.clock.set('2026-03-01T12:00:00Z');
  const { db } = app.platform;
  const now = app.clock.now();
  const inGrace = (until: Date) =>
    buildRow(app, {
      state: 'past_due',
      graceEnd: until,
      publishes: true,
      publishesUntil: until,
      accountLimit: 3,
    });
  const { user } = await inGrace(now);
  const later = await inGrace(new Date(now.getTime() + 1));
  const last = { cancelAt: now, publishes: true, publishesUntil: now, accountLimit: 3 };
  const ended = await buildRow(app, last);
  const deps = depsOf(app);
  for (let minutes = 0; minutes < 2; minutes += 1) await endPublishing(deps);
  expect(deps.told).toEqual(
    [user, ended.user].map(({ id: userId }) => ({ userId, publishes: false, accountLimit: 1 })),
  );
  expect(await rowOf(app, user.id)).toMatchObject({
    publishes: false,
    publishesUntil: null,
    accountLimit: 1,
    state: 'past_due',
    countedPhase: 'paying',
  });
  expect(await rowOf(app, later.user.id)).toMatchObject({ publishes: true, accountLimit: 3 });
  expect(await selectTold(db, user.id, now)).toEqual(['plan_changed']);
  expect(await selectTold(db, later.user.id, now)).toEqual([]);
  expect(await subjectsTo(app, user.email)).toEqual(['Your posts are on hold']);
  for (const each of [later, ended]) expect(await subjectsTo(app, each.user.email)).toEqual([]);
});

describe('what a person has of a plan', () => {
  const [later, ended] = [new Date('2036-01-02T00:00:00Z'), new Date('2026-01-03T00:00:00Z')];
  const row = {
    priceId: 'price_read',
    productId: 'prod_read',
    periodEnd: new Date('2036-01-01T00:00:00Z'),
    trialStart: new Date('2026-01-01T00:00:00Z'),
    trialEnd: new Date('2026-01-08T00:00:00Z'),
    canceledAt: new Date('2026-02-03T00:00:00Z'),
    cancelReason: 'too_expensive',
    cancelFeedback: 'Too much.',
    hasPaymentMethod: true,
    hasEverSubscribed: true,
    graceEnd: new Date('2026-03-04T00:00:00Z'),
  };
  const noEnd = {
    subscriptionCancelReason: null,
    subscriptionCancelFeedback: null,
    subscriptionCanceledAt: null,
    subscriptionCancelEffectiveDate: null,
  };
  const end = (subscriptionCancelEffectiveDate: Date) => ({
    subscriptionExpiryDate: subscriptionCancelEffectiveDate,
    subscriptionCancelReason: 'too_expensive',
    subscriptionCancelFeedback: 'Too much.',
    subscriptionCanceledAt: row.canceledAt,
    subscriptionCancelEffectiveDate,
  });
  const lost = {
    activeProduct: null,
    entitlements: expect.objectContaining({ tier: 'free', accountLimit: 1 }),
  };

  test.each<[string, Partial<SubscriptionRow>, object]>([
    ['active', {}, noEnd],
    ['canceling', { cancelAt: later }, end(later)],
    ['canceled', { state: 'canceled', cancelAt: later, endedAt: ended }, { ...end(ended), ...lost }],
    [
      'past_due',
      { state: 'past_due', cancelAt: later },
      { ...noEnd, subscriptionExpiryDate: later, pastDueGraceEnd: row.graceEnd },
    ],
    ['inactive', { state: 'incomplete' }, { ...noEnd, ...lost, subscriptionExpiryDate: null }],
  ])('is known for each status: %s', async (subscriptionStatus, more, differs) => {
    const { user } = await buildRow(app, { ...row, ...more });
    expect(await getBilling(app.platform.db, app.clock.now(), user.id)).toEqual({
      subscriptionStatus,
      subscriptionExpiryDate: row.periodEnd,
      hasPaymentMethod: true,
      hasEverSubscribed: true,
      trialStart: row.trialStart,
      trialEnd: row.trialEnd,
      isInTrial: false,
      pastDueGraceEnd: null,
      activeProduct: { id: 'prod_read', name: 'Pro' },
      entitlements: expect.objectContaining({ tier: 'pro', accountLimit: 3 }),
      ...differs,
    });
  });

  const codeOf = (asked: Promise<unknown>) =>
    asked.then(
      () => null,
      (error: { code: string }) => error.code,
    );

  test.each<[string, Partial<SubscriptionRow>, string | null, string | null]>([
    ['active', {}, null, null],
    ['canceling', { cancelAt: later }, null, null],
    ['past_due', { state: 'past_due' }, null, null],
    ['inactive', { state: 'incomplete' }, null, 'NO_SUBSCRIPTION'],
    ['canceled', { state: 'canceled', endedAt: ended }, 'SUBSCRIPTION_CANCELED', 'SUBSCRIPTION_CANCELED'],
  ])(
    'POST-39 decides whether posts are changed, and whether more are scheduled: %s',
    async (_, more, change, add) => {
      const { user } = await buildRow(app, { ...row, ...more });
      expect(await codeOf(requireNotCanceled(app.platform, user.id, 'editing disabled'))).toBe(change);
      expect(await codeOf(requirePlan(app.platform, user.id))).toBe(add);
    },
  );
});
