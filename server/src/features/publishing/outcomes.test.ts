import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, sandboxControl } from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { CERTAIN_AFTER_ANSWER_SECONDS, CERTAIN_AFTER_DEATH_SECONDS } from './engine/liveness.rules.ts';
import { duePost, fault, runEngine, shown, tweetsOf } from './publishing.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterEach(() => fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' }));
afterAll(() => app.close());

/** Advances the clock until a timeline without the post is proof. */
function afterAWhile(seconds = CERTAIN_AFTER_ANSWER_SECONDS): void {
  app.clock.advance(seconds * 1000 + 1);
}

describe('a post that is due', () => {
  test('PUB-01 stands on the timeline, and in the list with its tweet', async () => {
    const { user, post, username } = await duePost(app, 'plain');
    expect(await runEngine(app)).toBe(1);
    const [tweet] = await tweetsOf(app, username);
    expect(tweet?.text).toBe('A post by plain');
    expect(await shown(app, user, post.id)).toMatchObject({
      status: 'Posted',
      tweetId: tweet?.id,
      tweetUrl: `${app.sandboxUrl}/x/i/web/status/${tweet?.id}`,
      errorCode: null,
      retryCount: 0,
    });
    expect(await runEngine(app)).toBe(0);
    expect(await tweetsOf(app, username)).toHaveLength(1);
  });

  test('is left alone before its time', async () => {
    const { user, account, post } = await duePost(app, 'early');
    const later = new Date(app.clock.now().getTime() + 60_000);
    const ahead = await buildPost(app, { user, accountId: account.id, content: 'Later', scheduledAt: later });
    await runEngine(app);
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
    expect(await shown(app, user, ahead.id)).toMatchObject({ status: 'Pending' });
  });

  test('an account’s posts go out one at a time and in order', async () => {
    const { user, account, username } = await duePost(app, 'queue', 'first');
    const now = app.clock.now();
    for (const [index, content] of ['second', 'third'].entries()) {
      await buildPost(app, {
        user,
        accountId: account.id,
        content,
        scheduledAt: new Date(now.getTime() + index + 1),
      });
    }
    app.clock.advance(1000);
    // X answers the first one late, and not at its first try: the others would overtake it if they did not wait.
    await fault(app, 'unauthorized', { endpoint: 'tweets', username, delayMs: 500 });
    expect(await runEngine(app)).toBe(3);
    expect((await tweetsOf(app, username)).map((tweet) => tweet.text)).toEqual(['first', 'second', 'third']);
  });
});

describe('an outcome that nobody knows', () => {
  test.each(['server_error_but_posted', 'connection_reset_but_posted'])(
    '%s: the post is found on the timeline and stands there once',
    async (kind) => {
      const { user, post, username } = await duePost(app, `found_${kind.slice(0, 6)}`);
      await fault(app, kind, { endpoint: 'tweets', username });
      expect(await runEngine(app)).toBe(0);
      expect(await shown(app, user, post.id)).toMatchObject({ status: 'Processing' });
      afterAWhile();
      expect(await runEngine(app)).toBe(1);
      const tweets = await tweetsOf(app, username);
      expect(tweets).toHaveLength(1);
      expect(await shown(app, user, post.id)).toMatchObject({
        status: 'Posted',
        tweetId: tweets[0]?.id,
        retryCount: 0,
      });
    },
  );

  test.each([
    ['server_error', 1, CERTAIN_AFTER_ANSWER_SECONDS],
    ['connection_reset', 0, CERTAIN_AFTER_DEATH_SECONDS],
  ])(
    'PUB-15 %s: the post is proven absent, then sent again; tries counted: %i',
    async (kind, retryCount, seconds) => {
      const { user, post, username } = await duePost(app, `absent_${kind.slice(0, 6)}`);
      await fault(app, kind, { endpoint: 'tweets', username });
      expect(await runEngine(app)).toBe(0);
      // Absent so far proves nothing yet.
      afterAWhile(seconds - 1);
      expect(await runEngine(app)).toBe(0);
      expect(await shown(app, user, post.id)).toMatchObject({ status: 'Processing' });
      afterAWhile(1);
      expect(await runEngine(app)).toBe(1);
      expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', retryCount });
      expect(await tweetsOf(app, username)).toHaveLength(0);
      afterAWhile();
      await runEngine(app);
      expect(await tweetsOf(app, username)).toHaveLength(1);
      expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
    },
  );

  test('while the timeline cannot be read, nothing is tried again', async () => {
    const { user, post, username } = await duePost(app, 'blind');
    await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username });
    await fault(app, 'server_error', { endpoint: 'timeline', count: 2, username });
    await runEngine(app);
    for (let turn = 0; turn < 2; turn += 1) {
      afterAWhile();
      expect(await runEngine(app)).toBe(0);
      expect(await shown(app, user, post.id)).toMatchObject({ status: 'Processing' });
    }
    afterAWhile();
    expect(await runEngine(app)).toBe(1);
    expect(await tweetsOf(app, username)).toHaveLength(1);
  });

  test('PUB-15 a post that X itself fails for half an hour fails, and says so', async () => {
    const { user, post, username } = await duePost(app, 'hopeless');
    await fault(app, 'server_error', { endpoint: 'tweets', count: 7, username });
    for (let minute = 0; minute < 45; minute += 1) {
      await runEngine(app);
      const { status } = await shown(app, user, post.id);
      if (minute < 20) expect(status).not.toBe('Failed');
      afterAWhile(60);
    }
    expect(await shown(app, user, post.id)).toMatchObject({
      status: 'Failed',
      retryCount: 6,
      errorCode: 'X_UNAVAILABLE',
      errorMessage: "X didn't accept the post. It may be having trouble. Retry in a while.",
    });
    expect(await tweetsOf(app, username)).toHaveLength(0);
  });
});

describe('a refusal', () => {
  test('a duplicate fails with DUPLICATE_TWEET', async () => {
    const { user, post, username } = await duePost(app, 'twice');
    await fault(app, 'duplicate', { endpoint: 'tweets', username });
    await runEngine(app);
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Failed', errorCode: 'DUPLICATE_TWEET' });
  });

  test('a rate limit holds the account until X takes posts again; the post stays pending', async () => {
    const { user, post, username } = await duePost(app, 'limited');
    await fault(app, 'rate_limit', { endpoint: 'tweets', username });
    await runEngine(app);
    expect(await shown(app, user, post.id)).toMatchObject({
      status: 'Pending',
      holdReason: 'rate_limited',
      retryCount: 0,
    });
    expect(await runEngine(app)).toBe(0);
    app.clock.advance(16 * 60_000);
    expect(await runEngine(app)).toBe(1);
    expect(await tweetsOf(app, username)).toHaveLength(1);
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', holdReason: null });
  });

  test('an expired token is renewed once, and the post goes out', async () => {
    const { user, post, username } = await duePost(app, 'expired');
    await sandboxControl(app, '/sandbox/x/expire-tokens', { username });
    await runEngine(app);
    expect(await tweetsOf(app, username)).toHaveLength(1);
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', retryCount: 0 });
  });

  test('PUB-15 a dead grant fails with AUTH_EXPIRED, holds the other posts and writes to the owner', async () => {
    const { user, account, post, username } = await duePost(app, 'revoked');
    const next = await buildPost(app, {
      user,
      accountId: account.id,
      content: 'Next',
      scheduledAt: new Date(app.clock.now().getTime() + 3_600_000),
    });
    await sandboxControl(app, '/sandbox/x/revoke', { username });
    await runEngine(app);
    expect(await shown(app, user, post.id)).toMatchObject({
      status: 'Failed',
      errorCode: 'AUTH_EXPIRED',
      errorMessage: 'X no longer lets Drumbeat post for this account. Reconnect it, then retry.',
    });
    expect(await shown(app, user, next.id)).toMatchObject({ status: 'Pending', holdReason: 'disconnected' });
    expect((await mailTo(app, user.email)).map((mail) => mail.subject)).toEqual([
      'Reconnect @revoked to keep posting',
    ]);
  });
});
