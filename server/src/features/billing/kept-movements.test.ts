import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call, subscribe } from '../../../test/factories.ts';
import { queues } from '../../platform/queues.ts';
import { actorOf, depsOf, subjectsTo, userOf } from './billing.fixture.ts';
import { listProviderEvents } from './billing.queries.ts';
import { movements, reconciliations, webhookEvents } from './billing.tables.ts';
import type { Movement } from './billing.types.ts';
import { getSubscription } from './get-subscription.ts';
import { reactivateSubscription } from './reactivate-subscription.ts';
import { reconcileBilling } from './reconcile-billing.ts';
import { recordMovements } from './record-movements.ts';
import { remindOfTrialEnd } from './remind-of-trial-end.ts';

const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY);
function moved(id: string, kind: Movement['kind'], days: number): Movement {
  return { id, kind, amount: 700, currency: 'usd', at: daysAgo(days) };
}

test('a refund shows for 90 days, however many charges came after it', async () => {
  const user = await buildUser(app);
  const charges = Array.from({ length: 11 }, (_, n) => moved(`ch_after_${n}`, 'charged', n));
  const rows = [...charges, moved('re_89', 'refunded', 89), moved('re_91', 'refunded', 91)];
  await app.platform.db.insert(movements).values(rows.map((one) => ({ ...one, userId: user.id })));
  expect((await getSubscription(depsOf(app), user.id)).returns.map(({ id }) => id)).toEqual(['re_89']);
});

test('movements and reports of comparisons go after 400 days, and not before', async () => {
  const user = await buildUser(app);
  const { db } = app.platform;
  const kept = [moved('ch_399', 'charged', 399), moved('ch_401', 'charged', 401)];
  await db.insert(movements).values(kept.map((one) => ({ ...one, userId: user.id })));
  const young = daysAgo(399);
  await db.insert(reconciliations).values([young, daysAgo(401)].map((startedAt) => ({ startedAt })));
  await reconcileBilling(depsOf(app));
  const ids = (await db.select().from(movements)).map(({ id }) => id);
  expect(ids).toContain('ch_399');
  expect(ids).not.toContain('ch_401');
  expect((await db.select().from(reconciliations)).map(({ startedAt }) => startedAt)).toEqual([young]);
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
  const user = await buildUser(app);
  await subscribe(app, user);
  const before = await subjectsTo(app, user.email);
  await recordMovements(depsOf(app), app.platform.db, user.id, [moved('re_8', 'refunded', 8)]);
  expect(await subjectsTo(app, user.email)).toEqual(before);
  await recordMovements(depsOf(app), app.platform.db, user.id, [moved('re_6', 'refunded', 6)]);
  expect(await subjectsTo(app, user.email)).toEqual([...before, 'We refunded $7.00']);
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
