import { customerStatuses } from '@drumbeat/contract/admin/customers.rules.ts';
import type { CustomerRow } from '@drumbeat/contract/admin/customers.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';

type Listed = { users: CustomerRow[]; nextPage: number | null };
let app: TestApp;
let staff: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2027-03-01T12:00:00Z' });
  staff = await buildUser(app, { roles: ['support'], email: 'staff@drumbeat.example' });
});
afterAll(() => app.close());

const list = (query = '') => call<Listed>(app, 'GET', `/api/admin/users/all${query}`, { token: staff.token });
const search = (query = '') => call<Listed>(app, 'GET', `/api/admin/users${query}`, { token: staff.token });
const execute = (statement: ReturnType<typeof sql>) => app.platform.db.execute(statement);

test('ADM-USR-03 ADM-USR-09 ADM-CON-13 a row has its fields, with the email masked unless asked for', async () => {
  const customer = await buildUser(app, { email: 'ada.lovelace@people.example' });
  await subscribe(app, customer);
  // The sandbox's Stripe has a clock of its own.
  await execute(
    sql`update subscriptions set trial_end = '2027-03-05T12:00:00Z', has_payment_method = false where user_id = ${customer.id}`,
  );
  const row = {
    id: String(customer.id),
    email: 'a***@people.example',
    subscription_status: 'active',
    in_trial: true,
    has_payment_method: false,
    has_ever_subscribed: true,
    posts_paused: false,
    created_at: '2027-03-01T12:00:00.000Z',
    two_factor_enabled: false,
    roles: [],
  };
  expect(await list('?q=lovelace')).toMatchObject({ status: 200, body: { nextPage: null, users: [row] } });
  const shown = async () =>
    (await execute(sql`select actor_user_id, details from audit_log where action = 'admin.sensitive_shown'`))
      .rows;
  expect(await shown()).toEqual([]);
  const open = { users: [{ ...row, email: 'ada.lovelace@people.example' }] };
  expect((await list('?q=lovelace&sensitive=true')).body).toMatchObject(open);
  expect((await search('?q=lovelace&sensitive=true')).body).toMatchObject(open);
  const record = { actor_user_id: staff.id, details: { view: 'users' } };
  expect(await shown()).toEqual([record, record]);
  const [colleague] = (await list('?q=staff@drumbeat')).body.users;
  expect(colleague).toMatchObject({ roles: ['support'], two_factor_enabled: true });
});

test('ADM-USR-07 ADM-USR-08 a search finds a part of an email, 25 at most', async () => {
  await execute(sql`
    insert into users (email, niche, time_zone, email_consent, created_at, updated_at)
    select 'many_' || n || '@search.example', 'Gaming', 'UTC', false, now(), now() from generate_series(0, 26) n`);
  expect((await search()).body).toEqual({ users: [] });
  expect((await search('?q=%20MANY_1@search.example%20')).body.users).toHaveLength(1);
  expect((await search('?q=search.example')).body.users).toHaveLength(25);
  const newest = await search('?q=search.example&limit=3&sensitive=true');
  expect(newest.body.users.map(({ email }) => email.slice(0, 7))).toEqual(['many_26', 'many_25', 'many_24']);
  for (const q of ['manyx1', 'many%251', 'many%25', 'many_1%5C@search'])
    expect((await search(`?q=${q}`)).body.users, q).toEqual([]);
  expect(await search('?q=ab')).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', message: 'Search for at least 3 characters.' },
  });
});

/** Every customer of a list, read page by page behind the last one of the page before. */
async function walk(query: string): Promise<string[]> {
  const found: string[] = [];
  for (let page: number | null = 1; page !== null && page < 100; ) {
    const before = found.length > 0 ? `&before=${found.at(-1)}` : '';
    const answer: Listed = (await list(`${query}&limit=25&page=${page}${before}`)).body;
    found.push(...answer.users.map(({ id }) => id));
    page = answer.nextPage;
  }
  return found;
}

test('ADM-USR-06 ADM-USR-09 pages have 25, 50, 100 or 200 rows, and no row twice', async () => {
  await execute(sql`
    insert into users (email, niche, time_zone, email_consent, created_at, updated_at)
    select 'paged_' || n || '@pages.example', 'Gaming', 'UTC', false, now(), now() from generate_series(1, 60) n`);
  const first = (await list('?q=pages.example')).body;
  const second = (await list('?q=pages.example&page=2')).body;
  expect([first.users.length, first.nextPage]).toEqual([50, 2]);
  expect([second.users.length, second.nextPage]).toEqual([10, null]);
  const ids = [...first.users, ...second.users].map(({ id }) => Number(id));
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  expect((await list('?q=pages.example&limit=25&page=3')).body.users).toHaveLength(10);
  for (const query of ['limit=26', 'page=0', 'page=100001', 'before=x'])
    expect((await list(`?${query}`)).status, query).toBe(400);
});

test('ADM-USR-04 ADM-USR-05 each status lists exactly the customers that the rules of billing give it', async () => {
  await execute(sql`
    with facts as (
      select * from unnest(array['trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled', null]) as state,
        unnest(array[null, '2027-03-01T11:00:00Z', '2027-03-01T12:00:00Z', '2027-03-02T12:00:00Z']::timestamptz[]) as cancel_at,
        unnest(array[null, '2027-02-01T12:00:00Z', '2027-03-05T12:00:00Z']::timestamptz[]) as trial_end,
        unnest(array[true, false]) as paused, unnest(array[true, false]) as pays, unnest(array[true, false]) as ever
    ), people as (
      insert into users (email, niche, time_zone, email_consent, created_at, updated_at)
      select 'fact_' || row_number() over () || '@facts.example', 'Gaming', 'UTC', false, now(), now() from facts
      returning id
    ), numbered as (select *, row_number() over () as n from facts),
    owners as (select id, row_number() over (order by id) as n from people)
    insert into subscriptions (user_id, state, cancel_at, trial_end, collection_paused, has_payment_method, has_ever_subscribed)
    select id, state, cancel_at, trial_end, paused, pays, ever from numbered join owners using (n)`);
  const everybody: CustomerRow[] = [];
  for (let page: number | null = 1; page !== null; ) {
    const answer: Listed = (await list(`?q=facts.example&limit=200&page=${page}`)).body;
    everybody.push(...answer.users);
    page = answer.nextPage;
  }
  expect(everybody).toHaveLength(8 * 4 * 3 * 8);
  const fits: Record<(typeof customerStatuses)[number], (row: CustomerRow) => boolean> = {
    all: () => true,
    trial: (row) => row.in_trial,
    subscribed: (row) =>
      row.subscription_status === 'active' && row.has_payment_method && row.has_ever_subscribed,
    inactive: (row) => row.subscription_status === 'inactive',
    canceling: (row) => row.subscription_status === 'canceling',
    canceled: (row) => row.subscription_status === 'canceled',
  };
  for (const status of customerStatuses) {
    const expected = everybody.filter(fits[status]).map(({ id }) => id);
    const found: string[] = [];
    for (let page: number | null = 1; page !== null; ) {
      const answer: Listed = (await list(`?q=facts.example&status=${status}&limit=200&page=${page}`)).body;
      found.push(...answer.users.map(({ id }) => id));
      page = answer.nextPage;
    }
    expect(found, status).toEqual(expected);
    expect(await walk(`?q=facts.example&status=${status}`), status).toEqual(expected);
    expect(found.length, status).toBeGreaterThan(0);
  }
  expect((await list('?status=paying')).status).toBe(400);
});

test('a deleted customer is not listed, and a pause is shown', async () => {
  const user = await buildUser(app, { email: 'leaver@leave.example' });
  await connectX(app, user);
  await call(app, 'POST', '/api/posts/pause', { token: user.token });
  const listed = async () => (await list('?q=leave.example')).body.users;
  expect(await listed()).toMatchObject([{ id: String(user.id), posts_paused: true, in_trial: false }]);
  await execute(sql`update users set deleted_at = now() where id = ${user.id}`);
  expect(await listed()).toEqual([]);
});
