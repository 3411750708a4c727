import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { inTransaction } from '../../platform/database.ts';
import { queues } from '../../platform/queues.ts';
import { buildWriter } from '../generation/generation.fixture.ts';
import { listCostliest, sumAllFigures, sumCosts, sumFigures } from './figures.queries.ts';
import { recordPublished, recordReads } from './record-costs.ts';
import { recordFigures, recordModelCall } from './record-figures.ts';

const DAY_MS = 86_400_000;

test('docs/calls/figures.md says what is counted by day and of costs, and how long it is kept', async () => {
  const page = await openKeptPage();
  const { app, find, prepare, step, advance } = page;
  const { db, clock, jobs } = app.platform;
  const ada = await buildWriter(app);
  const bob = await buildWriter(app);
  const { id: postId } = await buildPost(app, { user: ada, accountId: ada.accountId });
  const { id: linked } = await buildPost(app, { user: bob, accountId: bob.accountId });
  const now = clock.now();

  await step('Figures', () =>
    recordFigures(db, now, [
      { name: 'users.signed_up', amount: 2 },
      { name: 'revenue.net', label: 'usd', amount: 700 },
      { name: 'revenue.net', label: 'eur', amount: 0 },
    ]),
  );
  await step('Figures of 0', () => recordFigures(db, now, [{ name: 'users.left', amount: 0 }]));
  const call = { at: now, purpose: 'posts', userId: ada.id, accountId: ada.accountId, tier: 'pro' } as const;
  const tokens = { inputTokens: 1_001, outputTokens: 503 };
  for (const model of ['gpt-4o-mini-2', 'gpt-4.1-nano', 'gpt-4.1-mini', 'gpt-4.1-2', 'gpt-4o-2', 'another'])
    await step(`A call of the model ${model}`, () => recordModelCall(db, { ...call, model, ...tokens }));
  await step('A call for everybody', () =>
    recordModelCall(db, { ...call, purpose: 'news', userId: null, accountId: null, model: 'x', ...tokens }),
  );
  const whose = { userId: ada.id, accountId: ada.accountId, tier: 'pro' };
  await step('Published posts, of which one has a link', () =>
    recordPublished(db, now, [
      { ...whose, postId, hasLink: false },
      { userId: bob.id, accountId: bob.accountId, tier: 'standard', postId: linked, hasLink: true },
    ]),
  );
  await step('No published posts', () => recordPublished(db, now, []));
  const read = (kind: 'post_read' | 'profile_read', objectIds: string[], more: object = {}) =>
    recordReads(app.platform, { kind, objectIds, ...whose, ...more });
  await step('Posts that are read, one of them twice', () => read('post_read', ['92', '91', '92']));
  await step('The same, and one more', () => read('post_read', ['91', '93']));
  await step('The same', () => read('post_read', ['91', '93']));
  await step('None', () => read('post_read', []));
  await step('A profile of the same number', () =>
    read('profile_read', ['91'], { userId: null, accountId: null, tier: 'free' }),
  );
  advance(14 * 3_600_000);
  await step('The same on the next day', () => read('post_read', ['91']));

  // Before anything is summed, and after.
  const year = { from: '2020-01-01', until: '2021-01-01' };
  await prepare(async () => {
    for (const [at, amount] of [
      ['2019-12-31', 1],
      ['2020-01-01', 10],
      ['2020-12-31', 100],
      ['2021-01-01', 1_000],
    ] as const)
      await recordFigures(db, new Date(`${at}T00:00:00Z`), [
        { name: 'revenue.net', label: 'usd', amount },
        { name: 'revenue.net', label: 'eur', amount: -amount },
        { name: 'revenue.charges', label: 'usd', amount: 1 },
      ]);
  });
  const questions = async (when: string) => {
    await find(`Sums of a year, ${when}`, () => sumFigures(db, ['revenue.net', 'users.signed_up'], year));
    await find(`Sums of all days, ${when}`, () => sumAllFigures(db, ['revenue.net', 'posts.late']));
  };
  await questions('not added up yet');
  await prepare(() => jobs.drain());
  await prepare(() => jobs.enqueue(db, queues.updateFigureDays, {}));
  await step('Figures and costs are added up', () => jobs.drain());
  await prepare(() => recordFigures(db, now, [{ name: 'revenue.net', label: 'usd', amount: 5 }]));
  await prepare(() =>
    inTransaction(db, (tx) => recordPublished(tx, now, [{ ...whose, postId, hasLink: false }])),
  );
  await questions('partly added up');
  await prepare(() => jobs.enqueue(db, queues.updateFigureDays, {}));
  await step('The rest is added up', () => jobs.drain());
  await find('Costs of a person since an instant', () => sumCosts(db, now, ada.id));
  await find('Costs of a person since a moment later', () =>
    sumCosts(db, new Date(now.getTime() + 1), ada.id),
  );
  await find('Costs of another', () => sumCosts(db, now, bob.id));
  await find('Who costs the most', () => listCostliest(db, '2020-11-01', 2));
  await find('Who costs the most, the first alone', () => listCostliest(db, '2020-11-01', 1));
  await find('Who costs the most in another month', () => listCostliest(db, '2020-10-01', 2));

  // Costs are kept for 400 days, what was read for two.
  await prepare(async () => {
    const limit = clock.now().getTime() - 400 * DAY_MS;
    for (const at of [limit - 1, limit, limit + 1])
      await recordPublished(db, new Date(at), [{ ...whose, postId, hasLink: false }]);
    await jobs.enqueue(db, queues.updateFigureDays, {});
    await jobs.drain();
    await db.execute(sql`
      insert into cost_months (month, user_id, post_count, link_count, x_micros, model_micros)
      values ('2019-09-01', ${ada.id}, 1, 0, 2, 3), ('2019-10-01', ${bob.id}, 4, 0, 5, 6)`);
    await db.execute(sql`
      insert into billed_reads (day, kind, object_id) select d::date, 'post_read', '5'
      from generate_series('2020-11-17'::date, '2020-11-20', '1 day') d`);
    await jobs.enqueue(db, queues.deleteOldCosts, {});
  });
  await step('What is too old goes', () => jobs.drain());
  await page.expectKept('figures');
});
