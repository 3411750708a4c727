import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, buildUser, call, comeBack, connectX, subscribe } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { queues } from '../../platform/queues.ts';
import { movements } from '../billing/billing.tables.ts';
import { costEntries, costMonths, figureChanges, figureDays } from '../figures/figures.tables.ts';
import type { FigureName } from '../figures/figures.types.ts';
import { xCredits } from './costs.tables.ts';

const COSTS = '/api/admin/costs';
const key = (last: number) => `0d5b4a6e-3f0c-4a8e-9d55-6c1a2b3c4d5${last}`;

test('docs/calls/costs.md says what the calls of costs, credits and links answer and do', async () => {
  const page = await openKeptPage({ X_CREDITS_ALARM_DAYS: '10' });
  const { app, ask, prepare, advance } = page;
  const { db, clock } = app.platform;
  const at = (day: string, time = '10:00:00Z') => new Date(`${day}T${time}`);
  const ops = await buildUser(app, { email: 'ops@example.com', roles: ['admin'] });
  const ada = await buildUser(app, { email: 'ada@example.com' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const dan = await buildUser(app, { email: 'dan@example.com' });
  const eve = await buildUser(app, { email: 'eve@example.com' });
  await subscribe(app, ada);
  await subscribe(app, bob, { plan: 'standard', trial: false });
  const { id: accountId } = await connectX(app, ada, 'ada');
  await app.platform.jobs.drain();
  await db.delete(figureChanges);
  await db.delete(costEntries);
  await db.delete(costMonths);
  await db.delete(movements);

  await ask('GET', COSTS, { as: ops, note: 'while there are none' });
  await ask('GET', `${COSTS}/credits`, { as: ops, note: 'before a balance was noted' });
  await ask('GET', `${COSTS}/customers`, { as: ops, note: 'while there are none' });
  await ask('GET', `${COSTS}/customers?month=2020-13`, { as: ops, note: 'of no month' });

  await prepare(async () => {
    const figure = (day: string, name: FigureName, label: string, amount: number) => ({
      day,
      figure: name,
      label,
      amount,
    });
    await db
      .insert(figureDays)
      .values([
        figure('2020-10-21', 'costs.x', 'pro', 1),
        figure('2020-10-22', 'costs.x', 'pro', 20_000),
        figure('2020-10-22', 'costs.model', 'pro', 300_000),
        figure('2020-11-20', 'costs.x', 'standard', 4_000_000),
        figure('2020-11-20', 'revenue.tier', 'usd:pro', 1500),
        figure('2020-11-02', 'revenue.tier', 'usd:pro', 30),
        figure('2020-11-02', 'revenue.tier', 'eur:pro', 900),
        figure('2020-10-20', 'revenue.tier', 'usd:pro', 7),
        figure('2020-11-02', 'revenue.tier', 'usd:pro_plus', 2500),
        figure('2020-11-02', 'revenue.net', 'usd', 9),
        figure('2020-11-02', 'costs.kind', 'model', 300_000),
        figure('2020-11-12', 'costs.kind', 'post', 70_000_000),
        figure('2020-11-13', 'costs.kind', 'post', 700_000),
        figure('2020-11-19', 'costs.kind', 'post_with_link', 140_000),
        figure('2020-11-19', 'costs.kind', 'post_read', 70_000),
        figure('2020-11-19', 'costs.kind', 'profile_read', 7_000),
        figure('2020-11-20', 'costs.kind', 'post', 7_000_000),
      ]);
    await db.insert(figureChanges).values([figure('2020-11-20', 'costs.x', 'pro', 50_000)]);
    const month = { month: '2020-11-01', posts: 2, postsWithLink: 1 };
    await db.insert(costMonths).values([
      { ...month, userId: ada.id, xMicros: 300_000, modelMicros: 20_000 },
      { ...month, userId: bob.id, posts: 3, xMicros: 100_000, modelMicros: 900_000 },
      { ...month, userId: dan.id, posts: 0, postsWithLink: 0, xMicros: 0, modelMicros: 320_000 },
      { ...month, userId: ada.id, month: '2020-10-01', posts: 9, xMicros: 9_000_000, modelMicros: 0 },
    ]);
    const entry = { kind: 'post' as const, userId: ada.id, tier: 'pro', costMicros: 15_000 };
    await db.insert(costEntries).values([
      { ...entry, at: at('2020-10-22', '00:00:00Z'), costMicros: 1_000 },
      { ...entry, at: at('2020-10-21', '23:59:59Z'), costMicros: 100_000 },
      { ...entry, at: at('2020-11-19'), kind: 'post_with_link', costMicros: 200_000 },
      { ...entry, at: at('2020-11-19'), kind: 'post_read', costMicros: 5_000 },
      { ...entry, at: at('2020-11-19'), kind: 'post_read', costMicros: 5_001 },
      { ...entry, at: at('2020-11-19'), kind: 'profile_read', costMicros: 10_000 },
      { ...entry, at: at('2020-11-19'), userId: bob.id },
    ]);
    const move = { userId: ada.id, amount: 1500, currency: 'usd' };
    await db.insert(movements).values([
      { ...move, id: 'ch_1', kind: 'charged', at: at('2020-11-01', '00:00:00Z') },
      { ...move, id: 're_1', kind: 'refunded', amount: 200, at: at('2020-11-20') },
      { ...move, id: 'ch_2', kind: 'charged', amount: 7, at: at('2020-10-31', '23:59:59Z') },
      { ...move, id: 'ch_3', kind: 'charged', amount: 8, at: at('2020-12-01', '00:00:00Z') },
      { ...move, id: 'dp_1', kind: 'disputed', amount: 30, at: at('2020-11-05'), currency: 'EUR' },
      { ...move, id: 'dp_2', kind: 'dispute_lost', amount: 31, at: at('2020-11-05'), currency: 'eur' },
      { ...move, id: 'dp_3', kind: 'dispute_won', amount: 33, at: at('2020-11-05') },
      { ...move, id: 'ch_4', kind: 'charged', amount: 9, at: at('2020-10-21', '23:59:59Z') },
      { ...move, id: 'ch_5', kind: 'charged', amount: 700, userId: bob.id, at: at('2020-11-19') },
    ]);
  });
  await ask('GET', COSTS, { as: ops });
  await ask('GET', `${COSTS}/customers`, { as: ops, note: 'one of whom published nothing' });
  await ask('GET', `${COSTS}/customers?month=2020-10`, { as: ops, note: 'of another month' });
  await ask('GET', `/api/admin/users/${ada.id}/costs`, { as: ops });
  await ask('GET', `/api/admin/users/${dan.id}/costs`, { as: ops, note: 'of somebody without any' });
  await ask('GET', '/api/admin/users/4000000/costs', { as: ops, note: 'of nobody' });

  const noted = { key: key(1), dollars: 12.34, reason: 'Read off the console.' };
  await ask('POST', `${COSTS}/credits`, { as: ops, body: noted });
  await ask('POST', `${COSTS}/credits`, { as: ops, body: { ...noted, dollars: 99 }, note: 'a second time' });
  await ask('POST', `${COSTS}/credits`, {
    as: ops,
    body: { key: key(2), dollars: 0 },
    note: 'that are used up',
  });
  await ask('POST', `${COSTS}/credits`, {
    as: ops,
    body: { key: key(3), dollars: 0.001 },
    note: 'of no whole cents',
  });
  await ask('POST', `${COSTS}/credits`, {
    as: ops,
    body: { key: key(3), dollars: 0.29 },
    note: 'of a few hours',
  });
  await ask('POST', `${COSTS}/credits`, {
    as: ops,
    body: { key: key(4), dollars: 100_000 },
    note: 'of years',
  });

  const plan = async (
    day: string,
    content: string,
    more: { status?: 'pending' | 'failed' | 'draft' } = {},
  ) => {
    const given = { user: ada, accountId, content, scheduledAt: at(day), createdAt: at(day), ...more };
    await buildPost(app, given as Parameters<typeof buildPost>[1]);
  };
  await prepare(async () => {
    await plan('2020-11-21', 'A link: https://example.com');
    await plan('2020-11-21', 'No link');
    await plan('2020-11-26', 'The last before the trial ends: https://example.com');
    await plan('2020-11-27', 'The first of the next month: https://example.com');
    await plan('2020-12-27', 'The first of the month after: https://example.com');
    await plan('2020-11-22', 'Failed: https://example.com', { status: 'failed' });
    await db.insert(xCredits).values([
      {
        key: key(8),
        at: new Date(clock.now().getTime() - 400 * 86_400_000 - 1000),
        balanceMicros: 1,
        spentMicros: 1,
      },
      {
        key: key(9),
        at: new Date(clock.now().getTime() - 400 * 86_400_000),
        balanceMicros: 80_000_000,
        spentMicros: 70_000,
      },
    ]);
    await app.platform.jobs.enqueue(db, queues.updatePlannedCosts, {});
  });
  await page.step('Planned costs are summed up', () => app.platform.jobs.drain());
  await ask('GET', `${COSTS}/credits`, { as: ops, note: 'of the balance that was noted last' });
  await prepare(async () => {
    await db.execute(sql`delete from posts`);
    await db.execute(
      sql`update x_credits set balance_micros = 2000000, spent_micros = 4070000 where key = ${key(9)}`,
    );
    await app.platform.jobs.enqueue(db, queues.updatePlannedCosts, {});
  });
  await page.step('Planned costs are summed up, without any', () => app.platform.jobs.drain());
  await prepare(() => plan('2020-11-26', 'One more: https://example.com'));
  await ask('GET', `${COSTS}/credits`, { as: ops, note: 'that last less than the days of the alarm' });

  await ask('GET', '/api/links', { as: eve, note: 'of somebody who never had a plan' });
  await ask('GET', '/api/links', { as: ada, note: 'on trial' });
  await ask('GET', '/api/links', { as: bob, note: 'in a paid month' });
  advance(35 * 86_400_000);
  await prepare(async () => {
    for (const user of [ada, bob]) await comeBack(app, user);
  });
  await ask('GET', '/api/links', { as: bob, note: 'after a month of which no end was heard' });
  await prepare(() => call(app, 'GET', '/api/products'));
  await page.expectKept('costs');
});
