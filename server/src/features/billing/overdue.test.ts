import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildApp } from '../../../test/build-app.ts';
import { buildUser } from '../../../test/factories.ts';
import { selectOverdueUsers, takeTicket } from './billing.store.ts';

test('of overdue subscriptions those asked about longest ago come first, so that none starves', async () => {
  const app = await buildApp();
  const { db } = app.platform;
  const ids: number[] = [];
  for (let each = 0; each < 6; each += 1) ids.push((await buildUser(app)).id);
  const [byPeriod, byCancel, paused, ahead, ended, heard] = ids;
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
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const overdue = (limit: number) => selectOverdueUsers(db, anHourAgo, anHourAgo, limit);
  expect(await overdue(100)).toEqual([byPeriod, byCancel, paused]);

  // The provider does not answer for the first two; the people after them still get their turn.
  for (const id of await overdue(2)) await takeTicket(db, id);
  expect(await overdue(2)).toEqual([paused, byPeriod]);
});
