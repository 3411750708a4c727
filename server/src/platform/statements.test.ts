/** How many statements a call sends: as many for 40 rows as for 2, and no more than its budget. */
import { bulkActions } from '@drumbeat/contract/admin/bulk.rules.ts';
import { callName, contractCalls } from '@drumbeat/contract/contract-calls.fixture.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  completeCheckout,
  PASSWORD,
} from '../../test/factories.ts';
import { deliver, eventsOf } from '../features/billing/billing.fixture.ts';
import { buildWriter, type Writer } from '../features/generation/generation.fixture.ts';
import { listenOn, openStream, streamToken } from '../features/publishing/stream/stream.fixture.ts';
import { bakerPosts } from '../features/voice/voice.fixture.ts';
import { addRows, buildJob, csvOf, hasRows, inHours, rowsIn, texts, watch } from './statements.fixture.ts';

const [FEW, MANY] = [2, 40];
/** A plan with room for all rows. */
const PLAN = { tier: 'pro_plus', posts_per_day: '1000', links_per_cycle: '1000' };

let app: TestApp;
let staff: BuiltUser;
/** Has one account, and many rows of everything else. */
let owner: Writer;
/** Has many accounts. */
let collector: Writer;
/** What the paths and bodies of the calls name. */
let given: { postId: number; feed: string; jobId: string; posts: number[]; people: number[] };
/** What the app sent since this was last called. */
let take: () => Promise<string[]>;

/** A job's posts, each rewritten by the person. */
const rewritten = (count: number) => ({
  jobId: given.jobId,
  posts: texts(count).map((content, n) => ({ content, scheduledTime: inHours(48 + n) })),
});

type Ask = {
  by?: () => BuiltUser;
  /** Whose id is in the path, if not the owner's. */
  of?: () => BuiltUser;
  query?: string;
  body?: (count: number) => object;
};
const asOwner: Ask = { by: () => owner };
const asStaff: Ask = { by: () => staff };
const asCollector: Ask = { by: () => collector };
const inBulk = (more: object = {}): Ask => ({ ...asOwner, body: () => ({ ids: given.posts, ...more }) });

/**
 * The calls that answer or take rows, by their name in the contract, with a remark in brackets. In an order in
 * which each leaves the next one its rows.
 */
const calls: Record<string, Ask> = {
  'POST /api/voice/import': {
    ...asOwner,
    body: (count) => ({
      source: 'pasted',
      posts: bakerPosts(10 * count).map((text) => ({ text, sentAt: null })),
    }),
  },
  'POST /api/voice/nearness': { ...asOwner, body: (count) => ({ texts: texts(count) }) },
  'GET /api/voice': asOwner,
  'GET /api/posts': asOwner,
  'GET /api/posts/:id/sources': asOwner,
  'GET /api/posts/:id/timeline': asOwner,
  'GET /api/posts/export': asOwner,
  'GET /api/posts/generation-status/:jobId': asOwner,
  'GET /api/feeds/calendar/:file': {},
  'GET /api/user/export': asOwner,
  'GET /api/user/export (many accounts)': asCollector,
  'GET /api/twitter/accounts': asCollector,
  'GET /api/auth/sessions': asOwner,
  'GET /api/facts': asOwner,
  'GET /api/subscription': asOwner,
  'GET /api/products': {},
  'GET /api/niches/search': { query: 'query=many&limit=50' },
  'GET /api/maintenance/list': asStaff,
  'GET /api/admin/audit': asStaff,
  'GET /api/admin/costs/customers': asStaff,
  'GET /api/admin/email-templates': asStaff,
  'GET /api/admin/email-templates/:key/versions': asStaff,
  'GET /api/admin/feedback': asStaff,
  'GET /api/admin/flags': asStaff,
  'GET /api/admin/flags/:key/versions': asStaff,
  'GET /api/admin/niche-requests': asStaff,
  'GET /api/admin/niches': asStaff,
  'GET /api/admin/prompts': asStaff,
  'GET /api/admin/prompts/:key/versions': asStaff,
  'GET /api/admin/search': { ...asStaff, query: 'q=many' },
  'GET /api/admin/stripe/catalog': asStaff,
  'GET /api/admin/users': { ...asStaff, query: 'q=many.example' },
  'GET /api/admin/users/all': asStaff,
  'GET /api/admin/users/:id/billing': asStaff,
  'GET /api/admin/users/:id/emails': asStaff,
  'GET /api/admin/users/:id/posts': asStaff,
  'GET /api/admin/users/:id/sessions': asStaff,
  'GET /api/admin/users/:id/timeline': asStaff,
  'GET /api/admin/users/:id/twitter-accounts': { ...asStaff, of: () => collector },
  ...Object.fromEntries(
    bulkActions.map((action): [string, Ask] => [
      `POST /api/admin/users/bulk (${action})`,
      { ...asStaff, body: () => ({ action, ids: given.people, dry_run: true }) },
    ]),
  ),
  'POST /api/admin/stripe/sync': asStaff,
  'POST /api/posts/bulk/pause': inBulk({ paused: true }),
  'POST /api/posts/bulk/pause (resume)': inBulk({ paused: false }),
  'POST /api/posts/bulk/move': inBulk({ days: 1 }),
  'POST /api/posts/bulk/delete': inBulk(),
  'POST /api/posts/bulk/restore': inBulk(),
  'POST /api/posts/import': {
    ...asOwner,
    body: (count) => ({
      key: crypto.randomUUID(),
      dryRun: false,
      csv: csvOf(count),
    }),
  },
  'POST /api/posts': { ...asOwner, body: rewritten },
  'POST /api/facts': { ...asOwner, body: (count) => ({ kind: 'story', sheet: texts(count).join('\n') }) },
  'POST /api/posts/pause': asOwner,
  'POST /api/posts/unpause': asOwner,
  'PATCH /api/user/preferences': {
    ...asOwner,
    body: (count) => ({ timeZone: count === FEW ? 'Asia/Tokyo' : 'UTC', posts: 'clock_times' }),
  },
  'DELETE /api/posts/pending-failed': asOwner,
};

/** Calls whose lists cannot grow, by the reason. */
const bounded: Record<string, readonly string[]> = {
  'The parts of one text': [
    'POST /api/posts/rewrite',
    'PUT /api/admin/email-templates/:key',
    'PUT /api/admin/prompts/:key',
  ],
  'One voice, as GET /api/voice reads it': [
    'DELETE /api/voice/profile',
    'PATCH /api/voice/points',
    'POST /api/voice/lessons',
    'PUT /api/voice',
  ],
  'Sums by month, tier or kind': [
    'GET /api/admin/costs',
    'GET /api/admin/metrics/growth',
    'GET /api/admin/metrics/operations',
    'GET /api/admin/metrics/revenue',
    'GET /api/admin/metrics/revenue/export',
    'GET /api/admin/users/:id/costs',
  ],
  'A list of fixed length': ['GET /api/links', 'GET /api/niches/popular', 'POST /api/posts/generate-posts'],
  'One row, or one page of the payment provider': [
    'GET /api/billing/history',
    'GET /api/news/check-fresh',
    'GET /api/news/summarized',
  ],
};

/** The ten hottest calls: the most statements that each may send, with the jobs that it starts. */
const budgets: [call: string, most: number, act: () => Promise<unknown>][] = [
  ['GET /api/user', 3, () => ask('GET', 'user')],
  ['GET /api/twitter/accounts', 4, () => ask('GET', 'twitter/accounts')],
  ['GET /api/posts', 2, () => ask('GET', `posts?twitterAccountId=${owner.accountId}`)],
  ['GET /api/subscription', 3, () => ask('GET', 'subscription')],
  ['GET /api/posts/generation-status/:jobId', 8, () => ask('GET', `posts/generation-status/${given.jobId}`)],
  ['PUT /api/posts/:id', 21, editPost],
  ['POST /api/posts', 25, saveCalendar],
  ['POST /api/auth/signin', 13, signIn],
  ['GET /api/posts/stream', 3, resumeStream],
  ['POST /api/webhooks/stripe', 25, deliverCheckout],
];

async function ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<void> {
  const answer = await call(app, method, `/api/${path}`, { token: owner.token, body });
  expect([answer.status, answer.status === 200 || answer.body]).toEqual([200, true]);
}

async function editPost(): Promise<void> {
  const { id } = await buildPost(app, { user: owner, accountId: owner.accountId });
  await take();
  await ask('PUT', `posts/${id}`, { content: texts(1)[0], scheduledTime: inHours(100) });
}

async function saveCalendar(): Promise<void> {
  given.jobId = await buildJob(app, owner, MANY);
  await take();
  await ask('POST', 'posts', rewritten(MANY));
}

async function signIn(): Promise<void> {
  const body = { email: owner.email, password: PASSWORD };
  expect((await call(app, 'POST', '/api/auth/signin', { body })).status).toBe(200);
}

async function resumeStream(): Promise<void> {
  const [port, token] = [await listenOn(app), await streamToken(app, owner)];
  await take();
  const stream = await openStream(port, token, String(Date.now() - 60_000));
  await stream.says('event: ready');
  stream.close();
}

/** The payment provider tells of a first checkout that was just paid. */
async function deliverCheckout(): Promise<void> {
  const { token } = await buildUser(app);
  const body = { priceLookupKey: 'pro_monthly' };
  const checkout = await call<{ url: string }>(app, 'POST', '/api/create-checkout-session', { token, body });
  await completeCheckout(app, checkout.body.url);
  const event = (await eventsOf(app)).find(({ type }) => type === 'checkout.session.completed') ?? {};
  await app.platform.jobs.drain();
  await take();
  expect((await deliver(app, event)).status).toBe(200);
}

const firstWords = (statement: string) => statement.slice(0, 70);

type Sent = { status: number; body: Record<string, unknown>; rows: number; statements: string[] };
const sent = new Map<string, Sent[]>();

async function send(
  name: string,
  { by, of = () => owner, query = '', body }: Ask,
  count: number,
): Promise<Sent> {
  const [method, path] = name.split(' ') as ['GET', string];
  const url = path
    .replace('/users/:id', `/users/${of().id}`)
    .replace('/posts/:id', `/posts/${given.postId}`)
    .replace(':jobId', given.jobId)
    .replace(':file', given.feed)
    .replace('email-templates/:key', 'email-templates/verify_email')
    .replace('flags/:key', 'flags/plans_enabled')
    .replace('prompts/:key', 'prompts/generate_posts_user');
  await take();
  const { status, body: answer } = await call<Record<string, unknown>>(app, method, `${url}?${query}`, {
    ...(by ? { token: by().token } : {}),
    ...(method === 'GET' ? {} : { body: body?.(count) ?? {} }),
  });
  return { status, body: answer, rows: rowsIn(answer), statements: await take() };
}

beforeAll(async () => {
  app = await buildApp({ shared: true });
  // It stands still, so that no cache grows old between two calls.
  app.clock.set(new Date());
  take = watch((app.platform.db as unknown as { $client: pg.Pool }).$client);
  staff = await buildUser(app, { roles: ['admin'] });
  owner = await buildWriter(app, { metadata: PLAN });
  collector = await buildWriter(app, { metadata: PLAN });
  const { id: postId } = await buildPost(app, { user: owner, accountId: owner.accountId, status: 'posted' });
  const { body } = await call<{ url: string }>(app, 'POST', '/api/posts/feed', { token: owner.token });
  const feed = body.url.split('/').at(-1) ?? '';
  const add = async (first: number, last: number) => {
    const world = { owner, collectorId: collector.id, staffId: staff.id, postId };
    given = { postId, feed, ...(await addRows(app, world, first, last)) };
    for (const [name, ask] of Object.entries(calls))
      sent.set(name, [...(sent.get(name) ?? []), await send(name, ask, last)]);
  };
  await add(1, FEW);
  await add(FEW + 1, MANY);
});
afterAll(() => app.close());

test.each(Object.keys(calls))('%s sends as many statements for 40 rows as for 2', (name) => {
  const [few, many] = sent.get(name) as [Sent, Sent];
  for (const { status, body } of [few, many]) {
    expect([status, status === 200 || body]).toEqual([200, true]);
    expect([body.refused ?? [], body.faults ?? []]).toEqual([[], []]);
  }
  if (few.rows > 0) expect(few.rows, 'rows of the answer').toBeLessThan(many.rows);
  const before = Map.groupBy(few.statements, firstWords);
  const grown = [...Map.groupBy(many.statements, firstWords)].flatMap(([words, { length }]) =>
    length > (before.get(words)?.length ?? 0) ? words : [],
  );
  expect(many.statements.length, `More of: ${grown.join('; ')}`).toBe(few.statements.length);
});

test('every call that answers or takes rows is in the table, or cannot grow', async () => {
  const fixed = Object.values(bounded).flat();
  const named = new Set([...Object.keys(calls).map((name) => name.split(' (')[0]), ...fixed]);
  const listing = (await contractCalls()).filter(hasRows).map(callName);
  expect(listing.filter((name) => !named.has(name))).toEqual([]);
  expect(fixed.filter((name) => !listing.includes(name))).toEqual([]);
});

test.each(budgets)('%s sends at most %i statements', async (name, most, act) => {
  await app.platform.jobs.drain();
  await take();
  await act();
  await app.platform.jobs.drain();
  const statements = await take();
  const words = [`${name} sent ${statements.length} of ${most}:`, ...statements.map(firstWords)];
  expect(statements.length, words.join('\n')).toBeLessThanOrEqual(most);
});
