import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser, call, connectX, sandboxControl, subscribe } from '../../../../test/factories.ts';
import { testTweetsOfDay } from '../../../platform/rate-limits.ts';
import { stripeOf } from '../../billing/billing.fixture.ts';
import { givePlan } from '../../generation/generation.fixture.ts';
import { fault, tweetsOf } from '../publishing.fixture.ts';
import { publishingStop } from '../publishing.tables.ts';
import { momentOfTest } from './send-test-tweet.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterEach(async () => {
  await fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' });
  await unlimited();
});
afterAll(() => app.close());

type Sent = { success: boolean; message: string; tweetUrl: string; code: string };
const send = (user: { token: string }) => call<Sent>(app, 'POST', '/api/test-tweet', { token: user.token });
const unlimited = () => app.platform.db.execute(sql`delete from rate_limits`);
const urlOf = (tweet?: { id: string }) => `${app.sandboxUrl}/x/i/web/status/${tweet?.id}`;

/** A person with a connected account, and a plan unless they choose their own. */
async function connected(username: string, plan: 'plan' | 'no plan' = 'plan') {
  const user = await buildUser(app);
  if (plan === 'plan') await givePlan(app, user.id, { tier: 'standard' });
  return { user, username, account: await connectX(app, user, username) };
}

/** What is recorded about this person's test tweets. */
async function traces(userId: number) {
  const { db } = app.platform;
  const audit = await db.execute(sql`select target_type, target_id::int as target, details from audit_log
    where action = 'publishing.test_tweet_sent' and actor_user_id = ${userId}`);
  const costs = await db.execute(sql`select account_id::int as account, kind, cost_micros::int as micros, tier
    from cost_entries where user_id = ${userId} and kind <> 'profile_read' order by id`);
  return { audit: audit.rows, costs: costs.rows };
}

test('PUB-16 PUB-17 PUB-24 a test tweet is posted at once with its second, even if posts are paused', async () => {
  const { user, account, username } = await connected('tester_one', 'no plan');
  await subscribe(app, user, { plan: 'pro' });
  await call(app, 'POST', '/api/posts/pause', { token: user.token, body: {} });
  const { status, body } = await send(user);
  const [tweet] = await tweetsOf(app, username);
  expect(tweet?.text).toMatch(
    /^Testing Drumbeat: this account is connected \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\)\.$/,
  );
  const message = 'Test tweet posted successfully!';
  expect([status, body]).toEqual([200, { success: true, message, tweetUrl: urlOf(tweet) }]);
  expect(await traces(user.id)).toEqual({
    audit: [{ target_type: 'x_account', target: account.id, details: { tweetId: tweet?.id } }],
    costs: [{ account: account.id, kind: 'post', micros: 15_000, tier: 'pro' }],
  });
});

test('PUB-18 PUB-24 a test tweet needs a verified email, a connected account, and a plan that is not canceled', async () => {
  const unverified = await buildUser(app, { verified: false });
  expect(await send(unverified)).toMatchObject({
    status: 403,
    body: { code: 'EMAIL_NOT_VERIFIED', message: 'Please verify your email to send a test tweet.' },
  });
  expect(await send(await buildUser(app))).toMatchObject({
    status: 409,
    body: { code: 'X_NOT_CONNECTED', message: 'Please connect your Twitter/X account first.' },
  });
  expect((await call(app, 'POST', '/api/test-tweet')).status).toBe(401);
  const { user } = await connected('tester_left', 'no plan');
  expect(await send(user)).toMatchObject({
    status: 409,
    body: {
      code: 'NO_SUBSCRIPTION',
      message: 'You have no active plan. Choose one under Plans, then send a test tweet.',
    },
  });
  const { subscription } = await subscribe(app, user, { plan: 'standard' });
  await stripeOf(app).subscriptions.cancel(subscription);
  await call(app, 'POST', '/api/subscription/sync', { token: user.token });
  expect(await send(user)).toMatchObject({
    status: 403,
    body: { code: 'SUBSCRIPTION_CANCELED', message: 'Subscription canceled - test tweet disabled' },
  });
});

test('PUB-24 five test tweets an hour, ten a day, and one at a time: a double click posts once', async () => {
  const { user, username } = await connected('tester_eager');
  const both = await Promise.all([send(user), send(user)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429]);
  expect(await tweetsOf(app, username)).toHaveLength(1);
  for (let number = 2; number <= 6; number += 1) {
    await app.platform.db.execute(sql`delete from rate_limits where key like 'test_tweet_pace:%'`);
    app.clock.advance(1_000);
    const { status, body } = await send(user);
    expect(status, `number ${number}`).toBe(number <= 5 ? 200 : 429);
    if (number === 6) expect(body.code).toBe('RATE_LIMIT_EXCEEDED');
  }
  expect(await tweetsOf(app, username)).toHaveLength(5);
  await unlimited();
  for (let number = 1; number <= 10; number += 1) await app.platform.limits.consume(testTweetsOfDay, user.id);
  expect(await send(user)).toMatchObject({
    status: 429,
    body: { message: 'You can send ten test tweets a day. Please try again tomorrow.' },
  });
});

test.each([
  ['rate_limit', 429, 'RATE_LIMIT', 'You have hit the Twitter rate limit. Please try again later.'],
  ['duplicate', 409, 'DUPLICATE_TWEET', 'You cannot post the same tweet twice.'],
  [
    'server_error',
    502,
    'PROVIDER_FAILED',
    "X didn't confirm whether it was posted. Check your timeline before you try again.",
  ],
])(
  'PUB-23 a test tweet that X answers with %s says why and is not sent again',
  async (kind, status, code, message) => {
    const { user, username } = await connected(`t_${kind}`);
    await fault(app, kind, { endpoint: 'tweets', username });
    expect(await send(user)).toMatchObject({ status, body: { code, message } });
    expect(await tweetsOf(app, username)).toHaveLength(0);
    expect(await traces(user.id)).toEqual({ audit: [], costs: [] });
  },
);

test('PUB-21 after a lost answer the timeline shows that the test tweet is posted', async () => {
  const { user, account, username } = await connected('tester_lost');
  await sandboxControl(app, '/sandbox/x/expire-tokens', { username });
  await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username });
  const { status, body } = await send(user);
  const [tweet, ...more] = await tweetsOf(app, username);
  expect([status, body.tweetUrl, more]).toEqual([200, urlOf(tweet), []]);
  const cost = { account: account.id, tier: 'standard' };
  expect(await traces(user.id)).toMatchObject({
    audit: [{ details: { tweetId: tweet?.id } }],
    costs: [
      { ...cost, kind: 'post_read', micros: 5_000 },
      { ...cost, kind: 'post', micros: 15_000 },
    ],
  });
});

test('a test tweet stays unclear if the timeline cannot be read', async () => {
  const { user, username } = await connected('tester_blind');
  await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username });
  await fault(app, 'server_error', { endpoint: 'timeline', username });
  expect(await send(user)).toMatchObject({ status: 502, body: { code: 'PROVIDER_FAILED' } });
  expect(await tweetsOf(app, username)).toHaveLength(1);
  expect(await traces(user.id)).toEqual({ audit: [], costs: [] });
});

test('a token that X refuses is renewed once; without a new one nothing is sent', async () => {
  const once = await connected('tester_401');
  await fault(app, 'unauthorized', { endpoint: 'tweets', username: once.username });
  expect((await send(once.user)).status).toBe(200);
  expect(await tweetsOf(app, once.username)).toHaveLength(1);
  const away = await connected('tester_away');
  await fault(app, 'unauthorized', { endpoint: 'tweets', username: away.username });
  await fault(app, 'server_error', { endpoint: 'token', count: 3 });
  const message = 'X cannot be reached. Nothing was posted. Try again in a while.';
  expect(await send(away.user)).toMatchObject({ status: 502, body: { code: 'PROVIDER_FAILED', message } });
});

test('a grant that is gone must be given again', async () => {
  const { user, username } = await connected('tester_gone');
  await fault(app, 'unauthorized', { endpoint: 'tweets', username, count: 2 });
  const message = 'X no longer lets Drumbeat post for this account. Reconnect it.';
  expect(await send(user)).toMatchObject({ status: 409, body: { code: 'X_NOT_CONNECTED', message } });
  await unlimited();
  const next = { message: 'Please connect your Twitter/X account first.' };
  expect(await send(user)).toMatchObject({ body: next });
});

test('a 402 stops publishing for everybody; the next test tweet that X accepts resumes it', async () => {
  const { user, username } = await connected('test_no_credits');
  const stops = async () => (await app.platform.db.select().from(publishingStop)).length;
  await fault(app, 'payment_required', { endpoint: 'tweets', username });
  expect(await send(user)).toMatchObject({
    status: 502,
    body: {
      message:
        "X is not accepting posts right now: Drumbeat's limit there is used up, for everybody. Nothing is wrong with your account. Try again later.",
    },
  });
  expect(await stops()).toBe(1);
  await unlimited();
  app.clock.advance(1_000);
  expect((await send(user)).status).toBe(200);
  expect(await stops()).toBe(0);
});

// Last, because it moves the clock away from X's.
test('the text that was shown is the text that is posted', async () => {
  const { user, username } = await connected('tester_shown');
  const { token } = user;
  const { body: shown } = await call<{ at: string; text: string }>(app, 'GET', '/api/test-tweet', { token });
  app.clock.advance(90_000);
  await call(app, 'POST', '/api/test-tweet', { token, body: { at: shown.at } });
  expect((await tweetsOf(app, username)).map((tweet) => tweet.text)).toEqual([shown.text]);
});

test('a test tweet names the time that was shown, for ten minutes', () => {
  const now = new Date('2026-11-21T09:10:00Z');
  const ago = (ms: number) => new Date(now.getTime() - ms);
  expect(momentOfTest(ago(600_000), now)).toEqual(ago(600_000));
  for (const shown of [undefined, ago(600_001), ago(-1)]) expect(momentOfTest(shown, now)).toEqual(now);
});
