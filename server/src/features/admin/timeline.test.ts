import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { systemActor } from '../../platform/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { deliver, eventsOf } from '../billing/billing.fixture.ts';
import { positionOf } from './timeline.rules.ts';

let app: TestApp;

let support: BuiltUser;

beforeAll(async () => {
  app = await buildApp({ shared: true });
  support = await buildUser(app, { roles: ['support'] });
});

afterAll(() => app.close());

type Event = {
  id: string;
  at: string;
  action: string;
  by: string;
  staff_id: string | null;
  details: Record<string, unknown>;
  change_id: string | null;
};

const timeline = (id: number, query: Record<string, string> = {}) =>
  call<{ events: Event[]; next: string | null }>(
    app,
    'GET',
    `/api/admin/users/${id}/timeline?${new URLSearchParams(query)}`,
    { token: support.token },
  );

test('one list has sign-ins, generations, posts, emails, Stripe’s events and what staff did, newest first', async () => {
  const user = await buildUser(app);
  await call(app, 'POST', '/api/auth/signin', { body: { email: user.email, password: PASSWORD } });
  const { customer } = await subscribe(app, user);
  for (const event of await eventsOf(app))
    if (JSON.stringify(event).includes(customer)) await deliver(app, event);
  const account = await connectX(app, user);
  const body = { twitterAccountId: account.id };
  await call(app, 'POST', '/api/posts/generate-posts', { token: user.token, body });
  const of = { user, accountId: account.id };
  const refusal = {
    status: 'failed',
    retryCount: 1,
    errorCode: 'X_REFUSED',
    errorMessage: 'X refused it.',
  } as const;
  const content = 'x'.repeat(130);
  const failed = await buildPost(app, { ...of, ...refusal, content, scheduledAt: app.clock.now() });
  await app.platform.db.execute(sql`
    insert into post_attempts (post_id, account_id, started_at, outcome, settled_at, error_code)
    values (${failed.id}, ${account.id}, now(), 'failed', now(), 'X_REFUSED'),
      (${failed.id}, ${account.id}, now() - interval '1 minute', 'retry', now(), null)`);
  // A post that is still to come is no event yet.
  await buildPost(app, of);
  await recordAudit(app.platform.db, systemActor('worker'), {
    at: app.clock.now(),
    action: 'two_factor.reset',
    target: { type: 'user', id: user.id },
  });
  const path = `/api/admin/users/${user.id}`;
  await call(app, 'POST', `${path}/pause-posts`, { token: support.token, body: { reason: 'On holiday' } });

  const masked = (await timeline(user.id)).body.events;
  const times = masked.map((event) => event.at);
  expect(times).toEqual(times.toSorted().reverse());
  const find = (action: string, from = masked) => from.find((event) => event.action === action);
  const ip = '127.0.***.***';
  expect(find('auth.signed_in')).toMatchObject({ by: 'customer', staff_id: null, details: { ip } });
  expect(find('two_factor.reset')).toMatchObject({ by: 'system', staff_id: null });
  expect(find('generation.pending')).toMatchObject({
    id: expect.stringMatching(/^generation:[\da-f-]{36}$/),
    details: { niche: 'Gaming', written: 0, planned: 10, error: null, savedAt: null },
  });
  expect(find('customer.subscription.created')).toMatchObject({ details: { object: 'sub_********' } });
  expect(masked.filter(({ action }) => action.startsWith('post.'))).toEqual([
    {
      id: `post:${failed.id}`,
      at: failed.scheduledAt.toISOString(),
      source: 'post',
      action: 'post.failed',
      by: 'system',
      staff_id: null,
      details: {
        content: 'x'.repeat(120),
        postedAt: null,
        tweetId: null,
        retries: 1,
        held: null,
        error: 'X refused it.',
        attempts: ['retry', 'failed X_REFUSED'],
      },
      change_id: null,
    },
  ]);
  const paused = find('posts.paused_by_staff');
  expect(paused).toMatchObject({
    id: `audit:${paused?.change_id}`,
    by: 'staff',
    staff_id: String(support.id),
    details: { before: { postsPaused: false }, after: { postsPaused: true }, reason: 'On holiday', ip },
  });
  const to = `${user.email.slice(0, 1)}***@people.example`;
  expect(find('email.queued')?.details).toMatchObject({ type: 'trial_started', to, error: null });

  const open = (await timeline(user.id, { sensitive: 'true' })).body.events;
  expect(find('email.queued', open)?.details.to).toBe(user.email);
  expect(find('posts.paused_by_staff', open)?.details.ip).toBe('127.0.0.1');
  expect((await timeline(user.id)).body.events[0]).toMatchObject({
    action: 'admin.sensitive_shown',
    by: 'staff',
    details: { view: 'timeline' },
  });
  const posts = await timeline(user.id, { source: 'post' });
  expect(posts.body.events.map((event) => event.action)).toEqual(['post.failed']);
});

test('pages go on below the last event, also where many happened at the same moment, and show each once', async () => {
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  const at = app.clock.now();
  for (let n = 0; n < 20; n += 1) {
    const scheduledAt = new Date(at.getTime() - (n % 3) * 1_000);
    await buildPost(app, { user, accountId, status: 'failed', scheduledAt });
  }
  await app.platform.db.execute(sql`
    insert into emails (user_id, recipient, template_key, status, message_id, queued_at)
    select ${user.id}, 'x@y.example', 'verify_email', 'sent', gen_random_uuid(), ${at} from generate_series(1, 40)`);
  // By the customer, about them, or both.
  await app.platform.db.execute(sql`
    insert into audit_entries (created_at, actor_user_id, action, target_type, target_id, details)
    select ${at}::timestamptz - n % 5 * interval '1 second', case when n % 3 < 2 then ${user.id}::bigint end, 'paged.entry',
      case when n % 3 > 0 then 'user' end, case when n % 3 > 0 then ${String(user.id)} end, '{}' from generate_series(1, 90) n`);
  const seen: Event[] = [];
  let before: string | null = null;
  do {
    const query: Record<string, string> = before === null ? {} : { before };
    const page: { events: Event[]; next: string | null } = (await timeline(user.id, query)).body;
    expect(page.events.length).toBeLessThanOrEqual(30);
    seen.push(...page.events);
    before = page.next;
  } while (before !== null);
  expect(new Set(seen.map((event) => event.id)).size).toBe(seen.length);
  const count = (action: string) => seen.filter((event) => event.action === action).length;
  expect([count('post.failed'), count('email.sent'), count('paged.entry')]).toEqual([20, 40, 90]);
  const times = seen.map((event) => event.at);
  expect(times).toEqual(times.toSorted().reverse());
});

test('an invalid cursor is 400, an unknown customer 404', async () => {
  const user = await buildUser(app);
  for (const before of ['x', '1~post~abc', '1~generation~1'])
    expect((await timeline(user.id, { before })).status, before).toBe(400);
  expect((await timeline(999_999)).status).toBe(404);
});

test('ADM-CUS-09 ADM-CUS-10 ADM-CUS-13 accounts come with their generations, whose limit is the plan’s', async () => {
  const user = await buildUser(app);
  await subscribe(app, user);
  const account = await connectX(app, user);
  const body = { twitterAccountId: account.id };
  await call(app, 'POST', '/api/posts/generate-posts', { token: user.token, body });
  const path = `/api/admin/users/${user.id}/twitter-accounts`;
  const accounts = await call<{ accounts: Record<string, unknown>[] }>(app, 'GET', path, support);
  const me = await call<{ entitlements: { postGenerationLimit: number } }>(app, 'GET', '/api/user', user);
  const limit = me.body.entitlements.postGenerationLimit;
  expect(accounts.body.accounts).toMatchObject([
    {
      id: String(account.id),
      username: account.username,
      twitter_user_id: account.twitterUserId,
      niche: 'Gaming',
      niche_update_count: 0,
      usage: { limit, remaining: limit - 1, periodEnd: expect.stringMatching(/Z$/) },
    },
  ]);
});

const uuid = '0a1b2c3d-4e5f-6789-abcd-ef0123456789';

test.each([
  '',
  '1795176000000~posts~12',
  '1795176000000~post~0',
  '1795176000000000~post~12',
  `1795176000000~generation~${uuid}0`,
  '1795176000000~billing~evt.1',
])('%j is no cursor', (cursor) => {
  expect(positionOf(cursor)).toBeUndefined();
});
