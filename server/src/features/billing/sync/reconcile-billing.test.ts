import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
beforeEach(async () => {
  app.clock.set(new Date());
  await app.platform.db.execute(sql`delete from subscriptions`);
  await app.platform.db.execute(sql`delete from users where email like '%@many.example'`);
});

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
async function hearAll(): Promise<void> {
  for (const event of await eventsOf(app)) await deliver(app, event);
  await app.platform.jobs.drain();
}

async function buildSubscribers(count: number) {
  const people: (BuiltUser & { subscription: string; customer: string })[] = [];
  for (let n = 0; n < count; n += 1) {
    const user = await buildUser(app);
    people.push({ ...user, ...(await subscribe(app, user, { trial: false })) });
  }
  await hearAll();
  return people;
}

test('BILL-45 what agrees is left alone; lost webhooks are mended and reported, and who cannot be read keeps nobody from it', async () => {
  const [changed, ended, refunded] = await buildSubscribers(3);
  if (!changed || !ended || !refunded) throw new Error('three people');
  const { payments, ...deps } = depsOf(app);
  app.clock.advance(DAY / 2);
  expect(await reconcileWithProvider(depsOf(app))).toEqual({ compared: 3, missedEvents: 0, mended: [] });

  await stripeOf(app).subscriptions.update(changed.subscription, { cancel_at_period_end: true });
  await stripeOf(app).subscriptions.cancel(ended.subscription);
  const [charge] = (await stripeOf(app).charges.list({ customer: refunded.customer })).data;
  await stripeOf(app).refunds.create({ charge: charge?.id ?? '' });
  app.clock.advance(DAY / 2);
  const read: string[] = [];
  const customer = (id: string) => {
    read.push(id);
    return id === ended.customer ? Promise.reject(new Error('no answer')) : payments.customer(id);
  };
  const report = await reconcileWithProvider({ ...deps, payments: { ...payments, customer } });
  expect(report.missedEvents).toBeGreaterThanOrEqual(3);
  expect(read.sort()).toEqual([changed.customer, ended.customer].sort());
  expect(report.mended).toEqual([
    { userId: changed.id, was: expect.stringMatching(/end -/), is: expect.stringMatching(/end \d{4}-/) },
  ]);
  expect((await reconcileWithProvider(depsOf(app))).mended).toEqual([
    { userId: ended.id, was: expect.stringMatching(/^active/), is: expect.stringMatching(/^canceled/) },
  ]);
  expect((await userOf(app, changed)).subscriptionStatus).toBe('canceling');
  expect((await userOf(app, ended)).subscriptionStatus).toBe('canceled');
  const rows = await app.platform.db.select().from(reconciliations).orderBy(reconciliations.startedAt);
  expect(rows.slice(-2)).toMatchObject([
    { mended: 1, details: [{ userId: changed.id }] },
    { mended: 1, details: [{ userId: ended.id }] },
  ]);
  // The event that never came is acted upon, too.
  await app.platform.jobs.drain();
  const { body } = await call<{ returns: object[] }>(app, 'GET', '/api/subscription', {
    token: refunded.token,
  });
  expect(body.returns).toMatchObject([{ kind: 'refunded' }]);
});

/** One more than two batches of any job, and than two pages of the provider. */
const MANY = 201;

/** So many people whose subscriptions have these columns, as one statement. */
async function buildMany(columns: Record<string, string>): Promise<void> {
  const [names, values] = [Object.keys(columns).join(', '), Object.values(columns).join(', ')];
  await app.platform.db.execute(
    sql.raw(`with people as (
      insert into users (email, niche, time_zone, email_consent, created_at, updated_at)
      select n || '@many.example', 'Gaming', 'UTC', false, now(), now() from generate_series(1, ${MANY}) n
      returning id)
    insert into subscriptions (user_id, ${names}) select id, ${values} from people`),
  );
}

async function countWhere(condition: string): Promise<unknown> {
  const { rows } = await app.platform.db.execute(
    sql.raw(`select count(*)::int from subscriptions where ${condition}`),
  );
  return rows[0]?.count;
}

test('every trial that ends soon is taken up, one batch after another', async () => {
  await buildMany({ state: "'trialing'", trial_end: "date_trunc('second', now()) + interval '1 day'" });
  await remindOfTrialEnd(depsOf(app));
  expect(await countWhere('trial_reminded_end = trial_end')).toBe(MANY);
});

test('posts of all whose plan has ended are held, also where the first batch cannot be', async () => {
  const ended = "date_trunc('second', now()) - interval '1 hour'";
  await buildMany({
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
  expect(await countWhere('publishes')).toBe(150);
});

test('all that run here but not at the provider are read again, one batch after another', async () => {
  await buildMany({ state: "'active'" });
  await reconcileWithProvider(depsOf(app));
  expect(await countWhere('ticket = 1')).toBe(MANY);
});
