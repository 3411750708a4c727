import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call, connectX, sandboxControl, subscribe } from '../../../test/factories.ts';
import { fault, tweetsOf } from './publishing.fixture.ts';
import { publishingStop } from './publishing.tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

type Sent = { success: boolean; message: string; tweetUrl: string; code: string };
const send = (user: { token: string }) => call<Sent>(app, 'POST', '/api/test-tweet', { token: user.token });

/** Somebody with a connected account. */
async function connected(username: string) {
  const user = await buildUser(app);
  const account = await connectX(app, user, username);
  return { user, account, username };
}

/** What is recorded of this person's test tweets. */
async function traces(userId: number) {
  const { db } = app.platform;
  const audit = await db.execute(sql`select target_type, target_id::int as target, details from audit_log
    where action = 'publishing.test_tweet_sent' and actor_user_id = ${userId}`);
  const costs =
    await db.execute(sql`select account_id::int as account, post_id, kind, count, cost_micros::int as micros, tier
    from cost_entries where user_id = ${userId} and kind <> 'profile_read' order by id`);
  return { audit: audit.rows, costs: costs.rows };
}

const unlimited = () => app.platform.db.execute(sql`delete from rate_limits`);

describe('a test tweet', () => {
  test('PUB-16 PUB-17 PUB-24 stands on the timeline at once, short and with its second, also during a pause', async () => {
    const { user, account, username } = await connected('tester_one');
    await subscribe(app, user, { plan: 'pro' });
    await call(app, 'POST', '/api/posts/pause', { token: user.token, body: {} });
    const { status, body } = await send(user);
    expect(status).toBe(200);
    const [tweet] = await tweetsOf(app, username);
    expect(tweet?.text).toMatch(
      /^Testing Drumbeat: this account is connected \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\)\.$/,
    );
    expect(body).toEqual({
      success: true,
      message: 'Test tweet posted successfully!',
      tweetUrl: `${app.sandboxUrl}/x/i/web/status/${tweet?.id}`,
    });
    expect(await traces(user.id)).toEqual({
      audit: [{ target_type: 'x_account', target: account.id, details: { tweetId: tweet?.id } }],
      costs: [{ account: account.id, post_id: null, kind: 'post', count: 1, micros: 15_000, tier: 'pro' }],
    });
    const counted = sql`select figure, label, amount::int as amount from figure_changes where figure like 'costs.%' and label in ('pro', 'post', 'post_with_link') order by 1`;
    expect((await app.platform.db.execute(counted)).rows).toEqual([
      { figure: 'costs.kind', label: 'post', amount: 15_000 },
      { figure: 'costs.x', label: 'pro', amount: 15_000 },
    ]);
  });

  test('PUB-18 PUB-24 needs a verified email, a connected account, and a plan that has not ended', async () => {
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
    const { user } = await connected('tester_left');
    const { customer } = await subscribe(app, user, { plan: 'standard' });
    const headers = { authorization: 'Bearer sk_test_sandbox' };
    const list = await fetch(`${app.sandboxUrl}/v1/subscriptions?customer=${customer}`, { headers });
    const [subscription] = ((await list.json()) as { data: { id: string }[] }).data;
    await fetch(`${app.sandboxUrl}/v1/subscriptions/${subscription?.id}`, { method: 'DELETE', headers });
    await call(app, 'POST', '/api/subscription/sync', { token: user.token });
    expect(await send(user)).toMatchObject({
      status: 403,
      body: { code: 'SUBSCRIPTION_CANCELED', message: 'Subscription canceled - test tweet disabled' },
    });
  });

  test('PUB-24 five an hour, and one at a time: a double click posts once', async () => {
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
  });

  const UNCLEAR = "X didn't confirm whether it was posted. Check your timeline before you try again.";
  const NO_CREDITS =
    "X is not accepting posts right now: Drumbeat's limit there is used up, for everybody. Nothing is wrong with your account. Try again later.";
  const refusals = [
    ['rate_limit', 429, 'RATE_LIMIT', 'You have hit the Twitter rate limit. Please try again later.'],
    ['duplicate', 409, 'DUPLICATE_TWEET', 'You cannot post the same tweet twice.'],
    ['payment_required', 502, 'PROVIDER_FAILED', NO_CREDITS],
    ['server_error', 502, 'PROVIDER_FAILED', UNCLEAR],
    ['connection_reset', 502, 'PROVIDER_FAILED', UNCLEAR],
  ] as const;
  test.each(refusals)(
    'PUB-23 %s is answered in words, and is not sent again',
    async (kind, status, code, words) => {
      const { user, username } = await connected(`t_${kind}`.slice(0, 15));
      await fault(app, kind, { endpoint: 'tweets', username });
      const answer = await send(user);
      expect(answer).toMatchObject({ status, body: { code, message: words } });
      expect(await tweetsOf(app, username)).toHaveLength(0);
      expect(await traces(user.id)).toEqual({ audit: [], costs: [] });
      await unlimited();
    },
  );

  test('that X takes from nobody (402) stops publishing before any post meets it; the next that goes out ends the stop', async () => {
    const { user, username } = await connected('test_no_credits');
    await app.platform.db.execute(sql`delete from publishing_stop`);
    await fault(app, 'server_error', { endpoint: 'tweets', username });
    await send(user);
    await unlimited();
    const stops = async () =>
      (await app.platform.db.select().from(publishingStop)).map(({ reason }) => reason);
    expect(await stops()).toEqual([]);
    await fault(app, 'payment_required', { endpoint: 'tweets', username });
    await send(user);
    expect(await stops()).toEqual([expect.stringMatching(/credits/)]);
    await unlimited();
    // One that was already under way at the stop says nothing of now.
    const since = new Date(app.clock.now().getTime() + 1);
    await app.platform.db.update(publishingStop).set({ since });
    expect((await send(user)).status).toBe(200);
    expect(await stops()).toHaveLength(1);
    await unlimited();
    app.clock.advance(1_000);
    expect((await send(user)).status).toBe(200);
    expect(await stops()).toEqual([]);
    await unlimited();
  });

  test.each(['server_error_but_posted', 'connection_reset_but_posted'] as const)(
    'PUB-21 after %s the timeline tells that it stands',
    async (kind) => {
      const { user, account, username } = await connected(`u_${kind}`.slice(0, 15));
      await fault(app, kind, { endpoint: 'tweets', username });
      const { status, body } = await send(user);
      expect(status).toBe(200);
      const tweets = await tweetsOf(app, username);
      expect(tweets).toHaveLength(1);
      expect(body.tweetUrl).toBe(`${app.sandboxUrl}/x/i/web/status/${tweets[0]?.id}`);
      const cost = { account: account.id, post_id: null, count: 1, tier: 'free' };
      expect(await traces(user.id)).toEqual({
        audit: [{ target_type: 'x_account', target: account.id, details: { tweetId: tweets[0]?.id } }],
        costs: [
          { ...cost, kind: 'post_read', micros: 5_000 },
          { ...cost, kind: 'post', micros: 15_000 },
        ],
      });
    },
  );

  test('a token that has ended at X is replaced by a new one, and the tweet goes out', async () => {
    const { user, username } = await connected('tester_ended');
    await sandboxControl(app, '/sandbox/x/expire-tokens', { username });
    expect(await send(user)).toMatchObject({ status: 200, body: { success: true } });
    expect(await tweetsOf(app, username)).toHaveLength(1);
  });

  test('where a new token was needed and its answer is lost, the timeline is read with the new one', async () => {
    const { user, username } = await connected('tester_renewed');
    await sandboxControl(app, '/sandbox/x/expire-tokens', { username });
    await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username });
    const { status, body } = await send(user);
    const [tweet, ...more] = await tweetsOf(app, username);
    expect([status, body.tweetUrl, more]).toEqual([200, `${app.sandboxUrl}/x/i/web/status/${tweet?.id}`, []]);
  });

  test('a token that X refuses once is renewed; a grant that is gone has to be given again', async () => {
    const once = await connected('tester_401');
    await fault(app, 'unauthorized', { endpoint: 'tweets', username: once.username });
    expect((await send(once.user)).status).toBe(200);
    expect(await tweetsOf(app, once.username)).toHaveLength(1);
    for (const [username, kind, count] of [
      ['tester_gone', 'revoked', 1],
      ['tester_refused', 'unauthorized', 2],
    ] as const) {
      const gone = await connected(username);
      await fault(app, kind, { endpoint: 'tweets', username, count });
      expect(await send(gone.user)).toMatchObject({
        status: 409,
        body: {
          code: 'X_NOT_CONNECTED',
          message: 'X no longer lets Drumbeat post for this account. Reconnect it.',
        },
      });
      await app.platform.db.execute(sql`delete from rate_limits where key like 'test_tweet_pace:%'`);
      expect(await send(gone.user)).toMatchObject({
        body: { message: 'Please connect your Twitter/X account first.' },
      });
    }
  });
});

test('a token that cannot be renewed now sends nothing, and a timeline that cannot be read leaves it unclear', async () => {
  const away = await connected('tester_away');
  await fault(app, 'unauthorized', { endpoint: 'tweets', username: away.username });
  await fault(app, 'server_error', { endpoint: 'token', count: 3 });
  expect(await send(away.user)).toMatchObject({
    status: 502,
    body: {
      code: 'PROVIDER_FAILED',
      message: 'X cannot be reached. Nothing was posted. Try again in a while.',
    },
  });
  await fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' });
  const blind = await connected('tester_blind');
  await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username: blind.username });
  await fault(app, 'server_error', { endpoint: 'timeline', username: blind.username });
  expect(await send(blind.user)).toMatchObject({
    status: 502,
    body: {
      code: 'PROVIDER_FAILED',
      message: "X didn't confirm whether it was posted. Check your timeline before you try again.",
    },
  });
  expect(await tweetsOf(app, blind.username)).toHaveLength(1);
  for (const { user } of [away, blind]) expect(await traces(user.id)).toEqual({ audit: [], costs: [] });
});

test('the audit log names the X account that a test tweet was sent from', async () => {
  await buildUser(app);
  const { user, account } = await connected('tester_audit');
  expect(account.id).not.toBe(user.id);
  expect((await send(user)).status).toBe(200);
  const { rows } = await app.platform.db.execute(
    sql`select target_type, target_id from audit_log where action = 'publishing.test_tweet_sent' and actor_user_id = ${user.id}`,
  );
  expect(rows).toEqual([{ target_type: 'x_account', target_id: String(account.id) }]);
});

// Last, because it moves the clock away from X's.
test('the text that was shown is the text that goes out', async () => {
  const { user, username } = await connected('tester_shown');
  const show = { token: user.token };
  const { body: shown } = await call<{ at: string; text: string }>(app, 'GET', '/api/test-tweet', show);
  app.clock.advance(90_000);
  const body = { at: shown.at };
  expect((await call(app, 'POST', '/api/test-tweet', { token: user.token, body })).status).toBe(200);
  expect((await tweetsOf(app, username)).map((tweet) => tweet.text)).toEqual([shown.text]);
});
