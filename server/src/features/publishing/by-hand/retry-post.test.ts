import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, call, connectX } from '../../../../test/factories.ts';
import type { EventMap, Events } from '../../../platform/events.ts';
import { authenticate } from '../../auth/sign-in/authenticate.ts';
import { givePlan } from '../../generation/generation.fixture.ts';
import { findPost } from '../../post/post.queries.ts';
import { laneOf } from '../lanes/lanes.fixture.ts';
import { fault, runEngine, shown, tweetsOf } from '../publishing.fixture.ts';
import { retryPost } from './retry-post.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

async function failedPost(username: string, content = `Failed by ${username}`) {
  const user = await buildUser(app);
  const account = await connectX(app, user, username);
  const post = await buildPost(app, {
    user,
    accountId: account.id,
    content,
    scheduledAt: app.clock.now(),
    status: 'failed',
    retryCount: 0,
    errorCode: 'X_UNAVAILABLE',
    errorMessage: 'No luck',
  });
  return { user, account, post, username };
}

/** Asks for a retry while the worker does its turns, as in production. */
async function retry(user: { token: string }, postId: number) {
  let answered = false;
  const answer = call<Record<string, unknown>>(app, 'POST', `/api/posts/${postId}/retry`, {
    token: user.token,
  }).finally(() => {
    answered = true;
  });
  while (!answered) {
    await runEngine(app);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return answer;
}

describe('retrying a failed post', () => {
  test('PUB-10 POST-15 POST-16 publishes it and answers Posted', async () => {
    const { user, post, username } = await failedPost('retry_ok');
    const answer = await retry(user, post.id);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      status: 'Posted',
      retryCount: 1,
      code: null,
      message: 'Posted.',
    });
    const [tweet, ...more] = await tweetsOf(app, username);
    expect(more).toEqual([]);
    const out = { status: 'Posted', retryCount: 1, tweetId: tweet?.id };
    expect(await shown(app, user, post.id)).toMatchObject({ ...out, errorCode: null, errorMessage: null });
  });

  test('PUB-13 a duplicate answers DUPLICATE_TWEET and counts', async () => {
    const { user, post, username } = await failedPost('retry_dup');
    await fault(app, 'duplicate', { endpoint: 'tweets', username });
    const answer = await retry(user, post.id);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: false,
        status: 'Failed',
        retryCount: 1,
        code: 'DUPLICATE_TWEET',
        message: 'You cannot post the same tweet twice.',
      },
    ]);
    expect(await tweetsOf(app, username)).toEqual([]);
  });

  test('PUB-14 a rate limit answers RATE_LIMIT, and the post waits', async () => {
    const { user, post, username } = await failedPost('retry_lim');
    await fault(app, 'rate_limit', { endpoint: 'tweets', username });
    const answer = await retry(user, post.id);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: false,
        status: 'Pending',
        retryCount: 1,
        code: 'RATE_LIMIT',
        message: 'You have hit the Twitter rate limit. Please try again later.',
      },
    ]);
  });

  test('PUB-11 PUB-12 needs a connected X account', async () => {
    const { user, post } = await failedPost('retry_gone');
    await call(app, 'POST', '/api/oauth/x/disconnect', { token: user.token });
    expect(await call(app, 'POST', `/api/posts/${post.id}/retry`, { token: user.token })).toMatchObject({
      status: 409,
      body: { code: 'X_NOT_CONNECTED', message: 'Connect your Twitter/X account to retry' },
    });
  });

  test('needs a verified email: the post stays failed', async () => {
    const { user, post } = await failedPost('retry_unproved');
    await app.platform.db.execute(sql`update users set email_verified_at = null where id = ${user.id}`);
    expect(await call(app, 'POST', `/api/posts/${post.id}/retry`, { token: user.token })).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_VERIFIED', message: 'Please verify your email to schedule posts.' },
    });
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Failed', retryCount: 0 });
  });

  test('PUB-12 needs an account that X still lets us post for', async () => {
    const { user, account, post } = await failedPost('retry_lost');
    await app.platform.db.execute(sql`update x_accounts set needs_reconnect = true where id = ${account.id}`);
    expect(await call(app, 'POST', `/api/posts/${post.id}/retry`, { token: user.token })).toMatchObject({
      status: 409,
      body: { code: 'X_NOT_CONNECTED', message: 'Connect your Twitter/X account to retry' },
    });
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Failed', retryCount: 0 });
  });

  test('is answered when this post is settled, not when another is or when the worker has begun', async () => {
    const { user, post } = await failedPost('retry_patient');
    const owner = await authenticate(app.platform, user.token);
    if (!owner) throw new Error('not signed in');
    const listening = Promise.withResolvers<(told: EventMap['post_status']) => void>();
    const off = vi.fn();
    const on = ((channel, listener) => {
      expect(channel).toBe('post_status');
      listening.resolve(listener as (told: EventMap['post_status']) => void);
      return off;
    }) as Events['on'];
    const deps = { ...app.platform, events: { ...app.platform.events, on }, retryWaitMs: 61_234 };
    const [waits, ends] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    onTestFinished(() => void vi.restoreAllMocks());
    const actor = { ...owner, origin: { ip: '127.0.0.1' }, requestId: 'retry' };
    const answer = retryPost(deps, actor, post.id);
    const tell = await listening.promise;
    const event = {
      id: post.id,
      userId: user.id,
      retryCount: 1,
      tweetId: null,
      errorMessage: null,
      updatedAt: '',
    };
    tell([{ ...event, id: post.id + 1, status: 'Posted' }]);
    tell([{ ...event, status: 'Processing' }]);
    await runEngine(app);
    expect(off).not.toHaveBeenCalled();
    tell([
      { ...event, id: post.id + 1, status: 'Failed' },
      { ...event, status: 'Posted' },
    ]);
    expect(await answer).toMatchObject({ success: true, status: 'Posted', retryCount: 1 });
    // Then nobody listens or waits any more.
    expect(off).toHaveBeenCalledTimes(1);
    const timer = waits.mock.results[waits.mock.calls.findIndex(([, ms]) => ms === 61_234)]?.value;
    expect(timer).toBeDefined();
    expect(ends).toHaveBeenCalledWith(timer);
  });

  test('by hand, of an old post, does not delay the account’s punctual posts', async () => {
    const { user, account, post, username } = await failedPost('retry_old', 'old');
    app.clock.advance(3 * 3_600_000);
    const due = { user, accountId: account.id, scheduledAt: app.clock.now() };
    await buildPost(app, { ...due, content: 'punctual' });
    // While nothing runs: the answer comes when the post is settled.
    const answer = call(app, 'POST', `/api/posts/${post.id}/retry`, { token: user.token });
    await expect.poll(async () => (await shown(app, user, post.id)).status).toBe('Pending');
    expect(await runEngine(app)).toBe(2);
    expect(await answer).toMatchObject({ status: 200, body: { status: 'Posted' } });
    expect((await tweetsOf(app, username)).map((tweet) => tweet.text).sort()).toEqual(['old', 'punctual']);
  });

  test('POST-14 is refused for a post that has not failed, and for another person’s post', async () => {
    const { user, account } = await failedPost('retry_not');
    const posted = await buildPost(app, { user, accountId: account.id, status: 'posted' });
    expect(await call(app, 'POST', `/api/posts/${posted.id}/retry`, { token: user.token })).toMatchObject({
      status: 409,
      body: { code: 'POST_LOCKED', message: 'Only a failed post can be retried.' },
    });
    const stranger = await buildUser(app);
    const { post } = await failedPost('retry_other');
    expect(await call(app, 'POST', `/api/posts/${post.id}/retry`, { token: stranger.token })).toMatchObject({
      status: 404,
      body: { code: 'POST_NOT_FOUND' },
    });
    expect(await findPost(app.platform.db, post.id)).toEqual(post);
    expect(await findPost(app.platform.db, posted.id)).toEqual(posted);
  });

  test('is queued and due now, and tells workers so; a wait that ends first says that it will go out', async () => {
    const { user, account, post } = await failedPost('retry_queued');
    const owner = await authenticate(app.platform, user.token);
    if (!owner) throw new Error('not signed in');
    app.clock.advance(7_200_000);
    const now = app.clock.now();
    const heard: number[] = [];
    const off = app.platform.events.on('posts_due', ({ at }) => void heard.push(at));
    const actor = { ...owner, origin: { ip: '127.0.0.1' }, requestId: 'retry' };
    expect(await retryPost({ ...app.platform, retryWaitMs: 1 }, actor, post.id)).toEqual({
      success: true,
      status: 'Pending',
      retryCount: 1,
      code: null,
      message: 'The post is queued and will go out in a moment.',
    });
    await expect.poll(() => heard).toEqual([now.getTime()]);
    off();
    const none = { errorCode: null, errorMessage: null };
    expect(await findPost(app.platform.db, post.id)).toEqual({
      ...post,
      ...none,
      status: 'pending',
      retryCount: 1,
      dueAt: now,
      updatedAt: now,
    });
    expect(await laneOf(app, account.id)).toMatchObject({ nextPost: post.id, nextDue: now });
    await runEngine(app);
  });

  test('by staff is answered as to its owner, and on record with what it was and what it is', async () => {
    const { user, post } = await failedPost('retry_staff');
    const staff = await buildUser(app, { roles: ['support'] });
    let answered = false;
    const answer = call(app, 'POST', `/api/admin/users/${user.id}/posts/${post.id}/retry`, {
      token: staff.token,
      body: { reason: 'X was down' },
    }).finally(() => {
      answered = true;
    });
    while (!answered) {
      await runEngine(app);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await answer).body).toEqual({ message: 'Posted.', change_id: null });
    const { rows } = await app.platform.db.execute(sql`
      select actor_user_id, target_type, target_id, details from audit_log where action = 'publishing.retried_by_staff'`);
    const details = {
      postId: post.id,
      before: { status: 'Failed', errorCode: 'X_UNAVAILABLE' },
      after: { status: 'Pending' },
      reason: 'X was down',
    };
    expect(rows).toEqual([
      { actor_user_id: staff.id, target_type: 'user', target_id: String(user.id), details },
    ]);
  });

  test('answers that there is no such post where it was deleted while it waited', async () => {
    const { user, post } = await failedPost('retry_deleted');
    const owner = await authenticate(app.platform, user.token);
    if (!owner) throw new Error('not signed in');
    const { db, events } = app.platform;
    const on = ((_channel, listener) => {
      const told = [{ id: post.id, status: 'Failed' }] as EventMap['post_status'];
      void db
        .execute(sql`delete from posts where id = ${post.id}`)
        .then(() => (listener as (told: EventMap['post_status']) => void)(told));
      return () => undefined;
    }) as Events['on'];
    const deps = { ...app.platform, events: { ...events, on }, retryWaitMs: 60_000 };
    const actor = { ...owner, origin: { ip: '127.0.0.1' }, requestId: 'retry' };
    await expect(retryPost(deps, actor, post.id)).rejects.toMatchObject({ code: 'POST_NOT_FOUND' });
  });

  test('is refused once the subscription was canceled', async () => {
    const { user, post } = await failedPost('retry_left');
    await givePlan(app, user.id, { tier: 'pro' });
    await app.platform.db.execute(
      sql`update subscriptions set state = 'canceled' where user_id = ${user.id}`,
    );
    expect(await call(app, 'POST', `/api/posts/${post.id}/retry`, { token: user.token })).toMatchObject({
      status: 403,
      body: { code: 'SUBSCRIPTION_CANCELED', message: 'Subscription canceled - retry disabled' },
    });
    expect(await findPost(app.platform.db, post.id)).toMatchObject({ status: 'failed', retryCount: 0 });
  });
});
