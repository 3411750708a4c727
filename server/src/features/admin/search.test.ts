import { randomUUID } from 'node:crypto';
import type { SearchHit } from '@drumbeat/contract/admin/search.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isExact, meaningOf } from './search.rules.ts';

type Found = { hits: SearchHit[]; exact: boolean };

let app: TestApp;

let support: BuiltUser;

let ada: BuiltUser;

beforeAll(async () => {
  app = await buildApp({ shared: true });
  support = await buildUser(app, { roles: ['support'] });
  ada = await buildUser(app, { email: 'ada@search.example' });
});

afterAll(() => app.close());

async function find(q: string, { as = support, more = '' } = {}): Promise<Found> {
  const path = `/api/admin/search?q=${encodeURIComponent(q)}${more}`;
  const { status, body } = await call<Found>(app, 'GET', path, { token: as.token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const brief = ({ hits }: Found) => hits.map(({ kind, id, customerId }) => ({ kind, id, customerId }));

test('a customer is found by email, whole or in part, masked unless asked for, and by id', async () => {
  const id = String(ada.id);
  const hit = { kind: 'customer', id, customerId: id, detail: `Customer ${id}, inactive` };
  expect(await find(' ADA@search.example ')).toEqual({
    hits: [{ ...hit, title: 'a***@search.example' }],
    exact: false,
  });
  expect(await find('@search.ex')).toMatchObject({ hits: [] });
  expect((await find('a@search')).hits).toHaveLength(1);
  expect((await find('a@search', { more: '&sensitive=true' })).hits[0]?.title).toBe('ada@search.example');
  const shown = sql`select actor_user_id, target_id, details from audit_log where action = 'admin.sensitive_shown'`;
  expect((await app.platform.db.execute(shown)).rows).toEqual([
    { actor_user_id: support.id, target_id: null, details: { view: 'search' } },
  ]);
  const leaver = await buildUser(app, { email: 'leaver@search.example' });
  await app.platform.db.execute(sql`update users set deleted_at = now() where id = ${leaver.id}`);
  for (const q of [String(leaver.id), 'leaver@search.example']) expect((await find(q)).hits, q).toEqual([]);
  const byId = await find(id);
  expect(brief(byId)).toEqual([{ kind: 'customer', id, customerId: id }]);
  expect(byId.exact).toBe(true);
});

test('by a part of an email eight customers are found, the newest first', async () => {
  await app.platform.db.execute(sql`
    insert into users (email, niche, time_zone, email_consent, created_at, updated_at)
    select 'few_' || n || '@few.example', 'Gaming', 'UTC', false, now(), now() from generate_series(1, 9) n`);
  const few = (await find('few.example', { more: '&sensitive=true' })).hits;
  expect(few.map(({ title }) => title)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((n) => `few_${n}@few.example`));
});

test('a post is found by its id, the address of its tweet and the id of the tweet', async () => {
  const tweetId = '1890000000000000001';
  const content = `Two\n\nlines ${'x'.repeat(80)}`;
  const post = await buildPost(app, { user: ada, content, status: 'posted', tweetId });
  const hit = { kind: 'post', id: String(post.id), customerId: String(ada.id) };
  const title = `Two lines ${'x'.repeat(70)}`;
  const detail = `Post ${post.id} of customer ${ada.id}, posted`;
  for (const q of [`https://x.com/ada/status/${tweetId}?s=20`, tweetId])
    expect(await find(q), q).toEqual({ hits: [{ ...hit, title, detail }], exact: true });
  expect(brief(await find(String(post.id)))).toContainEqual(hit);
  // A number that names two things opens neither.
  const grace = await buildUser(app);
  await buildPost(app, { status: 'posted', tweetId: String(grace.id) });
  const both = await find(String(grace.id));
  expect([both.hits.map(({ kind }) => kind), both.exact]).toEqual([['customer', 'post'], false]);
});

test('an account is found by handle in any case and by address, also after it was disconnected', async () => {
  const owner = await buildUser(app);
  const account = await connectX(app, owner, 'Search_Me');
  const hit = { kind: 'account', id: String(account.id), customerId: String(owner.id) };
  for (const q of ['@search_me', 'SEARCH_ME', 'https://x.com/Search_Me'])
    expect((await find(q)).hits, q).toEqual([
      { ...hit, title: '@Search_Me', detail: `X account of customer ${owner.id}` },
    ]);
  await call(app, 'DELETE', `/api/twitter/accounts/${account.id}`, { token: owner.token });
  expect((await find('@search_me')).hits[0]?.detail).toBe(`X account of customer ${owner.id}, disconnected`);
});

test('ids of Stripe lead to the customer whose they are or were, until the account is deleted', async () => {
  const payer = await buildUser(app, { email: 'payer@search.example' });
  const { customer, subscription } = await subscribe(app, payer);
  await app.platform.db.execute(sql`
    insert into webhook_events (id, type, object_id, customer_id, occurred_at, received_at)
    values ('evt_search', 'invoice.paid', 'in_search', ${customer}, now(), now())`);
  await app.platform.db.execute(sql`
    insert into billing_movements (id, user_id, kind, amount, currency, at)
    values ('ch_search', ${payer.id}, 'charged', 700, 'usd', now())`);
  const hit = { kind: 'billing', customerId: String(payer.id) };
  const detail = 'Billing of p***@search.example';
  for (const id of [customer, subscription, 'evt_search', 'in_search', 'ch_search'])
    expect(await find(id), id).toEqual({ hits: [{ ...hit, id, title: id, detail }], exact: true });
  const open = await find(customer, { more: '&sensitive=true' });
  expect(open.hits[0]?.detail).toBe('Billing of payer@search.example');
  await app.platform.db.execute(sql`
    update subscriptions set customer_id = 'cus_next', subscription_id = 'sub_next' where user_id = ${payer.id}`);
  for (const id of [customer, subscription])
    expect((await find(id)).hits, id).toMatchObject([{ ...hit, detail: `${detail}, former id` }]);
  await app.platform.db.execute(sql`update users set deleted_at = now() where id = ${payer.id}`);
  for (const id of ['ch_search', 'cus_next', customer])
    expect(await find(id), id).toEqual({ hits: [], exact: false });
});

test('a request id leads to the audit log and to feedback, for those who may read them', async () => {
  const admin = await buildUser(app, { roles: ['admin'] });
  const body = { message: 'It does not work', category: 'bug', pagePath: '/dashboard' };
  const told = await call(app, 'POST', '/api/feedback', { token: ada.token, body });
  const requestId = String(told.headers['x-request-id']);
  expect(await find(requestId.toUpperCase())).toMatchObject({
    hits: [{ kind: 'feedback', id: requestId, detail: `Feedback of customer ${ada.id}` }],
    exact: true,
  });
  const { db, clock } = app.platform;
  const failed = randomUUID();
  const actor = { userId: ada.id, origin: { ip: '203.0.113.9' }, requestId: failed };
  for (const n of [1, 2]) await recordAudit(db, actor, { at: clock.now(), action: `search.step_${n}` });
  expect((await find(failed)).hits).toEqual([]);
  const detail = 'In the audit log: search.step_1, search.step_2';
  for (const as of [admin, await buildUser(app, { roles: ['ops'] })])
    expect(await find(failed, { as })).toEqual({
      hits: [{ kind: 'request', id: failed, title: failed, detail, customerId: null }],
      exact: true,
    });
  expect((await find(randomUUID(), { as: admin })).hits).toEqual([]);
});

test('a niche is found by those who may edit it, and ops find no customers', async () => {
  const [admin, ops] = [await buildUser(app, { roles: ['admin'] }), await buildUser(app, { roles: ['ops'] })];
  expect((await find('gaming')).hits).toEqual([]);
  // Words may mean several things: customers come first, then accounts and eight niches at most.
  const gamer = await buildUser(app, { email: 'gaming@gamer.example' });
  await connectX(app, gamer, 'Gaming');
  const several = (await find('gaming', { as: admin })).hits;
  expect(several.map(({ kind }) => kind)).toEqual(['customer', 'account', ...Array(8).fill('niche')]);
  expect(several[2]).toMatchObject({ title: 'Gaming', detail: 'Niche', customerId: null });
  expect((await find('search.example', { as: ops })).hits).toEqual([]);
  expect((await find(String(ada.id), { as: ops, more: '&sensitive=true' })).hits).toEqual([]);
});

const digits = (count: number) => '9'.repeat(count);

test.each<[string, ReturnType<typeof meaningOf>]>([
  ['https://x.com/ada/status/1890000000000000001?s=20', { tweetId: '1890000000000000001' }],
  ['mobile.twitter.com/Ada/status/42/photo/1#top', { tweetId: '42' }],
  ['https://www.twitter.com/Ada/?lang=de', { username: 'Ada' }],
  ['@Ada', { username: 'Ada' }],
  ['ada', { username: 'ada', words: 'ada' }],
  ['a'.repeat(16), { words: 'a'.repeat(16) }],
  ['Ada@People.example', { words: 'ada@people.example' }],
  ['42', { id: 42, tweetId: '42' }],
  [digits(16), { tweetId: digits(16) }],
  [digits(21), { words: digits(21) }],
  ['cus_NffrFeUfNV2Hib', { stripeId: 'cus_NffrFeUfNV2Hib' }],
  ['0195A3C0-7B1E-7000-8000-0123456789AB', { requestId: '0195a3c0-7b1e-7000-8000-0123456789ab' }],
  ['https://evil.example/ada/status/42', { words: 'https://evil.example/ada/status/42' }],
])('%s means %j', (q, meaning) => {
  expect(meaningOf(q)).toEqual(meaning);
});

test('any text has a meaning, and an id never leaves the safe integers', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (q) => {
      const meaning = meaningOf(q);
      if (meaning.id !== undefined) expect(Number.isSafeInteger(meaning.id)).toBe(true);
      expect(isExact(meaning)).toBe(meaning.words === undefined);
    }),
  );
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n - 1n }), (id) => {
      expect(meaningOf(String(id)).tweetId).toBe(String(id));
    }),
  );
});
