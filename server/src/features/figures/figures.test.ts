import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser } from '../../../test/factories.ts';
import { modelCostMicros } from './costs.rules.ts';
import { sumAllFigures, sumFigures, updateFigureDays } from './figures.queries.ts';
import { selectCostliest } from './figures.store.ts';
import { recordFigures } from './record-figures.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ shared: true });
});

afterAll(() => app.close());

beforeEach(() => app.platform.db.execute(sql`truncate figure_changes, figure_days`));

const year = { from: '2026-01-01', until: '2027-01-01' };

const changes = async () =>
  (await app.platform.db.execute(sql`select count(*)::int as n from figure_changes`)).rows[0]?.n;

test('ADM-MET-05 a figure is the same before, between and after its changes are added up, and months are those of UTC', async () => {
  const { db } = app.platform;
  const record = (at: string, amount: number, label = 'usd') =>
    recordFigures(db, new Date(at), [{ name: 'revenue.net', label, amount }]);
  await record('2026-01-31T23:59:59.999Z', 700);
  await record('2026-02-01T00:00:00.000Z', 1500);
  await record('2026-02-28T12:00:00.000Z', -500);
  await record('2026-02-28T12:00:00.000Z', 900, 'eur');
  await record('2025-12-31T23:59:59.999Z', 1);
  await record('2027-01-01T00:00:00.000Z', 1);
  await recordFigures(db, new Date('2026-02-28T12:00:00Z'), [{ name: 'revenue.charges', amount: 1 }]);
  const expected = [
    { name: 'revenue.net', label: 'eur', month: '2026-02', amount: 900 },
    { name: 'revenue.net', label: 'usd', month: '2026-01', amount: 700 },
    { name: 'revenue.net', label: 'usd', month: '2026-02', amount: 1000 },
  ];
  expect(await sumFigures(db, ['revenue.net'], year)).toEqual(expected);
  await app.platform.jobs.enqueue(db, 'figures.update-days', {});
  await app.platform.jobs.drain();
  expect(await changes()).toBe(0);
  expect(await sumFigures(db, ['revenue.net'], year)).toEqual(expected);
  await record('2026-02-28T12:00:00.000Z', 100);
  expect((await sumFigures(db, ['revenue.net'], year)).at(-1)?.amount).toBe(1100);
  await updateFigureDays(app.platform);
  expect((await sumFigures(db, ['revenue.net'], year)).at(-1)?.amount).toBe(1100);
});

test('each change counts once, however often and by how many processes they are added up', async () => {
  const { db } = app.platform;
  let expected = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 30 }), async (amounts) => {
      const at = new Date('2026-05-05T05:05:05Z');
      await recordFigures(
        db,
        at,
        amounts.map((amount) => ({ name: 'posts.posted' as const, amount })),
      );
      await Promise.all([updateFigureDays(app.platform), updateFigureDays(app.platform)]);
      expected += amounts.reduce((sum, amount) => sum + amount, 0);
      const total = (await sumAllFigures(db, ['posts.posted'])).reduce((sum, each) => sum + each.amount, 0);
      expect(total).toBe(expected);
    }),
    { numRuns: 15 },
  );
});

test('more changes than one batch are all added up, in one run', async () => {
  const { db } = app.platform;
  await db.execute(
    sql`insert into figure_changes (day, figure, label, amount) select '2026-03-03', 'posts.posted', 'pro', 1 from generate_series(1, 1001)`,
  );
  await updateFigureDays(app.platform);
  expect(await changes()).toBe(0);
  expect(await sumAllFigures(db, ['posts.posted'])).toMatchObject([{ label: 'pro', amount: 1001 }]);
});

test('more costs than one batch are all added to their months, in one run', async () => {
  const { db } = app.platform;
  const { id } = await buildUser(app);
  await db.execute(
    sql`insert into cost_entries (at, user_id, kind, tier, cost_micros)
        select '2026-03-03', ${id}, 'post', 'pro', 15000 from generate_series(1, 1001)`,
  );
  await updateFigureDays(app.platform);
  const [month] = await selectCostliest(db, '2026-03-01', 1);
  expect(month).toMatchObject({ userId: id, posts: 1001, costMicros: 15_015_000 });
});

test('a call of a model costs by its tokens, read and written', () => {
  const tokens = { inputTokens: 2_000, outputTokens: 1_000 };
  expect(modelCostMicros({ model: 'gpt-4o-mini-2024-07-18', ...tokens })).toBe(900);
  expect(modelCostMicros({ model: 'gpt-4o', ...tokens })).toBe(15_000);
  expect(modelCostMicros({ model: 'gpt-4.1-mini-2025-04-14', ...tokens })).toBe(2_400);
  expect(modelCostMicros({ model: 'gpt-4.1-nano', ...tokens })).toBe(600);
  expect(modelCostMicros({ model: 'gpt-4.1-2025-04-14', ...tokens })).toBe(12_000);
  expect(modelCostMicros({ model: 'something-else', ...tokens })).toBe(900);
  expect(modelCostMicros({ model: 'gpt-4o', inputTokens: 1, outputTokens: 0 })).toBe(3);
});
