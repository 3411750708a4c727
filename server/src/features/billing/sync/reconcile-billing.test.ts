import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser } from '../../../../test/factories.ts';
import { depsOf } from '../billing.fixture.ts';
import { selectOverdueUsers, takeTicket } from '../billing.store.ts';
import { movements, reconciliations } from '../billing.tables.ts';
import { reconcileBilling } from './reconcile-billing.ts';
import { accountWith, buildRow, over, rowOf, subscriptionOf } from './subscription-rows.fixture.ts';

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
