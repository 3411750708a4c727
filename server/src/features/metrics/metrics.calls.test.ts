import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, buildUser, connectX } from '../../../test/factories.ts';
import { KEPT_NOW, openKeptPage } from '../../../test/kept-calls.ts';
import { queues } from '../../platform/queues.ts';
import type { FigureName } from '../figures/figures.types.ts';
import { recordFigures } from '../figures/record-figures.ts';

test('docs/calls/metrics.md says what the calls of the metrics answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const eve = await buildUser(app, { email: 'eve@example.com', roles: ['ops'], timeZone: 'Asia/Kolkata' });
  const get = (path: string, note?: string) =>
    ask('GET', `/api/admin/metrics/${path}`, {
      as: eve,
      isSideBySide: path === 'operations',
      ...(note ? { note } : {}),
    });
  const clear = () => page.prepare(() => db.execute(sql`truncate figure_changes, figure_days`));
  let recorded = 0;
  /** Each amount tells what it is of: no two are the same. */
  const record = (at: string, ...names: [FigureName, string?][]) =>
    page.prepare(async () => {
      const changes = names.map(([name, label = ''], index) => ({
        name,
        label,
        amount: (recorded + index) ** 2,
      }));
      recorded += names.length;
      await recordFigures(db, new Date(at), changes);
    });
  const add = (at: string, name: FigureName, count: number, label = '') =>
    page.prepare(() => recordFigures(db, new Date(at), [{ name, label, amount: count }]));

  await clear();
  for (const path of [
    'subscribers',
    'summary',
    'revenue',
    'revenue/export?year=2019',
    'growth',
    'operations',
  ])
    await get(path, 'when nothing has happened');

  const all: [FigureName, string?][] = [
    ['users.signed_up'],
    ['users.left'],
    ['subscribers.active', 'pro'],
    ['subscribers.active', 'standard'],
    ['subscribers.in_trial'],
    ['subscribers.ever'],
    ['posts.posted', 'pro'],
    ['posts.posted', 'free'],
    ['posts.failed', 'X_REFUSED'],
    ['posts.late', '5'],
    ['trials.started', '2020-10'],
    ['trials.converted', '2020-10'],
    ['trials.lapsed', '2020-10'],
    ['subscriptions.started', '2020-10'],
    ['subscriptions.ended', '2020-10'],
  ];
  // Before the twelve months, at their beginning, in October and today.
  for (const day of [
    '2019-11-30T23:59:59Z',
    '2019-12-01T00:00:00Z',
    '2020-10-31T23:59:59Z',
    '2020-11-20T09:00:00Z',
  ])
    await record(day, ...all);
  await add(KEPT_NOW, 'users.signed_up', 20_000);
  await add(KEPT_NOW, 'trials.started', 7, '2019-11');
  await get('summary');
  await get('subscribers');
  await get('growth');
  await page.step('The figures are summed up by day', async () => {
    await app.platform.jobs.enqueue(db, queues.updateFigureDays, {});
    await app.platform.jobs.drain();
  });
  await get('summary', 'after they were summed up');
  await add(KEPT_NOW, 'subscribers.active', 900_000);
  await get('subscribers', 'with more plans than people');

  await clear();
  for (const [at, cents, currency] of [
    ['2018-12-31T23:59:59Z', 1, 'usd'],
    ['2019-01-01T00:00:00Z', 700, 'usd'],
    ['2019-03-05T00:00:00Z', -900, 'usd'],
    ['2019-12-31T23:59:59Z', 1_500, 'eur'],
    ['2019-12-31T23:59:59Z', 1_900, 'eur'],
    ['2019-06-30T12:00:00Z', 400, 'jpy'],
    ['2020-01-01T00:00:00Z', 50, 'usd'],
  ] as const) {
    await add(at, 'revenue.net', cents, currency);
    if (currency !== 'jpy') await add(at, 'revenue.charges', 1, currency);
  }
  await get('revenue');
  await get('revenue?year=2019', 'in the currency with most charges');
  await get('revenue?year=2019&currency=JPY');
  await get('revenue?year=2019&currency=chf', 'without any revenue in it');
  for (const query of ['year=1999', 'year=2101', 'year=x', 'currency=euro']) await get(`revenue?${query}`);
  await get('revenue/export');
  await get('revenue/export?year=2019');

  await page.prepare(async () => {
    const owner = await buildUser(app, { email: 'ada@example.com' });
    const { id: accountId } = await connectX(app, owner, 'ada');
    const at = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1_000);
    await buildPost(app, { user: owner, accountId, scheduledAt: at(-90.4) });
    await buildPost(app, { user: owner, accountId, scheduledAt: at(60), isPaused: true });
    const other = await buildUser(app, { email: 'bob@example.com' });
    const { id } = await connectX(app, other, 'bob');
    await buildPost(app, { user: other, accountId: id, scheduledAt: at(-30), status: 'processing' });
    await app.platform.jobs.enqueue(db, queues.deleteOldCosts, {});
    await app.platform.jobs.enqueue(db, queues.deleteOldJobs, {});
    await app.platform.jobs.enqueue(db, queues.deleteOldJobs, {});
  });
  await clear();
  for (const at of [
    '2020-10-21T23:59:59Z',
    '2020-10-22T00:00:00Z',
    '2020-11-13T23:59:59Z',
    '2020-11-14T00:00:00Z',
    '2020-11-20T23:59:59Z',
    '2020-11-21T00:00:00Z',
  ])
    await record(
      at,
      ['posts.posted', 'pro'],
      ['posts.posted', 'free'],
      ['posts.failed', 'X_REFUSED'],
      ['posts.failed', 'TOO_LATE'],
      ['posts.late', '5'],
      ['posts.late', 'more'],
      ['costs.x', 'pro'],
      ['costs.x', 'free'],
      ['costs.model', 'free'],
      ['revenue.tier', 'usd:pro'],
      ['revenue.tier', 'eur:pro'],
      ['revenue.tier', 'usd:team'],
    );
  await add(KEPT_NOW, 'posts.failed', 3, 'B');
  await add(KEPT_NOW, 'posts.failed', 3, 'A');
  await get('operations');
  await page.expectKept('metrics');
});
