import { randomUUID } from 'node:crypto';
import type { CallOutput } from '@drumbeat/contract/calls.ts';
import type { CreditState } from '@drumbeat/contract/costs/costs.admin.ts';
import type { LinkUsage } from '@drumbeat/contract/costs/costs.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import type { Logger } from '../../platform/logger.ts';
import { updateFigureDays } from '../figures/figures.queries.ts';
import { recordPublished } from '../figures/record-costs.ts';
import { recordModelCall } from '../figures/record-figures.ts';
import { runEngine } from '../publishing/publishing.fixture.ts';
import { getCredits } from './get-credits.ts';
import { updatePlannedCosts } from './update-planned-costs.ts';

let app: TestApp;
let ops: BuiltUser;
let customer: BuiltUser;
let accountId: number;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: new Date(new Date().setUTCHours(6, 0, 0, 0)).toISOString() });
  ops = await buildUser(app, { roles: ['ops'] });
  customer = await buildUser(app, { email: 'ada@people.example' });
  await subscribe(app, customer, { plan: 'standard', trial: false });
  accountId = (await connectX(app, customer)).id;
});
afterAll(() => app.close());

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000);
const credits = async () =>
  (await call<CreditState>(app, 'GET', '/api/admin/costs/credits', { token: ops.token })).body;
/** The metrics of the credits, in their order: `days 2`. */
const gauges = async () =>
  [...(await call<string>(app, 'GET', '/metrics')).body.matchAll(/^drumbeat_x_credits_(.+)$/gm)].map(
    ([, line]) => line,
  );
const record = (body: object) =>
  call<CreditState>(app, 'POST', '/api/admin/costs/credits', { token: ops.token, body });
const health = async () =>
  (await call<{ warnings: string[] }>(app, 'GET', '/api/health/full', { token: ops.token })).body.warnings;
async function count(): Promise<void> {
  await app.platform.jobs.enqueue(app.platform.db, 'costs.update-planned', {});
  await app.platform.jobs.drain();
}

test('COST-08 without a balance nothing is known of what is left, and nobody is warned', async () => {
  expect(await credits()).toEqual({
    balance_micros: null,
    recorded_at: null,
    days_left: null,
    next_30_days_micros: 0,
    alarm_days: 7,
    is_low: false,
    counted_at: null,
  });
  expect(await health()).toEqual([]);
  expect(await gauges()).toEqual(['low 0']);
});

test('COST-08 a balance is noted once for each key, in the audit log, and our ledger counts it down', async () => {
  const key = randomUUID();
  const noted = await record({ key, dollars: 4.35, reason: 'Read off the console.' });
  const recordedAt = app.clock.now().toISOString();
  expect(noted).toMatchObject({
    status: 200,
    body: { balance_micros: 4_350_000, recorded_at: recordedAt, is_low: false },
  });
  app.clock.advance(30_000);
  expect(await gauges()).toEqual(['dollars 4.35', 'days 90', 'low 0']);
  expect((await record({ key, dollars: 9 })).body).toMatchObject({
    balance_micros: 4_350_000,
    recorded_at: recordedAt,
  });
  for (const dollars of [-1, 1_000_001, 1.234, '5'])
    expect(await record({ key: randomUUID(), dollars })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    });
  const { rows } = await app.platform.db.execute(
    sql`select actor_user_id, target_id, details from audit_log where action = 'costs.credits_recorded'`,
  );
  expect(rows).toEqual([
    {
      actor_user_id: ops.id,
      target_id: key,
      details: {
        before: { balanceMicros: null },
        after: { balanceMicros: 4_350_000 },
        reason: 'Read off the console.',
      },
    },
  ]);
  await buildPost(app, {
    user: customer,
    accountId,
    content: 'Now example.com',
    scheduledAt: app.clock.now(),
  });
  await runEngine(app);
  expect((await credits()).balance_micros).toBe(4_150_000);
});

test('COST-08 COST-09 the forecast is what is planned; too little raises the alarm in health, metrics and log', async () => {
  for (const [days, content] of [
    [1, 'Plain'],
    [1, 'With example.com'],
    [2, 'Another example.com'],
  ] as const)
    await buildPost(app, { user: customer, accountId, content, scheduledAt: inDays(days) });
  const paused = await buildPost(app, {
    user: customer,
    accountId,
    content: 'b.com',
    scheduledAt: inDays(3),
  });
  await app.platform.db.execute(sql`update posts set is_paused = true where id = ${paused.id}`);
  await count();
  expect(await credits()).toMatchObject({
    balance_micros: 4_150_000,
    next_30_days_micros: 415_000,
    is_low: false,
    days_left: null,
    counted_at: app.clock.now().toISOString(),
  });
  const told: unknown[] = [];
  const log = { error: (...line: unknown[]) => told.push(line) } as unknown as Logger;
  const deps = { ...app.platform, alarmDays: 7 };
  await updatePlannedCosts(deps, { log });
  expect(told).toEqual([]);
  await record({ key: randomUUID(), dollars: 0.4 });
  expect(await credits()).toMatchObject({ balance_micros: 400_000, days_left: 2, is_low: true });
  await updatePlannedCosts(deps, { log });
  expect(told).toEqual([
    [
      { daysLeft: 2, balance: '$0.40' },
      'Credits at X last 2 more days ($0.40 left). Buy more before they end.',
    ],
  ]);
  app.clock.advance(60_000);
  expect(await health()).toEqual(['Credits at X last 2 more days ($0.40 left). Buy more before they end.']);
  const ready = await call<{ warnings: string[] }>(app, 'GET', '/api/health/ready');
  expect(JSON.stringify(ready.body)).not.toContain('Credits');
  expect(await gauges()).toEqual(['dollars 0.4', 'days 2', 'low 1']);
});

test('balances are kept for 400 days', async () => {
  const at = [401, 399].map((days) => inDays(-days));
  await app.platform.db.execute(sql`
    insert into x_credits (key, at, balance_micros, spent_micros)
    select gen_random_uuid(), at, 1, 0 from unnest(${sql.param(at)}::timestamptz[]) at`);
  await count();
  const { rows } = await app.platform.db.execute(sql`select at from x_credits where balance_micros = 1`);
  expect(rows.map((row) => new Date(row.at as string))).toEqual([at[1]]);
  await app.platform.db.execute(sql`delete from x_credits where balance_micros = 1`);
});

const figure = (name: string, label: string, amount: number, daysAgo: number) =>
  app.platform.db.execute(sql`
    insert into figure_changes (day, figure, label, amount)
    values (${inDays(-daysAgo).toISOString().slice(0, 10)}::date, ${name}, ${label}, ${amount})`);
const read = async <T>(path: string, user = ops) =>
  (await call<T>(app, 'GET', `/api/admin/${path}`, { token: user.token })).body;

test('COST-07 staff see costs against revenue by plan, of the last 30 days', async () => {
  const { db } = app.platform;
  const model = { purpose: 'posts', model: 'gpt-4o', inputTokens: 400, outputTokens: 0 } as const;
  const call = { ...model, at: app.clock.now(), userId: customer.id, accountId, tier: 'standard' };
  await recordModelCall(db, call);
  await figure('costs.x', 'pro', 5_000, 29);
  await figure('costs.x', 'pro', 7_000, 30);
  await figure('costs.model', 'news', 300, 29);
  await figure('revenue.tier', 'eur:free', 900, 29);
  await figure('revenue.tier', 'eur:free', 400, 30);
  expect(await read('costs')).toEqual({
    days: 30,
    tiers: [
      { tier: 'free', x_micros: 0, model_micros: 0, revenue: [{ currency: 'eur', amount: 900 }], margin: 0 },
      { tier: 'news', x_micros: 0, model_micros: 300, revenue: [], margin: -300 },
      { tier: 'pro', x_micros: 5_000, model_micros: 0, revenue: [], margin: -5_000 },
      {
        tier: 'standard',
        x_micros: 210_000,
        model_micros: 1_000,
        revenue: [{ currency: 'usd', amount: 700 }],
        margin: 7_000_000 - 211_000,
      },
    ],
    charges: {
      post: 0,
      post_with_link: 200_000,
      post_read: 0,
      profile_read: 10_000,
      model: 1_000,
      total: 211_000,
    },
    credits: await credits(),
    at: app.clock.now().toISOString(),
  });
});

test('COST-07 staff see the dearest customers of a month, the dearest first, addresses masked', async () => {
  const { db } = app.platform;
  const now = app.clock.now();
  const grace = await buildUser(app, { email: 'grace@people.example' });
  const cost = { userId: grace.id, accountId: null, postId: null, tier: 'free', hasLink: true };
  await recordPublished(db, now, [cost, cost]);
  // What is paid in other months is not of this one.
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  for (const [id, at] of [
    ['ch_next_month', nextMonth],
    ['ch_before', inDays(-40)],
  ] as const)
    await db.execute(sql`
      insert into billing_movements (id, user_id, kind, amount, currency, at)
      values (${id}, ${customer.id}, 'charged', 700, 'usd', ${at})`);
  await updateFigureDays(app.platform);
  type Costly = CallOutput<'GET /api/admin/costs/customers'>;
  expect(await read<Costly>('costs/customers')).toEqual({
    month: now.toISOString().slice(0, 7),
    customers: [
      {
        user_id: String(grace.id),
        email: 'g***@people.example',
        tier: 'free',
        posts: 2,
        posts_with_link: 2,
        x_micros: 400_000,
        model_micros: 0,
        revenue: [],
        margin: -400_000,
      },
      {
        user_id: String(customer.id),
        email: 'a***@people.example',
        tier: 'standard',
        posts: 1,
        posts_with_link: 1,
        x_micros: 210_000,
        model_micros: 1_000,
        revenue: [{ currency: 'usd', amount: 700 }],
        margin: 6_789_000,
      },
    ],
  });
  expect(await read('costs/customers?month=2025-01')).toEqual({ month: '2025-01', customers: [] });
});

test('COST-07 staff see what one customer cost and paid in the last 30 days, and their links', async () => {
  const { db } = app.platform;
  const support = await buildUser(app, { roles: ['support'] });
  const first = new Date(`${inDays(-29).toISOString().slice(0, 10)}T00:00:00.000Z`);
  const cost = { userId: customer.id, accountId, postId: null, tier: 'standard', hasLink: false };
  await recordPublished(db, first, [cost]);
  await recordPublished(db, new Date(first.getTime() - 1), [cost, cost]);
  const { body: links } = await call<LinkUsage>(app, 'GET', '/api/links', { token: customer.token });
  expect(links.cycles[0]?.used).toBeGreaterThan(0);
  const token = { token: support.token };
  const one = await call(app, 'GET', `/api/admin/users/${customer.id}/costs`, token);
  expect(one.body).toEqual({
    days: 30,
    costs: {
      post: 15_000,
      post_with_link: 200_000,
      post_read: 0,
      profile_read: 10_000,
      model: 1_000,
      total: 226_000,
    },
    revenue: [{ currency: 'usd', amount: 700 }],
    margin: 7_000_000 - 226_000,
    links: { limit: 4, used: links.cycles[0]?.used, ends_at: links.cycles[0]?.end },
  });
  expect(await call(app, 'GET', '/api/admin/users/999999999/costs', token)).toMatchObject({ status: 404 });
});

test('COST-08 what is usual is the average of the last seven whole days: posts, and reads on top', async () => {
  const { db } = app.platform;
  await db.execute(sql`delete from planned_costs`);
  await db.execute(sql`delete from figure_days where figure = 'costs.kind'`);
  await db.execute(sql`delete from figure_changes`);
  for (const [label, amount] of Object.entries({
    post: 700_000,
    post_with_link: 70_000,
    post_read: 7_000,
    profile_read: 14_000,
    model: 7_000_000,
  })) {
    await figure('costs.kind', label, amount - 70, 7);
    await figure('costs.kind', label, 70, 1);
    await figure('costs.kind', label, 7_000_000, 8);
    await figure('costs.kind', label, 7_000_000, 0);
  }
  app.clock.set(`${inDays(0).toISOString().slice(0, 10)}T00:00:00.000Z`);
  const { next_30_days_micros } = await getCredits({ ...app.platform, alarmDays: 7 });
  expect(next_30_days_micros).toBe(30 * (110_000 + 3_000));
});
