import type { Call } from '@drumbeat/contract/call.ts';
import { callName, contractCalls } from '@drumbeat/contract/contract-calls.fixture.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { digestOfTables } from '../../../../test/digest-of-tables.ts';
import {
  type Answer,
  type BuiltAccount,
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  connectX,
  PASSWORD,
  subscribe,
} from '../../../../test/factories.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { buildView } from './views.fixture.ts';

const calls = await contractCalls();
const STOP = 'POST /api/auth/signout';

/**
 * What a view may read, by hand and not from the contract: a call that is marked by mistake fails here.
 */
const READS = [
  'GET /api/auth/sessions',
  'GET /api/billing/history',
  'GET /api/facts',
  'GET /api/links',
  'GET /api/maintenance/status',
  'GET /api/news/summarized',
  'GET /api/niches/popular',
  'GET /api/niches/search',
  'GET /api/oauth/x/status',
  'GET /api/posts',
  'GET /api/posts/:id/sources',
  'GET /api/posts/:id/timeline',
  'GET /api/posts/generation-status/:jobId',
  'GET /api/posts/pause-status',
  'GET /api/products',
  'GET /api/public/flags',
  'GET /api/subscription',
  'GET /api/subscription/payment-method',
  'GET /api/subscription/status',
  'GET /api/twitter/accounts',
  'GET /api/twitter/accounts/:id/usage',
  'GET /api/twitter/profile',
  'GET /api/user',
  'GET /api/voice',
  'POST /api/check-scheduling-eligibility',
  'POST /api/sse/token',
  'POST /api/voice/nearness',
];

/** What a read may write: what counts against staff's limits, the token of a stream, and when staff were seen. */
const EXCEPTIONS = ['rate_limits', 'stream_tokens', 'sessions.last_seen_at'];

let app: TestApp;
let customer: BuiltUser;
let account: BuiltAccount;
let post: PostRecord;
let jobId: string;
let staff: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: new Date().toISOString() });
  const built = await buildUser(app, { niche: 'Chess' });
  await subscribe(app, built);
  account = await connectX(app, built);
  post = await buildPost(app, { user: built, accountId: account.id });
  await buildPost(app, { user: built, accountId: account.id, status: 'failed' });
  const generation = await call<{ jobId: string }>(app, 'POST', '/api/posts/generate-posts', {
    token: built.token,
    body: { twitterAccountId: account.id },
  });
  jobId = generation.body.jobId;
  // With an address and a device.
  const { body } = await call<{ token: string }>(app, 'POST', '/api/auth/signin', {
    body: { email: built.email, password: PASSWORD },
  });
  customer = { ...built, token: body.token };
  await call(app, 'POST', '/api/subscription/cancel', {
    token: customer.token,
    body: { reason: 'other', feedback: `Write to me at ${customer.email}` },
  });
  await app.platform.jobs.drain();
  staff = await buildUser(app, { roles: ['admin'] });
});
afterAll(() => app.close());

function send(each: Call, token: string): Promise<Answer> {
  const ids: Record<string, string> = {
    '/api/posts/:id/sources': String(post.id),
    '/api/posts/:id/timeline': String(post.id),
    '/api/twitter/accounts/:id/usage': String(account.id),
    '/api/posts/generation-status/:jobId': jobId,
  };
  const url = each.path.replaceAll(/:\w+/g, ids[each.path] ?? String(customer.id));
  const bodies: Record<string, object> = {
    '/api/sse/token': { purpose: 'posts_stream' },
    '/api/voice/nearness': { texts: ['A post'] },
  };
  const query = each.path === '/api/niches/search' ? '?q=chess' : '';
  return call(app, each.method, url + query, {
    token,
    ...(each.body ? { body: bodies[each.path] ?? {} } : {}),
  });
}

test('a view reads what the contract marks; every other call is refused, and no row of any table changes', async () => {
  expect(
    calls
      .filter(({ ownRead }) => ownRead)
      .map(callName)
      .sort(),
  ).toEqual(READS);
  const { token } = await buildView(app, staff, customer);
  const before = await digestOfTables(app, EXCEPTIONS);
  expect(Object.keys(before).length).toBeGreaterThan(40);
  for (const each of calls) {
    const name = callName(each);
    if (name === STOP) continue;
    const { status, body } = await send(each, token);
    if (READS.includes(name)) expect([name, status]).toEqual([name, 200]);
    else expect([name, status, (body as { code?: string }).code]).toEqual([name, 403, 'VIEW_ONLY']);
  }
  expect(await digestOfTables(app, EXCEPTIONS)).toEqual(before);
});

test('what a view reads has no email address, no network and no invoice link of the customer', async () => {
  const { token, ends_at } = await buildView(app, staff, customer);
  const own = await Promise.all(
    calls.filter((each) => each.ownRead).map((each) => send(each, customer.token)),
  );
  const seen = await Promise.all(calls.filter((each) => each.ownRead).map((each) => send(each, token)));
  const text = (answers: Answer[]) => JSON.stringify(answers.map(({ body }) => body));
  // Each of these is there for the customer themselves.
  for (const secret of [customer.email, '127.0.0.•']) {
    expect(text(own)).toContain(secret);
    expect(text(seen)).not.toContain(secret);
  }
  const urls = (answers: Answer[]) =>
    [...text(answers).matchAll(/"invoiceUrl":(null|"[^"]+")/g)].map(([, url]) => url);
  expect(urls(own).some((url) => url !== 'null')).toBe(true);
  expect(urls(seen).every((url) => url === 'null')).toBe(true);
  expect(urls(seen)).toHaveLength(urls(own).length);
  expect(text(seen)).not.toContain('cus_');

  const { body } = await call(app, 'GET', '/api/user', { token });
  const mask = `${customer.email.slice(0, 1)}***@people.example`;
  expect(body).toMatchObject({
    email: mask,
    roles: [],
    subscriptionCancelFeedback: expect.stringContaining('***@people.example'),
    view: { endsAt: ends_at },
  });
  const { body: mine } = await call(app, 'GET', '/api/user', { token: customer.token });
  expect(mine).not.toHaveProperty('view');
});

test('a view fetches no news and uses none of the customer’s reads', async () => {
  const reader = await buildUser(app, { niche: 'Books' });
  const { token } = await buildView(app, staff, reader);
  await app.platform.jobs.drain();
  const read = (of: string) => call<{ fresh: boolean }>(app, 'GET', '/api/news/summarized', { token: of });
  const counted = async () =>
    (await app.platform.db.execute(sql`select key from rate_limits where key like ${`news:${reader.id}`}`))
      .rows.length;
  expect((await read(token)).body).toMatchObject({ fresh: false });
  expect([await app.platform.jobs.drain(), await counted()]).toEqual([0, 0]);
  await read(reader.token);
  expect([await app.platform.jobs.drain(), await counted()]).toEqual([1, 1]);
});
