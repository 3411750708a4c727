import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, call, connectX } from '../../../../test/factories.ts';
import { authenticate } from '../../auth/sign-in/authenticate.ts';
import { givePlan } from '../../generation/generation.fixture.ts';
import { findPost } from '../../post/post.queries.ts';
import { fault, runEngine, shown, tweetsOf } from '../publishing.fixture.ts';
import { retryPost } from './retry-post.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  app.clock.set(app.clock.now());
});
afterAll(() => app.close());

async function failedPost(username: string, content = `Failed by ${username}`) {
  const user = await buildUser(app);
  const account = await connectX(app, user, username);
  const failed = { status: 'failed', errorCode: 'X_UNAVAILABLE', errorMessage: 'No luck' } as const;
  const due = { user, accountId: account.id, scheduledAt: app.clock.now() };
  return { user, account, username, post: await buildPost(app, { ...due, content, ...failed }) };
}

const ask = (user: { token: string }, postId: number) =>
  call<Record<string, unknown>>(app, 'POST', `/api/posts/${postId}/retry`, { token: user.token });

/** Runs the engine until the answer is there. */
async function withEngine<T>(answer: Promise<T>): Promise<T> {
  let answered = false;
  const done = answer.finally(() => {
    answered = true;
  });
  while (!answered) {
    await runEngine(app);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return done;
}

test('PUB-10 POST-15 POST-16 a retry publishes the post once and answers Posted', async () => {
  const { user, post, username } = await failedPost('retry_ok');
  const answer = await withEngine(ask(user, post.id));
  expect([answer.status, answer.body]).toEqual([
    200,
    { success: true, status: 'Posted', retryCount: 1, code: null, message: 'Posted.' },
  ]);
  const [tweet, ...more] = await tweetsOf(app, username);
  expect(more).toEqual([]);
  const out = { status: 'Posted', retryCount: 1, tweetId: tweet?.id, errorCode: null };
  expect(await shown(app, user, post.id)).toMatchObject(out);
});

test.each([
  ['duplicate', 'Failed', 'DUPLICATE_TWEET', 'You cannot post the same tweet twice.'],
  ['rate_limit', 'Pending', 'RATE_LIMIT', 'You have hit the Twitter rate limit. Please try again later.'],
])(
  'PUB-13 PUB-14 a retry that X answers with %s says so, and is counted',
  async (kind, status, code, message) => {
    const { user, post, username } = await failedPost(`retry_${kind}`.slice(0, 15));
    await fault(app, kind, { endpoint: 'tweets', username });
    const answer = await withEngine(ask(user, post.id));
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: false, status, retryCount: 1, code, message },
    ]);
    expect(await tweetsOf(app, username)).toEqual([]);
  },
);

const connect = { code: 'X_NOT_CONNECTED', message: 'Connect your Twitter/X account to retry' };
test.each([
  ['a connected account', 'update x_accounts set disconnected_at = connected_at', 409, connect],
  ['a valid grant', 'update x_accounts set needs_reconnect = true', 409, connect],
  [
    'a verified email',
    'update users set email_verified_at = null',
    403,
    { code: 'EMAIL_NOT_VERIFIED', message: 'Please verify your email to schedule posts.' },
  ],
  [
    'a subscription that is not canceled',
    "update subscriptions set state = 'canceled'",
    403,
    { code: 'SUBSCRIPTION_CANCELED', message: 'Subscription canceled - retry disabled' },
  ],
])('PUB-11 PUB-12 a retry needs %s; without it the post stays failed', async (_, change, status, body) => {
  const { user, post } = await failedPost(`x_${crypto.randomUUID().slice(0, 8)}`);
  await givePlan(app, user.id, { tier: 'pro' });
  const column = change.includes('users') ? 'id' : 'user_id';
  await app.platform.db.execute(sql`${sql.raw(`${change} where ${column} =`)} ${user.id}`);
  expect(await ask(user, post.id)).toMatchObject({ status, body });
  expect(await findPost(app.platform.db, post.id)).toMatchObject({ status: 'failed', retryCount: 0 });
});

test('POST-14 a retry is refused for a posted post, and for another person’s', async () => {
  const { user, account, post } = await failedPost('retry_not');
  const posted = await buildPost(app, { user, accountId: account.id, status: 'posted' });
  expect(await ask(user, posted.id)).toMatchObject({
    status: 409,
    body: { code: 'POST_LOCKED', message: 'Only a failed post can be retried.' },
  });
  const notFound = { status: 404, body: { code: 'POST_NOT_FOUND' } };
  expect(await ask(await buildUser(app), post.id)).toMatchObject(notFound);
  for (const each of [post, posted]) expect(await findPost(app.platform.db, each.id)).toEqual(each);
});

test('POST-16 if no worker settles the post in time, the answer says that it is queued; workers are notified', async () => {
  const { user, post } = await failedPost('retry_queued');
  const heard: number[] = [];
  const off = app.platform.events.on('posts_due', ({ at }) => void heard.push(at));
  const owner = await authenticate(app.platform, user.token);
  if (!owner) throw new Error('not signed in');
  const actor = { ...owner, origin: { ip: '127.0.0.1' }, requestId: 'retry' };
  expect(await retryPost({ ...app.platform, retryWaitMs: 1 }, actor, post.id)).toEqual({
    success: true,
    status: 'Pending',
    retryCount: 1,
    code: null,
    message: 'The post is queued and will go out in a moment.',
  });
  await expect.poll(() => heard).toEqual([app.clock.now().getTime()]);
  off();
  await runEngine(app);
});

test('ADM-CUS-24 a retry by staff answers the same, and the audit log has what changed and why', async () => {
  const { user, post } = await failedPost('retry_staff');
  const staff = await buildUser(app, { roles: ['support'] });
  const path = `/api/admin/users/${user.id}/posts/${post.id}/retry`;
  const body = { reason: 'X was down' };
  const answer = await withEngine(call(app, 'POST', path, { token: staff.token, body }));
  expect(answer.body).toEqual({ message: 'Posted.', change_id: null });
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
