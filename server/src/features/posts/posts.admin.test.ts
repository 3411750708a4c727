import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import { openSession } from '../auth/sign-in/open-session.ts';
import { holdAccount } from '../publishing/lanes/hold-account.ts';
import { rowsOf } from './own/own-posts.fixture.ts';

let app: TestApp;
let support: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
  support = await buildUser(app, { roles: ['support'] });
});
afterAll(() => app.close());

type Body = { message: string; change_id: string | null; code?: string };
const ask = (method: 'POST' | 'DELETE', id: number, what: string, body?: object) =>
  call<Body>(app, method, `/api/admin/users/${id}/${what}`, {
    token: support.token,
    ...(body ? { body } : {}),
  });
const entries = async (action: string, id: number) =>
  (
    await app.platform.db.execute(
      sql`select id::text, actor_user_id, target_type, details
        from audit_log where action = ${action} and target_id = ${String(id)} order by id`,
    )
  ).rows;
/** An entry of support's about a customer. */
const entry = (id: unknown, details: object) => ({
  id,
  actor_user_id: support.id,
  target_type: 'user',
  details,
});
const isPaused = async (user: BuiltUser) =>
  (await call<{ postsPaused: boolean }>(app, 'GET', '/api/user', { token: user.token })).body.postsPaused;

test('ADM-USR-16 ADM-USR-17 ADM-CON-33 pausing holds a customer’s posts; resuming moves what came due', async () => {
  const user = await buildUser(app, { timeZone: 'Asia/Kolkata' });
  const post = await buildPost(app, { user, scheduledLocal: '2026-11-21T18:30:00' });
  const paused = await ask('POST', user.id, 'pause-posts', { reason: 'They asked by phone' });
  expect(paused).toMatchObject({
    status: 200,
    body: { message: 'Posts paused. Nothing will go out until you resume.' },
  });
  expect(await isPaused(user)).toBe(true);
  const nothing = { message: 'Nothing changed.', change_id: null };
  expect((await ask('POST', user.id, 'pause-posts')).body).toEqual(nothing);
  app.clock.advance(2 * 3_600_000);
  // A session of staff does not last that long.
  support = { ...support, ...(await openSession(app.platform.db, support.id, app.clock.now())) };
  const resumed = await ask('POST', user.id, 'unpause-posts', { reason: 'They called back' });
  expect(resumed.body.message).toBe(
    'Posts resumed. 1 post came due while paused and moved to the next free time.',
  );
  expect((await ask('POST', user.id, 'unpause-posts')).body).toEqual(nothing);
  expect(await rowsOf(app, user.id)).toMatchObject([
    { id: post.id, scheduled_local: '2026-11-28T18:30:00', moved_from: '2026-11-21 13:00:00+00' },
  ]);
  const [off, on] = [{ postsPaused: false }, { postsPaused: true }];
  expect(await entries('posts.paused_by_staff', user.id)).toEqual([
    entry(paused.body.change_id, { before: off, after: on, reason: 'They asked by phone' }),
  ]);
  expect(await entries('posts.resumed_by_staff', user.id)).toEqual([
    entry(resumed.body.change_id, { before: on, after: off, moved: 1, reason: 'They called back' }),
  ]);
});

test('ADM-CUS-22 ADM-CUS-23 ADM-CON-35 staff list posts of all accounts or one, the latest planned first', async () => {
  const user = await buildUser(app);
  await subscribe(app, user);
  const first = await buildPost(app, { user });
  const other = await connectX(app, user);
  const now = app.clock.now().getTime();
  for (let hour = 2; hour < 30; hour += 1)
    await buildPost(app, { user, accountId: other.id, scheduledAt: new Date(now + hour * 3_600_000) });
  // Two of one moment, the later one first.
  const past = { user, accountId: first.accountId, scheduledAt: new Date(now - 7_200_000) };
  const out = await buildPost(app, { ...past, status: 'posted', postedAt: new Date(now), tweetId: '4711' });
  const refusal = { errorCode: 'X_REFUSED', errorMessage: 'X refused it.', retryCount: 2 } as const;
  const failed = await buildPost(app, { ...past, status: 'failed', ...refusal });
  await holdAccount(app.platform, app.platform.db, first.accountId, 'paused');
  const list = async (query = '') =>
    (
      await call<{ posts: Record<string, unknown>[]; nextPage: number | null }>(
        app,
        'GET',
        `/api/admin/users/${user.id}/posts${query}`,
        { token: support.token },
      )
    ).body;
  const [page, rest] = [await list(), await list('?page=2')];
  expect([page.nextPage, rest.nextPage, page.posts.length]).toEqual([2, null, 25]);
  const times = [...page.posts, ...rest.posts].map((post) => String(post.scheduled_time));
  expect(times).toEqual(times.toSorted().toReversed());
  const own = await list(`?twitterAccountId=${first.accountId}`);
  const waiting = {
    id: String(first.id),
    twitter_account_id: String(first.accountId),
    content: first.content,
    status: 'Pending',
    scheduled_time: first.scheduledAt.toISOString(),
    posted_at: null,
    hold_reason: 'paused',
    retry_count: 0,
    error_code: null,
    error_message: null,
    tweet_url: null,
  };
  const error = { error_code: 'X_REFUSED', error_message: 'X refused it.', retry_count: 2 };
  const tweet_url = `${app.config.x.webUrl}/i/web/status/4711`;
  expect(own.posts[0]).toEqual(waiting);
  expect(own.posts.slice(1)).toMatchObject([
    { id: String(failed.id), status: 'Failed', hold_reason: null, ...error },
    { id: String(out.id), status: 'Posted', posted_at: new Date(now).toISOString(), tweet_url },
  ]);
  expect(rest.posts.slice(-3)).toEqual(own.posts);
  const { accountId: strange } = await buildPost(app);
  expect(await list(`?twitterAccountId=${strange}`)).toEqual({ posts: [], nextPage: null });
});

test('ADM-CUS-25 ADM-CUS-27 ADM-CON-35 staff delete a post that is not out; a posted one is 409, another’s 404', async () => {
  const user = await buildUser(app);
  const post = await buildPost(app, { user });
  const { accountId } = post;
  const posted = await buildPost(app, { user, accountId, status: 'posted', postedAt: app.clock.now() });
  const flying = await buildPost(app, { user, accountId, status: 'processing' });
  const strange = await buildPost(app);
  const remove = (id: number, body?: object) => ask('DELETE', user.id, `posts/${id}`, body);
  for (const [{ id }, status, message] of [
    [posted, 'Posted', 'Posted posts cannot be changed'],
    [flying, 'Processing', 'Post is still being processed. Please wait a moment.'],
  ] as const)
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: { code: 'POST_LOCKED', message, data: { status } },
    });
  expect(await remove(strange.id)).toMatchObject({ status: 404, body: { code: 'POST_NOT_FOUND' } });
  expect(await remove(post.id, { reason: 'Wrong account' })).toMatchObject({
    status: 200,
    body: { message: 'The post was deleted.', change_id: null },
  });
  expect((await remove(post.id)).status).toBe(404);
  const { rows } = await app.platform.db.execute(
    sql`select id from posts where id in (${post.id}, ${posted.id}, ${flying.id}, ${strange.id}) order by id`,
  );
  expect(rows).toEqual([posted, flying, strange].map(({ id }) => ({ id })));
  expect(await entries('posts.deleted_by_staff', user.id)).toEqual([
    entry(expect.any(String), {
      postId: post.id,
      before: { status: 'Pending', scheduledTime: post.scheduledAt.toISOString() },
      after: null,
      reason: 'Wrong account',
    }),
  ]);
});
