import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import { sumAllFigures, updateFigureDays } from '../figures/figures.queries.ts';
import { recordPublished, recordReads } from '../figures/record-costs.ts';
import { recordModelCall } from '../figures/record-figures.ts';
import { givePlan } from '../generation/generation.fixture.ts';
import { CERTAIN_AFTER_ANSWER_SECONDS } from '../publishing/engine/looks.rules.ts';
import { duePost, fault, runEngine } from '../publishing/publishing.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: new Date().toISOString() });
});
afterAll(() => app.close());

type Bill = { totalMicros: number; days: Record<string, number>[] };
const bill = async (): Promise<Bill> =>
  (await (await fetch(`${app.sandboxUrl}/sandbox/x/bill`)).json()) as Bill;
const ledger = async () =>
  Number(
    (
      await app.platform.db.execute(
        sql`select coalesce(sum(cost_micros), 0) as n from cost_entries where kind <> 'model'`,
      )
    ).rows[0]?.n,
  );
const entries = async (userId: number) =>
  (
    await app.platform.db.execute(
      sql`select kind, count, cost_micros::int as micros, tier, account_id::int as account, post_id is not null as has_post
        from cost_entries where user_id = ${userId} order by id`,
    )
  ).rows;

test('COST-02 the ledger and X agree on every charge: posts, links, lost answers, test tweets and reads', async () => {
  const user = await buildUser(app);
  await subscribe(app, user, { plan: 'pro' });
  const account = await connectX(app, user, 'ledger');
  const due = { user, accountId: account.id, scheduledAt: app.clock.now() };
  const linked = await buildPost(app, { ...due, content: 'With example.com' });
  await runEngine(app);
  await call(app, 'POST', '/api/test-tweet', { token: user.token, body: {} });
  expect(await entries(user.id)).toEqual([
    { kind: 'profile_read', count: 1, micros: 10_000, tier: 'pro', account: null, has_post: false },
    { kind: 'post_with_link', count: 1, micros: 200_000, tier: 'pro', account: account.id, has_post: true },
    { kind: 'post', count: 1, micros: 15_000, tier: 'pro', account: account.id, has_post: false },
  ]);
  const { rows } = await app.platform.db.execute(
    sql`select post_id::int as id from cost_entries where kind = 'post_with_link'`,
  );
  expect(rows).toEqual([{ id: linked.id }]);

  const lost = await duePost(app, 'lost_answer');
  await givePlan(app, lost.user.id, { tier: 'standard' });
  await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username: 'lost_answer' });
  await runEngine(app);
  for (let look = 0; look < 3; look += 1) {
    app.clock.advance(CERTAIN_AFTER_ANSWER_SECONDS * 1000 + 1);
    await runEngine(app);
  }
  expect(await entries(lost.user.id)).toMatchObject([
    { kind: 'profile_read' },
    { kind: 'post_read', count: 1, micros: 5_000, tier: 'standard', account: lost.account.id },
    { kind: 'post', micros: 15_000, has_post: true },
  ]);
  expect(await ledger()).toBe((await bill()).totalMicros);
  const figures = await sumAllFigures(app.platform.db, ['costs.x']);
  expect(figures.reduce((sum, { amount }) => sum + amount, 0)).toBe(await ledger());
});

test('COST-02 a repeated read is charged once a day', async () => {
  const user = await buildUser(app);
  const before = await ledger();
  const read = (objectIds: string[]) =>
    recordReads(app.platform, {
      kind: 'post_read',
      objectIds,
      userId: user.id,
      accountId: null,
      tier: 'pro',
    });
  await Promise.all([read(['1', '2']), read(['2', '1']), read(['2', '3', '3'])]);
  expect((await ledger()) - before).toBe(15_000);
  await read([]);
  await read(['3']);
  expect((await ledger()) - before).toBe(15_000);
  app.clock.advance(86_400_000);
  await read(['3']);
  expect((await ledger()) - before).toBe(20_000);
});

test('COST-07 each entry is in the month of its person once, however often and by how many they are added up', async () => {
  const { db } = app.platform;
  const user = await buildUser(app);
  const cost = { userId: user.id, accountId: null, postId: null, tier: 'pro' };
  const model = { purpose: 'posts', model: 'gpt-4o', inputTokens: 400, outputTokens: 0 } as const;
  const rows = () =>
    db.execute(sql`select month::text, post_count::int as posts, link_count::int as links, x_micros::int as x, model_micros::int as model
      from cost_months where user_id = ${user.id} order by month`);
  for (const at of ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z', '2026-02-28T12:00:00Z'])
    await recordPublished(db, new Date(at), [
      { ...cost, hasLink: true },
      { ...cost, hasLink: false },
    ]);
  const at = new Date('2026-02-02T00:00:00Z');
  await recordModelCall(db, { ...cost, ...model, at });
  // What is read and written for everybody is nobody's.
  await recordModelCall(db, { ...cost, ...model, at, userId: null });
  await Promise.all([updateFigureDays(app.platform), updateFigureDays(app.platform)]);
  await updateFigureDays(app.platform);
  expect((await rows()).rows).toEqual([
    { month: '2026-01-01', posts: 2, links: 1, x: 215_000, model: 0 },
    { month: '2026-02-01', posts: 4, links: 2, x: 430_000, model: 1_000 },
  ]);
});

test('the ledger ends: rows of long ago and reads of days that are over are deleted, and the sums stay', async () => {
  const { db } = app.platform;
  const sums = await sumAllFigures(db, ['costs.x']);
  app.clock.advance(450 * 86_400_000);
  const now = app.clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const user = await buildUser(app);
  const cost = { userId: user.id, accountId: null, postId: null, tier: 'pro', hasLink: false };
  await recordPublished(db, daysAgo(399), [cost]);
  await recordPublished(db, daysAgo(401), [cost]);
  await updateFigureDays(app.platform);
  for (const days of [0, 1, 2, 3])
    await db.execute(
      sql`insert into billed_reads values (${daysAgo(days).toISOString().slice(0, 10)}::date, 'post_read', '1')`,
    );
  await app.platform.jobs.enqueue(db, 'figures.delete-old-costs', {});
  await app.platform.jobs.drain();
  const { rows } = await db.execute(
    sql`select (select count(*) from cost_entries)::int as entries, (select count(*) from billed_reads)::int as reads,
      (select count(*) from cost_months)::int as months`,
  );
  const months = new Set([399, 400].map((days) => daysAgo(days).toISOString().slice(0, 7)));
  expect(rows).toEqual([{ entries: 1, reads: 3, months: months.size }]);
  expect(await sumAllFigures(db, ['costs.x'])).toEqual(sums);
});
