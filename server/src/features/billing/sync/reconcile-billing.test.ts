import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, subscribe } from '../../../../test/factories.ts';
import {
  accountWith,
  buildRow,
  deliver,
  depsOf,
  eventsOf,
  over,
  rowOf,
  stripeOf,
  subscriptionOf,
  userOf,
} from '../billing.fixture.ts';
import { selectOverdueUsers, takeTicket } from '../billing.store.ts';
import { movements, reconciliations } from '../billing.tables.ts';
import { remindOfTrialEnd } from '../emails/remind-of-trial-end.ts';
import { endPublishing } from './end-publishing.ts';
import { reconcileBilling, reconcileWithProvider } from './reconcile-billing.ts';

const DAY = 86_400_000;

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ shared: true });
});

afterAll(() => app.close());

test('one overdue subscription that cannot be read keeps nobody else from being repaired', async () => {
  const past = { periodEnd: new Date(Date.now() - 2 * DAY), syncedAt: new Date(Date.now() - 2 * DAY) };
  const [stuck, next] = [await buildRow(app, past), await buildRow(app, past)];
  const deps = over(app, {
    customer: (id) =>
      id === stuck.customerId
        ? Promise.reject(new Error('no answer'))
        : Promise.resolve(accountWith(subscriptionOf(app, next.subscriptionId, { state: 'canceled' }))),
  });
  await reconcileBilling(deps);
  expect(await rowOf(app, stuck.user.id)).toMatchObject({ state: 'active' });
  expect(await rowOf(app, next.user.id)).toMatchObject({ state: 'canceled' });
  await app.platform.db.execute(sql`delete from subscriptions`);
});

test('of overdue subscriptions those asked about longest ago come first, so that none starves', async () => {
  const { db } = app.platform;
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  const overdue = { periodEnd: hours(-2), syncedAt: hours(-3) };
  const build = async (row: object) => (await buildRow(app, { ...overdue, ...row })).user.id;
  const late = await build({ state: 'past_due' });
  const byCancel = await build({ periodEnd: hours(9), cancelAt: hours(-2) });
  const trial = await build({ state: 'trialing' });
  for (const fine of [{ periodEnd: hours(9) }, { state: 'canceled' }, { syncedAt: hours(0) }])
    await build(fine);
  const ask = (limit: number) => selectOverdueUsers(db, hours(-1), hours(-1), limit);
  expect(await ask(100)).toEqual([late, byCancel, trial]);
  for (const id of await ask(2)) await takeTicket(db, { userId: id });
  expect(await ask(2)).toEqual([trial, late]);
});

test('movements of money and reports of comparisons are kept for 400 days', async () => {
  app.clock.set(new Date());
  const { db } = app.platform;
  const { id: userId } = await buildUser(app);
  const kept = new Date(app.clock.now().getTime() - 400 * DAY);
  const gone = new Date(kept.getTime() - 1);
  for (const [id, at] of [
    ['ch_kept', kept],
    ['ch_gone', gone],
  ] as const)
    await db.insert(movements).values({ id, userId, kind: 'charged', amount: 700, currency: 'usd', at });
  await db.insert(reconciliations).values([{ startedAt: kept }, { startedAt: gone }]);
  await reconcileBilling(depsOf(app));
  expect((await db.select().from(movements)).map(({ id }) => id)).toEqual(['ch_kept']);
  expect((await db.select().from(reconciliations)).map(({ startedAt }) => startedAt)).toEqual([kept]);
});

/** Delivers all that the provider has said so far, so that only what comes after is missed. */
async function hearAll(app: TestApp): Promise<void> {
  for (const event of await eventsOf(app)) await deliver(app, event);
  await app.platform.jobs.drain();
}

async function buildSubscribers(app: TestApp, count: number) {
  const people: (BuiltUser & { subscription: string; customer: string })[] = [];
  for (let n = 0; n < count; n += 1) {
    const user = await buildUser(app);
    people.push({ ...user, ...(await subscribe(app, user, { trial: false })) });
  }
  await hearAll(app);
  return people;
}

test('BILL-45 what agrees is compared and left alone', async () => {
  const app = await buildApp({ now: new Date().toISOString() });
  await buildSubscribers(app, 2);
  app.clock.advance(DAY / 2);
  expect(await reconcileWithProvider(depsOf(app))).toEqual({ compared: 2, missedEvents: 0, mended: [] });
});

test('a change whose webhook was lost is mended and reported, others are not read', async () => {
  const app = await buildApp({ now: new Date().toISOString() });
  const [changed, ended, same] = await buildSubscribers(app, 3);
  if (!changed || !ended || !same) throw new Error('three people');
  await stripeOf(app).subscriptions.update(changed.subscription, { cancel_at_period_end: true });
  await stripeOf(app).subscriptions.cancel(ended.subscription);
  app.clock.advance(DAY / 2);
  const read: string[] = [];
  const { payments, ...deps } = depsOf(app);
  const report = await reconcileWithProvider({
    ...deps,
    payments: {
      ...payments,
      customer: (id) => {
        read.push(id);
        return payments.customer(id);
      },
    },
  });
  expect(report.compared).toBe(2);
  expect(report.missedEvents).toBeGreaterThanOrEqual(2);
  expect(report.mended).toEqual([
    { userId: changed.id, was: expect.stringMatching(/end -/), is: expect.stringMatching(/end \d{4}-/) },
    { userId: ended.id, was: expect.stringMatching(/^active/), is: expect.stringMatching(/^canceled/) },
  ]);
  expect(read).toEqual([changed.customer, ended.customer]);
  expect((await userOf(app, changed)).subscriptionStatus).toBe('canceling');
  expect((await userOf(app, ended)).subscriptionStatus).toBe('canceled');

  const rows = await app.platform.db.select().from(reconciliations);
  expect(rows).toMatchObject([
    { compared: 2, mended: 2, details: [{ userId: changed.id }, { userId: ended.id }] },
  ]);
  expect((await reconcileWithProvider(depsOf(app))).mended).toEqual([]);
});

test('an event that never came is taken in and acted upon: a refund shows', async () => {
  const app = await buildApp({ now: new Date().toISOString() });
  const [user] = await buildSubscribers(app, 1);
  if (!user) throw new Error('one person');
  const [charge] = (await stripeOf(app).charges.list({ customer: user.customer })).data;
  await stripeOf(app).refunds.create({ charge: charge?.id ?? '' });
  // Younger than ten minutes: it may still be on its way.
  expect((await reconcileWithProvider(depsOf(app))).missedEvents).toBe(0);
  app.clock.advance(DAY / 2);
  const report = await reconcileWithProvider(depsOf(app));
  expect(report.missedEvents).toBeGreaterThanOrEqual(1);
  expect(report.mended).toEqual([]);
  await app.platform.jobs.drain();
  const { body } = await call<{ returns: object[] }>(app, 'GET', '/api/subscription', { token: user.token });
  expect(body.returns).toMatchObject([{ kind: 'refunded' }]);
});

test('a person who cannot be read is left for the next night, and keeps nobody else from it', async () => {
  const app = await buildApp({ now: new Date().toISOString() });
  const [first, second] = await buildSubscribers(app, 2);
  if (!first || !second) throw new Error('two people');
  for (const one of [first, second]) await stripeOf(app).subscriptions.cancel(one.subscription);
  const { payments, ...deps } = depsOf(app);
  const report = await reconcileWithProvider({
    ...deps,
    payments: {
      ...payments,
      customer: (id) =>
        id === first.customer ? Promise.reject(new Error('no answer')) : payments.customer(id),
    },
  });
  expect(report.mended.map(({ userId }) => userId)).toEqual([second.id]);
  expect((await reconcileWithProvider(depsOf(app))).mended.map(({ userId }) => userId)).toEqual([first.id]);
});

/** One more than two batches of any job, and than two pages of the provider. */
const MANY = 201;

/** So many people whose subscriptions have these columns, as one statement. */
async function buildMany(app: TestApp, columns: Record<string, string>): Promise<void> {
  const [names, values] = [Object.keys(columns).join(', '), Object.values(columns).join(', ')];
  await app.platform.db.execute(
    sql.raw(`with people as (
      insert into users (email, niche, time_zone, email_consent, created_at, updated_at)
      select n || '@many.example', 'Gaming', 'UTC', false, now(), now() from generate_series(1, ${MANY}) n
      returning id)
    insert into subscriptions (user_id, ${names}) select id, ${values} from people`),
  );
}

async function countWhere(app: TestApp, condition: string): Promise<unknown> {
  const { rows } = await app.platform.db.execute(
    sql.raw(`select count(*)::int from subscriptions where ${condition}`),
  );
  return rows[0]?.count;
}

test('every trial that ends soon is taken up, one batch after another', async () => {
  const app = await buildApp({ now: new Date().toISOString() });
  await buildMany(app, { state: "'trialing'", trial_end: "date_trunc('second', now()) + interval '1 day'" });
  await remindOfTrialEnd(depsOf(app));
  expect(await countWhere(app, 'trial_reminded_end = trial_end')).toBe(MANY);
});

test('posts of all whose plan has ended are held, also where the first batch cannot be', async () => {
  const app = await buildApp({ now: new Date().toISOString() });
  const ended = "date_trunc('second', now()) - interval '1 hour'";
  await buildMany(app, {
    state: "'canceled'",
    publishes: 'true',
    publishes_until: ended,
    account_limit: '3',
  });
  const tried = new Set<number>();
  await endPublishing(
    depsOf(app, {
      async applySubscriptionChange(_tx, userId) {
        tried.add(userId);
        if (tried.size <= 150) throw new Error('no luck');
      },
    }),
  );
  expect(tried.size).toBe(MANY);
  expect(await countWhere(app, 'publishes')).toBe(150);
});

test('all that run here but not at the provider are read again, one batch after another', async () => {
  const app = await buildApp({ now: new Date().toISOString() });
  await buildMany(app, { state: "'active'" });
  await reconcileWithProvider(depsOf(app));
  expect(await countWhere(app, 'ticket = 1')).toBe(MANY);
});
