import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser } from '../../../test/factories.ts';
import { findOwnerOfStripeId, listProviderEvents, sumRevenue } from './billing.queries.ts';
import { updateSubscription } from './billing.store.ts';
import { movements, webhookEvents } from './billing.tables.ts';
import type { Movement } from './billing.types.ts';
import { buildRow } from './sync/subscription-rows.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

test('a replaced id belongs to the person who has it now, else to the last who had it', async () => {
  const { db } = app.platform;
  const [first, second] = [await buildRow(app), await buildRow(app)];
  const { customerId } = first;
  await updateSubscription(db, first.user.id, { customerId: 'cus_next' });
  expect(await findOwnerOfStripeId(db, customerId)).toEqual({ userId: first.user.id, isFormer: true });
  await updateSubscription(db, second.user.id, { customerId, subscriptionId: 'sub_next' });
  expect(await findOwnerOfStripeId(db, customerId)).toEqual({ userId: second.user.id, isFormer: false });
  await updateSubscription(db, second.user.id, { customerId: 'cus_other' });
  expect(await findOwnerOfStripeId(db, customerId)).toEqual({ userId: second.user.id, isFormer: true });
});

test('the events of a customer come newest first, a page at a time', async () => {
  const { db } = app.platform;
  const { user, customerId } = await buildRow(app);
  const days = [1, 2, 3].map((ago) => new Date(app.clock.now().getTime() - ago * 86_400_000));
  const [newest, middle, oldest] = days as [Date, Date, Date];
  const event = (id: string, at: Date) => {
    const told = { id, type: 'invoice.paid', objectId: 'in_1', customerId };
    return { ...told, occurredAt: at, receivedAt: at };
  };
  const events = [event('evt_3', oldest), event('evt_1', newest), event('evt_2', middle)];
  await db.insert(webhookEvents).values(events);
  const page = (before: Date) => listProviderEvents(db, user.id, { before, atMoment: 'none', limit: 2 });
  expect((await page(app.clock.now())).map(({ id }) => id)).toEqual(['evt_1', 'evt_2']);
  expect(await page(middle)).toEqual([
    { id: 'evt_3', at: oldest, action: 'invoice.paid', details: { object: 'in_1' } },
  ]);
});

test('revenue is what each person paid less what went back, by currency, from the start of a span up to its end', async () => {
  const { db } = app.platform;
  const [one, two] = [(await buildUser(app)).id, (await buildUser(app)).id];
  const [from, until] = [new Date('2019-01-01T00:00:00Z'), new Date('2019-02-01T00:00:00Z')];
  const before = (instant: Date) => new Date(instant.getTime() - 1);
  const rows: [number, Movement['kind'], number, Date, string][] = [
    [one, 'charged', 1500, from, 'usd'],
    [one, 'charged', 700, before(until), 'usd'],
    [one, 'refunded', 200, from, 'usd'],
    [one, 'dispute_won', 1500, from, 'usd'],
    [one, 'charged', 900, from, 'eur'],
    [one, 'charged', 40, before(from), 'usd'],
    [one, 'charged', 80, until, 'usd'],
    [two, 'disputed', 300, from, 'usd'],
  ];
  for (const [n, [userId, kind, amount, at, currency]] of rows.entries())
    await db.insert(movements).values({ id: `move_${n}`, userId, kind, amount, at, currency });
  expect(await sumRevenue(db, [one, two], { from, until })).toEqual(
    new Map([
      [
        one,
        [
          { currency: 'eur', amount: 900 },
          { currency: 'usd', amount: 2000 },
        ],
      ],
      [two, [{ currency: 'usd', amount: -300 }]],
    ]),
  );
});
