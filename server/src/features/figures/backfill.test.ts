import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  call,
  connectX,
  PASSWORD,
  sandboxControl,
  subscribe,
} from '../../../test/factories.ts';
import { depsOf } from '../billing/billing.fixture.ts';
import { recordMovements } from '../billing/sync/record-movements.ts';
import { runEngine } from '../publishing/publishing.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: new Date().toISOString() });
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const figures = [
  'users.signed_up',
  'users.left',
  'revenue.net',
  'revenue.charges',
  'posts.posted',
  'posts.failed',
];

async function signUp(email: string): Promise<BuiltUser> {
  const body = { email, password: PASSWORD, niche: 'Gaming', emailConsent: false, timeZone: 'UTC' };
  const answer = await call<{ token: string; user: { id: string } }>(app, 'POST', '/api/auth/signup', {
    body,
  });
  await app.platform.db.execute(sql`update users set email_verified_at = now() where email = ${email}`);
  return { id: Number(answer.body.user.id), email, token: answer.body.token } as BuiltUser;
}

/** Sums by day; of posts without the plan, which nobody knew of older ones. Sums of 0 are left out. */
async function days(): Promise<unknown[]> {
  const { rows } = await app.platform.db.execute(sql`
    select day::text, figure, case when figure = 'posts.posted' then '' else label end as label, sum(amount)::int as amount
    from (select day, figure, label, amount from figure_days union all select day, figure, label, amount from figure_changes) f
    where figure = any(${sql.param(figures)}::text[]) group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3`);
  return rows;
}

/** What rises and falls is only ever summed up. */
async function totals(): Promise<unknown[]> {
  const { rows } = await app.platform.db.execute(sql`
    select figure, label, sum(amount)::int as amount
    from (select figure, label, amount from figure_days union all select figure, label, amount from figure_changes) f
    where figure like 'subscribers.%' group by 1, 2 having sum(amount) <> 0 order by 1, 2`);
  return rows;
}

/** Forgets what was counted, and counts as the upgrade does. */
async function backfill(): Promise<void> {
  const { db } = app.platform;
  await db.execute(sql`truncate figure_days, figure_changes`);
  await db.execute(
    sql`update subscriptions set counted_phase = null, counted_tier = null, counted_ever = false`,
  );
  const read = (name: string) => readFile(new URL(`../../../migrations/${name}`, import.meta.url), 'utf8');
  const [, statements = ''] = (await read('0038_figures.sql')).split('-- What there is already.');
  await db.execute(statements);
  await db.execute(await read('0042_figures_of_who_left.sql'));
}

test('what an upgrade counts of the past is what would have been counted as it happened', async () => {
  const people = [];
  for (const [at, plan] of (['standard', 'pro', 'pro_plus', undefined, 'pro'] as const).entries()) {
    const user = await signUp(`backfill_${at}@people.example`);
    if (plan) await subscribe(app, user, { plan, trial: at === 1 });
    people.push(user);
  }
  const [ada, grace, mary, alan, leaver] = people as [BuiltUser, BuiltUser, BuiltUser, BuiltUser, BuiltUser];
  for (const [at, user] of [ada, grace, mary].entries()) {
    const account = await connectX(app, user);
    const post = { user, accountId: account.id, scheduledAt: app.clock.now() };
    await buildPost(app, post);
    await runEngine(app);
    if (at > 0) continue;
    const fault = { kind: 'duplicate', endpoint: 'tweets', username: account.username, count: 1 };
    await sandboxControl(app, '/sandbox/x/faults', fault);
    app.clock.advance(600_000);
    await buildPost(app, { ...post, scheduledAt: app.clock.now() });
    await runEngine(app);
  }
  const moved = (id: string, amount: number, daysAgo: number, currency = 'usd') => ({
    id,
    amount,
    currency,
    at: new Date(app.clock.now().getTime() - daysAgo * DAY_MS),
  });
  await recordMovements(depsOf(app), app.platform.db, ada.id, [
    { ...moved('ch_1', 700, 40), kind: 'charged' },
    { ...moved('ch_2', 1500, 10, 'eur'), kind: 'charged' },
    { ...moved('re_1', 500, 9), kind: 'refunded' },
    { ...moved('du_1', 700, 8), kind: 'disputed' },
    { ...moved('du_2', 700, 8), kind: 'dispute_won' },
    { ...moved('du_3', 300, 8), kind: 'dispute_lost' },
  ]);
  await call(app, 'POST', '/api/subscription/cancel', { token: mary.token, body: { reason: 'other' } });
  for (const { token } of [leaver, alan]) {
    const left = await call(app, 'DELETE', '/api/user', { token, body: { password: PASSWORD } });
    expect(left.status).toBe(200);
  }

  const [live, liveTotals] = [await days(), await totals()];
  expect(new Set(live.map((row) => (row as { figure: string }).figure))).toEqual(new Set(figures));
  expect(liveTotals.length).toBeGreaterThan(3);
  await backfill();
  expect(await days()).toEqual(live);
  expect(await totals()).toEqual(liveTotals);
});
