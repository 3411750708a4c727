import { type TimelineSource, timelineSources } from '@drumbeat/contract/admin/customer-timeline.rules.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
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
import { cursorOf, mergeEvents, pageOf, positionOf } from './timeline.rules.ts';

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
  const failed = await buildPost(app, {
    user,
    accountId: account.id,
    status: 'failed',
    content: 'x'.repeat(130),
    retryCount: 1,
    errorCode: 'X_REFUSED',
    errorMessage: 'X refused it.',
    scheduledAt: app.clock.now(),
  });
  await app.platform.db.execute(sql`
    insert into post_attempts (post_id, account_id, started_at, outcome, settled_at, error_code)
    values (${failed.id}, ${account.id}, now(), 'failed', now(), 'X_REFUSED'),
      (${failed.id}, ${account.id}, now() - interval '1 minute', 'retry', now(), null)`);
  await buildPost(app, { user, accountId: account.id });
  const past = new Date(app.clock.now().getTime() - 1_000);
  const planned = await buildPost(app, { user, accountId: account.id, scheduledAt: past });
  const path = `/api/admin/users/${user.id}`;
  await call(app, 'POST', `${path}/pause-posts`, { token: support.token, body: { reason: 'On holiday' } });

  const masked = await timeline(user.id);
  expect(masked.status).toBe(200);
  const actions = masked.body.events.map((event) => event.action);
  expect(actions).toEqual(
    expect.arrayContaining([
      'auth.signed_in',
      'generation.pending',
      'post.failed',
      'customer.subscription.created',
      'posts.paused_by_staff',
    ]),
  );
  expect(actions.filter((action) => action.startsWith('email.')).length).toBeGreaterThan(0);
  // A post that is still to come is no event yet.
  const postActions = ['post.failed', 'post.pending'];
  expect(actions.filter((action) => action.startsWith('post.'))).toEqual(postActions);
  const find = (action: string, from = masked.body.events) => from.find((event) => event.action === action);
  expect(find('post.failed')).toEqual({
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
  });
  const bySystem = { at: expect.stringMatching(/Z$/), by: 'system', staff_id: null, change_id: null };
  expect(find('generation.pending')).toEqual({
    ...bySystem,
    id: expect.stringMatching(/^generation:[\da-f-]{36}$/),
    source: 'generation',
    action: 'generation.pending',
    details: { niche: 'Gaming', written: 0, planned: 10, error: null, savedAt: null },
  });
  expect(find('customer.subscription.created')).toEqual({
    ...bySystem,
    id: expect.stringMatching(/^billing:evt_/),
    source: 'billing',
    action: 'customer.subscription.created',
    details: { object: 'sub_********' },
  });
  expect(find('post.pending')).toEqual({
    ...bySystem,
    id: `post:${planned.id}`,
    at: past.toISOString(),
    source: 'post',
    action: 'post.pending',
    details: {
      content: planned.content,
      postedAt: null,
      tweetId: null,
      retries: 0,
      held: 'paused_all',
      error: null,
    },
  });
  const paused = find('posts.paused_by_staff');
  expect(paused).toEqual({
    id: `audit:${paused?.change_id}`,
    at: expect.stringMatching(/Z$/),
    source: 'audit',
    action: 'posts.paused_by_staff',
    by: 'staff',
    staff_id: String(support.id),
    change_id: expect.stringMatching(/^\d+$/),
    details: {
      before: { postsPaused: false },
      after: { postsPaused: true },
      reason: 'On holiday',
      ip: '127.0.***.***',
    },
  });
  expect(find('auth.signed_in')).toEqual({
    id: expect.stringMatching(/^audit:\d+$/),
    at: expect.stringMatching(/Z$/),
    source: 'audit',
    action: 'auth.signed_in',
    by: 'customer',
    staff_id: null,
    change_id: null,
    details: { ip: '127.0.***.***' },
  });
  expect(find('email.queued')).toEqual({
    ...bySystem,
    id: expect.stringMatching(/^email:\d+$/),
    source: 'email',
    action: 'email.queued',
    details: {
      type: 'trial_started',
      subject: null,
      to: `${user.email.slice(0, 1)}***@people.example`,
      sentAt: null,
      error: null,
    },
  });

  const open = await timeline(user.id, { sensitive: 'true' });
  expect(open.body.events.find((event) => event.action.startsWith('email.'))?.details.to).toBe(user.email);
  expect(find('posts.paused_by_staff', open.body.events)?.details.ip).toBe('127.0.0.1');
  expect((await timeline(user.id)).body.events[0]).toMatchObject({
    action: 'admin.sensitive_shown',
    by: 'staff',
    staff_id: String(support.id),
    details: { view: 'timeline', ip: '127.0.***.***' },
    change_id: null,
  });
  const posts = await timeline(user.id, { source: 'post' });
  expect(posts.body.events.map((event) => event.action)).toEqual(postActions);
  // Ids of a provider are as long as it likes.
  const below = `${app.clock.now().getTime() + 1}~billing~evt_${'a'.repeat(251)}`;
  expect((await timeline(user.id, { source: 'post', before: below })).body.events).toEqual(posts.body.events);
});

test('what the program did to a customer by itself is by the system', async () => {
  const user = await buildUser(app);
  await recordAudit(app.platform.db, systemActor('worker'), {
    at: app.clock.now(),
    action: 'two_factor.reset',
    target: { type: 'user', id: user.id },
  });
  const [newest] = (await timeline(user.id, { source: 'audit' })).body.events;
  expect(newest).toMatchObject({ action: 'two_factor.reset', by: 'system', staff_id: null });
});

test('pages go on below the last event, also where many happened at one moment, and show each once', async () => {
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  const at = app.clock.now();
  for (let n = 0; n < 40; n += 1)
    await buildPost(app, {
      user,
      accountId,
      status: 'failed',
      scheduledAt: new Date(at.getTime() - (n % 3) * 1_000),
    });
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
    const page: { events: Event[]; next: string | null } = (
      await timeline(user.id, before === null ? {} : { before })
    ).body;
    expect(page.events.length).toBeLessThanOrEqual(30);
    seen.push(...page.events);
    before = page.next;
  } while (before !== null);
  expect(new Set(seen.map((event) => event.id)).size).toBe(seen.length);
  expect(seen.filter((event) => event.action === 'post.failed')).toHaveLength(40);
  expect(seen.filter((event) => event.action === 'email.sent')).toHaveLength(40);
  expect(seen.filter((event) => event.action === 'paged.entry')).toHaveLength(90);
  expect(seen.find((event) => event.action === 'paged.entry')?.details).toEqual({});
  // A page that is full is the last where nothing is behind it.
  const other = await buildUser(app);
  await app.platform.db.execute(sql`
    insert into emails (user_id, recipient, template_key, status, message_id, queued_at)
    select ${other.id}, 'x@y.example', 'verify_email', 'sent', gen_random_uuid(), ${at} from generate_series(1, 30)`);
  const { body: full } = await timeline(other.id);
  expect([full.events.length, full.next]).toEqual([30, null]);
  const times = seen.map((event) => event.at);
  expect(times).toEqual(times.toSorted().reverse());
});

test('whatever happened when, pages of any size put together are the whole list', () => {
  const event = fc.record({
    at: fc.integer({ min: 1, max: 5 }).map((ms) => new Date(ms)),
    source: fc.constantFrom(...timelineSources.filter((each) => each !== 'generation')),
    id: fc.integer({ min: 1, max: 1_000 }),
  });
  const events = fc.uniqueArray(event, { selector: ({ source, id }) => `${source}${id}`, maxLength: 40 });
  const key = ({ source, id }: { source: TimelineSource; id: number }) => `${source}:${id}`;
  fc.assert(
    fc.property(events, fc.integer({ min: 1, max: 7 }), (all, size) => {
      const sorted = (source: TimelineSource) =>
        all
          .filter((each) => each.source === source)
          .sort((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id);
      const shown: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const after = cursor === undefined ? undefined : positionOf(cursor);
        const lists = timelineSources.map((source) => {
          const page = pageOf(source, after, new Date(9), size + 1);
          const { before, atMoment } = page;
          return sorted(source)
            .filter(({ at, id }) => {
              if (at.getTime() !== before.getTime()) return at < before;
              if (typeof atMoment === 'string') return atMoment === 'all';
              return id < Number(atMoment.belowId);
            })
            .slice(0, size + 1);
        });
        const merged = mergeEvents(lists);
        const page = merged.slice(0, size);
        shown.push(...page.map(key));
        const last = page.at(-1);
        if (!last || merged.length <= size) break;
        cursor = cursorOf({ ...last, id: String(last.id) });
      }
      expect(shown).toEqual(mergeEvents(timelineSources.map(sorted)).map(key));
    }),
  );
});

test('a page that there is not is refused, and nobody has no timeline', async () => {
  const user = await buildUser(app);
  for (const before of [
    'x',
    '1~post~abc',
    '1~posts~1',
    '1~generation~1',
    '99999999999999999~post~1',
    "1~post~1'",
  ])
    expect((await timeline(user.id, { before })).status, before).toBe(400);
  expect((await timeline(999_999)).status).toBe(404);
});

test('ADM-CUS-09 ADM-CUS-10 ADM-CUS-13 accounts come with their generations, whose limit is the plan’s', async () => {
  const user = await buildUser(app);
  await subscribe(app, user);
  const account = await connectX(app, user);
  const path = '/api/posts/generate-posts';
  await call(app, 'POST', path, { token: user.token, body: { twitterAccountId: account.id } });
  const { body } = await call<{ accounts: Record<string, unknown>[] }>(
    app,
    'GET',
    `/api/admin/users/${user.id}/twitter-accounts`,
    { token: support.token },
  );
  const me = await call<{ entitlements: { postGenerationLimit: number } }>(app, 'GET', '/api/user', {
    token: user.token,
  });
  const limit = me.body.entitlements.postGenerationLimit;
  expect(body.accounts).toEqual([
    {
      id: String(account.id),
      username: account.username,
      twitter_user_id: account.twitterUserId,
      niche: 'Gaming',
      selected: true,
      is_active: true,
      niche_update_count: 0,
      niche_update_period_end: null,
      needs_reconnect: false,
      posts_paused: false,
      limited_until: null,
      stopped_since: null,
      profile_image_url: expect.stringMatching(/^http.*\.svg$/),
      usage: { limit, remaining: limit - 1, periodEnd: expect.stringMatching(/Z$/) },
    },
  ]);
});
