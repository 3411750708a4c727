import { randomUUID } from 'node:crypto';
import type { CallOutput } from '@drumbeat/contract/calls.ts';
import type { CreditState } from '@drumbeat/contract/costs.admin.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import { runEngine } from '../publishing/publishing.fixture.ts';

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
const record = (body: object) =>
  call<CreditState>(app, 'POST', '/api/admin/costs/credits', { token: ops.token, body });
const health = async () =>
  (await call<{ warnings: string[] }>(app, 'GET', '/api/health/full', { token: ops.token })).body.warnings;
async function count(): Promise<void> {
  await app.platform.jobs.enqueue(app.platform.db, 'costs.update-planned', {});
  await app.platform.jobs.drain();
}

test('COST-08 without a balance nothing is known of what is left, and nobody is warned', async () => {
  expect(await credits()).toMatchObject({ balance_micros: null, days_left: null, is_low: false });
  expect(await health()).toEqual([]);
});

test('COST-08 a balance is noted once for each key, in the audit log, and our ledger counts it down', async () => {
  const key = randomUUID();
  const noted = await record({ key, dollars: 3.5, reason: 'Read off the console.' });
  expect(noted).toMatchObject({ status: 200, body: { balance_micros: 3_500_000 } });
  expect((await record({ key, dollars: 9 })).body.balance_micros).toBe(3_500_000);
  const { rows } = await app.platform.db.execute(
    sql`select actor_user_id, details from audit_log where action = 'costs.credits_recorded'`,
  );
  expect(rows).toEqual([
    {
      actor_user_id: ops.id,
      details: {
        before: { balanceMicros: null },
        after: { balanceMicros: 3_500_000 },
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
  expect((await credits()).balance_micros).toBe(3_300_000);
});

test.each([
  [{ dollars: -1 }, 'at least $0'],
  [{ dollars: 1_000_001 }, 'at most $1,000,000'],
  [{ dollars: 1.234 }, 'whole cents'],
  [{ dollars: '5' }, 'number'],
  [{ key: 'no uuid', dollars: 5 }, 'UUID'],
])('a balance %j is refused', async (body, words) => {
  const answer = await record({ key: randomUUID(), ...body });
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(JSON.stringify(answer.body)).toContain(words);
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
  const state = await credits();
  expect(state).toMatchObject({
    next_30_days_micros: 415_000,
    is_low: false,
    alarm_days: 7,
    days_left: null,
  });
  expect(state.counted_at).toBe(app.clock.now().toISOString());

  await record({ key: randomUUID(), dollars: 0.4 });
  expect(await credits()).toMatchObject({ balance_micros: 400_000, days_left: 2, is_low: true });
  await count();
  app.clock.advance(60_000);
  expect(await health()).toEqual(['Credits at X last 2 more days ($0.40 left). Buy more before they end.']);
  const ready = await call<{ warnings: string[] }>(app, 'GET', '/api/health/ready');
  expect(JSON.stringify(ready.body)).not.toContain('Credits');
  const metrics = (await call<string>(app, 'GET', '/metrics')).body;
  expect(metrics).toMatch(/^drumbeat_x_credits_dollars 0\.4$/m);
  expect(metrics).toMatch(/^drumbeat_x_credits_days 2$/m);
  expect(metrics).toMatch(/^drumbeat_x_credits_low 1$/m);
});

test('COST-08 more posts than one page holds are all counted', async () => {
  const at = inDays(10);
  await app.platform.db.execute(sql`
    insert into posts (user_id, account_id, content, has_link, scheduled_at, scheduled_local, due_at, created_at, updated_at)
    select ${customer.id}, ${accountId}, 'Post ' || n, n % 10 = 0, ${at}, '', ${at}, now(), now() from generate_series(1, 1000) n`);
  await count();
  expect((await credits()).next_30_days_micros).toBe(415_000 + 900 * 15_000 + 100 * 200_000);
});

test('COST-07 staff see costs against revenue by plan and by customer, addresses masked', async () => {
  const { body } = await call<CallOutput<'GET /api/admin/costs'>>(app, 'GET', '/api/admin/costs', {
    token: ops.token,
  });
  expect(body.tiers).toEqual([
    {
      tier: 'standard',
      x_micros: 210_000,
      model_micros: 0,
      revenue: [{ currency: 'usd', amount: 700 }],
      margin: 7_000_000 - 210_000,
    },
  ]);
  expect(body.charges).toMatchObject({ post_with_link: 200_000, profile_read: 10_000, total: 210_000 });
  // What is paid in the next month is not of this one.
  const today = app.clock.now();
  const nextMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1));
  await app.platform.db.execute(sql`
    insert into billing_movements (id, user_id, kind, amount, currency, at)
    values ('ch_next_month', ${customer.id}, 'charged', 700, 'usd', ${nextMonth})`);
  await app.platform.jobs.enqueue(app.platform.db, 'figures.update-days', {});
  await app.platform.jobs.drain();
  const list = await call<CallOutput<'GET /api/admin/costs/customers'>>(
    app,
    'GET',
    '/api/admin/costs/customers',
    { token: ops.token },
  );
  expect(list.body.customers).toEqual([
    {
      user_id: String(customer.id),
      email: 'a***@people.example',
      tier: 'standard',
      posts: 1,
      posts_with_link: 1,
      x_micros: 210_000,
      model_micros: 0,
      revenue: [{ currency: 'usd', amount: 700 }],
      margin: 6_790_000,
    },
  ]);
  await app.platform.db.execute(sql`update cost_months set link_count = 0`);
  const withoutLinks = await call(app, 'GET', '/api/admin/costs/customers', { token: ops.token });
  expect(withoutLinks).toMatchObject({
    status: 200,
    body: { customers: [{ posts: 1, posts_with_link: 0 }] },
  });
  const empty = await call<{ customers: unknown[] }>(app, 'GET', '/api/admin/costs/customers?month=2025-01', {
    token: ops.token,
  });
  expect(empty.body).toEqual({ month: '2025-01', customers: [] });
  const support = await buildUser(app, { roles: ['support'] });
  const one = await call<CallOutput<'GET /api/admin/users/:id/costs'>>(
    app,
    'GET',
    `/api/admin/users/${customer.id}/costs`,
    { token: support.token },
  );
  expect(one.body).toMatchObject({
    days: 30,
    costs: { total: 210_000 },
    margin: 6_790_000,
    links: { limit: 4 },
  });
});
