import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  connectX,
  PASSWORD,
  subscribe,
} from '../../../test/factories.ts';
import { queues } from '../../platform/queues.ts';
import type { FigureChange, FigureName } from '../figures/figures.types.ts';
import { recordFigures } from '../figures/record-figures.ts';
import { guarded } from './metrics.rules.ts';

let app: TestApp;

let staff: BuiltUser;

beforeAll(async () => {
  app = await buildApp({ shared: true });
  staff = await buildUser(app, { roles: ['ops'] });
});

afterAll(() => app.close());

beforeEach(() => app.platform.db.execute(sql`truncate figure_changes, figure_days`));

const get = <T = Record<string, unknown>>(path: string) =>
  call<T>(app, 'GET', `/api/admin/metrics/${path}`, { token: staff.token });

const charge = (at: string, amount: number, currency = 'usd') =>
  recordFigures(app.platform.db, new Date(at), [
    { name: 'revenue.net', label: currency, amount },
    { name: 'revenue.charges', label: currency, amount: 1 },
  ]);

type Month = { month: string; revenue: number; paidInvoiceCount: number };

describe('revenue', () => {
  test('ADM-MET-02 ADM-MET-05 ADM-MET-10 ADM-MET-15 a year has twelve months in one currency, and currencies are never summed', async () => {
    await charge('2025-03-31T23:59:59Z', 700);
    await charge('2025-04-01T00:00:00Z', 1500);
    await charge('2025-04-30T23:00:00Z', 1500);
    await charge('2025-04-30T23:00:00Z', 9_900, 'eur');
    await charge('2024-12-31T23:59:59Z', 1);
    await charge('2026-01-01T00:00:00Z', 1);
    const { status, body } = await get<{ monthly: Month[] }>('revenue?year=2025');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      currency: 'usd',
      total: 3_700,
      paidInvoiceCount: 3,
      year: 2025,
      currencies: ['usd', 'eur'],
    });
    const none = (month: string) => ({ month, revenue: 0, paidInvoiceCount: 0 });
    expect(body.monthly).toEqual([
      none('2025-01'),
      none('2025-02'),
      { month: '2025-03', revenue: 700, paidInvoiceCount: 1 },
      { month: '2025-04', revenue: 3_000, paidInvoiceCount: 2 },
      ...['05', '06', '07', '08', '09', '10', '11', '12'].map((month) => none(`2025-${month}`)),
    ]);
    expect((await get('revenue?year=2025&currency=EUR')).body).toMatchObject({
      currency: 'eur',
      total: 9_900,
      paidInvoiceCount: 1,
    });
  });

  test('ADM-MET-11 without a year it is the present one, and a bad one is 400', async () => {
    const year = app.clock.now().getUTCFullYear();
    expect((await get('revenue')).body).toMatchObject({ year, currency: 'usd', total: 0, currencies: [] });
    for (const query of ['year=1999', 'year=2101', 'currency=dollars'])
      expect((await get(`revenue?${query}`)).status, query).toBe(400);
  });

  test('ADM-MET-06 ADM-MET-07 ADM-MET-08 ADM-MET-15 the export is a CSV with a name, a request id, and a row a month and currency', async () => {
    await charge('2025-03-05T00:00:00Z', -700);
    await charge('2025-04-05T00:00:00Z', 1500, 'jpy');
    const { status, headers, body } = await get<string>('revenue/export?year=2025');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/csv/);
    expect(headers['content-disposition']).toBe('attachment; filename="drumbeat-revenue-2025.csv"');
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    const lines = String(body).trim().split('\n');
    expect(lines).toHaveLength(25);
    expect(lines[0]).toBe('month,revenue,paid_invoice_count,currency');
    for (const line of ['2025-03,-7.00,1,USD', '2025-04,1500,1,JPY', '2025-04,0.00,0,USD'])
      expect(lines).toContain(line);
  });
});

test('ADM-MET-03 ADM-MET-04 ADM-MET-09 ADM-MET-15 sign-ups, trials, subscribers and money are counted as they come and go', async () => {
  const people = async () => (await get('subscribers')).body;
  const signUp = async (email: string) => {
    const body = { email, password: PASSWORD, niche: 'Gaming', emailConsent: false, timeZone: 'UTC' };
    const { token, user } = (
      await call<{ token: string; user: { id: string } }>(app, 'POST', '/api/auth/signup', { body })
    ).body;
    await app.platform.db.execute(sql`update users set email_verified_at = now() where email = ${email}`);
    return { id: Number(user.id), email, token };
  };
  const [ada, grace, mary] = [
    await signUp('a@p.example'),
    await signUp('g@p.example'),
    await signUp('m@p.example'),
  ];
  expect(await people()).toEqual({ active: 0, inactive: 3, hasEverSubscribed: 0 });
  await subscribe(app, ada, { plan: 'pro' });
  await subscribe(app, grace, { plan: 'standard', trial: false });
  for (const { token } of [ada, grace, ada]) await call(app, 'POST', '/api/subscription/sync', { token });
  expect(await people()).toEqual({ active: 2, inactive: 1, hasEverSubscribed: 2 });
  expect((await get('summary')).body).toEqual({
    users: 3,
    subscribers: 2,
    trials: 1,
    posted_posts: 0,
    failed_posts: 0,
  });
  expect((await get('revenue')).body).toMatchObject({ total: 700, paidInvoiceCount: 1, currencies: ['usd'] });

  for (const { token } of [ada, mary])
    await call(app, 'DELETE', '/api/user', { token, body: { password: PASSWORD } });
  await app.platform.jobs.drain();
  expect(await people()).toEqual({ active: 1, inactive: 0, hasEverSubscribed: 1 });
  const growth = await get<{ months: object[] }>('growth');
  expect(growth.body.months.at(-1)).toMatchObject({
    signed_up: 3,
    trials_started: 1,
    trials_lapsed: 1,
    subscriptions_started: 1,
    subscriptions_ended: 0,
  });
});

/** A new session, because staff are signed out when the clock jumps. */
async function at(instant: string): Promise<void> {
  app.clock.set(instant);
  staff = await buildUser(app, { roles: ['ops'] });
}

const record = (day: string, ...changes: FigureChange[]) =>
  recordFigures(app.platform.db, new Date(`${day}T12:00:00Z`), changes);

test('ADM-MET-09 growth is counted in the month it happened in, and for those who signed up in a month', async () => {
  await at('2027-02-28T12:00:00Z');
  const count = (name: FigureName, amount: number, label = '') => ({ name, amount, label });
  const [march, february] = ['2026-03', '2027-02'];
  for (const day of ['2026-02-28', '2026-03-01'])
    await record(
      day,
      count('users.signed_up', 100),
      count('trials.started', 20, march),
      count('trials.converted', 5, march),
      count('trials.lapsed', 6, march),
      count('subscriptions.started', 7, march),
      count('subscriptions.ended', 2, march),
    );
  await record(
    '2027-02-28',
    count('users.signed_up', 30),
    count('trials.started', 3, february),
    count('trials.converted', 1, march),
    count('subscriptions.started', 4, march),
    count('subscriptions.ended', 8, march),
    count('users.left', 9),
    count('subscribers.active', 500),
    count('subscribers.ever', 3),
  );
  const { body } = await get<{ months: { month: string }[]; cohorts: { month: string }[] }>('growth');
  const { months, cohorts } = body;
  expect([months.length, cohorts.map(({ month }) => month)]).toEqual([12, months.map(({ month }) => month)]);
  const growth = {
    month: march,
    signed_up: 100,
    trials_started: 20,
    trials_converted: 5,
    trials_lapsed: 6,
    subscriptions_started: 7,
    subscriptions_ended: 2,
  };
  expect(months[0]).toEqual(growth);
  expect(months[11]).toMatchObject({
    month: february,
    signed_up: 30,
    trials_converted: 1,
    subscriptions_ended: 8,
  });
  expect([cohorts[0], cohorts[11]]).toEqual([
    { month: march, signed_up: 100, trials: 20, converted: 6, subscribed: 11, ended: 10 },
    { month: february, signed_up: 30, trials: 3, converted: 0, subscribed: 0, ended: 0 },
  ]);
  expect((await get('summary')).body).toMatchObject({ users: 221, subscribers: 500 });
  // More plans than people, as after a restore, leave nobody without one.
  expect((await get('subscribers')).body).toEqual({ active: 500, inactive: 0, hasEverSubscribed: 3 });
});

test('operations cover thirty days with today, the forecast goes by the last seven, and the backlog is the present one', async () => {
  await at('2027-03-31T12:00:00Z');
  const count = (name: FigureName, amount: number, label = 'pro') => ({ name, amount, label });
  const owner = await buildUser(app);
  const { id: accountId } = await connectX(app, owner);
  const ago = (seconds: number) => new Date(app.clock.now().getTime() - seconds * 1_000);
  await buildPost(app, { user: owner, accountId, scheduledAt: ago(90.4) });
  await buildPost(app, { user: owner, accountId, scheduledAt: ago(-60), isPaused: true });
  await app.platform.jobs.enqueue(app.platform.db, queues.deleteOldCosts, {});
  // What X asked for the connection.
  await app.platform.db.execute(sql`truncate figure_changes, figure_days`);
  const all = (day: string) =>
    record(
      day,
      count('posts.posted', 2),
      count('posts.failed', 1, 'X_REFUSED'),
      count('posts.late', 3, '5'),
      count('costs.x', 700),
      count('costs.model', 70, 'free'),
      count('revenue.tier', 1_900, 'usd:pro'),
      count('revenue.tier', 500, 'eur:pro'),
      count('revenue.tier', 100, 'usd:team'),
    );
  for (const day of ['2027-03-01', '2027-03-02', '2027-03-24', '2027-03-25', '2027-03-31', '2027-04-01'])
    await all(day);
  const { body } = await get('operations');
  expect(body).toEqual({
    days: 30,
    posted: [{ label: 'pro', count: 8 }],
    failed: [{ label: 'X_REFUSED', count: 4 }],
    lateness: [{ label: '5', count: 12 }],
    costs: [
      { tier: 'free', x_micros: 0, model_micros: 280, revenue: [] },
      {
        tier: 'pro',
        x_micros: 2_800,
        model_micros: 0,
        revenue: [
          { currency: 'usd', amount: 7_600 },
          { currency: 'eur', amount: 2_000 },
        ],
      },
      { tier: 'team', x_micros: 0, model_micros: 0, revenue: [{ currency: 'usd', amount: 400 }] },
    ],
    backlog: {
      due: 1,
      overdue_seconds: 90,
      unknown: 0,
      stopped: false,
      held: expect.arrayContaining([{ label: 'paused_one', count: 1 }]),
      jobs: expect.arrayContaining([{ label: queues.deleteOldCosts, count: 1 }]),
    },
    forecast: { x_micros: 6_000, model_micros: 600 },
    at: '2027-03-31T12:00:00.000Z',
  });
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['@a', "'@a"],
  ['\t1', "'\t1"],
  ['-1+1', "'-1+1"],
  ['-1.', "'-1."],
  ['-12.50', '-12.50'],
  ['1=1', '1=1'],
])('ADM-MET-16 in a spreadsheet %j is %j', (cell, safe) => {
  expect(guarded(cell)).toBe(safe);
});
