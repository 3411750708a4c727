import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser } from '../../../test/factories.ts';
import {
  type SubscriptionRow,
  selectOverdueUsers,
  selectPublishingEnded,
  selectTrialsToRemind,
  takeTicket,
} from './billing.store.ts';
import { buildRow } from './steps.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

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
  const over = async (publishesUntil: Date | null) => (await buildRow(app, { publishesUntil })).user.id;
  const last = await over(now);
  const [first, second] = [await over(before), await over(before)];
  await over(new Date(now.getTime() + 1));
  await over(null);
  const begin = [
    { until: before, userId: first },
    { until: before, userId: second },
  ];
  expect(await selectPublishingEnded(db, now, undefined, 2)).toEqual(begin);
  expect(await selectPublishingEnded(db, now, begin[1], 2)).toEqual([{ until: now, userId: last }]);
});
