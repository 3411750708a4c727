import { expect, onTestFinished, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, sandboxControl } from '../../../test/factories.ts';
import { CERTAIN_AFTER_ANSWER_SECONDS } from './engine/liveness.rules.ts';
import { laneOf } from './lanes/lanes.fixture.ts';
import { duePost, fault, runEngine, shown, tweetsOf } from './publishing.fixture.ts';

const advance = (app: TestApp, seconds: number) => app.clock.advance(seconds * 1000 + 1);

test('a post that was proven absent is not overtaken by the next one while it waits for its retry', async () => {
  const app = await buildApp();
  const { user, account, username } = await duePost(app, 'overtaken', 'first');
  const scheduledAt = new Date(app.clock.now().getTime() + 1);
  await buildPost(app, { user, accountId: account.id, content: 'second', scheduledAt });
  await fault(app, 'server_error', { endpoint: 'tweets', username });
  await runEngine(app);
  advance(app, CERTAIN_AFTER_ANSWER_SECONDS);
  await runEngine(app);
  advance(app, 1);
  expect(await runEngine(app)).toBe(0);
  advance(app, 10);
  expect(await runEngine(app)).toBe(2);
  expect((await tweetsOf(app, username)).map((tweet) => tweet.text)).toEqual(['first', 'second']);
});

test('a timeline that X limits is read again when X says so, not every few seconds', async () => {
  const app = await buildApp();
  const { user, post, username } = await duePost(app, 'limited');
  await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username });
  await fault(app, 'rate_limit', { endpoint: 'timeline', delayMs: 50_000, username });
  // One worker all the time: another would look as soon as it starts.
  app.engine.start();
  onTestFinished(() => app.engine.stop());
  await app.engine.atRest();
  for (let looks = 0; looks < 2; looks += 1) {
    advance(app, CERTAIN_AFTER_ANSWER_SECONDS);
    await app.engine.atRest();
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Processing' });
  }
  advance(app, 40);
  await app.engine.atRest();
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', retryCount: 0 });
});

test.each([
  // With this fault X answers 403, as it does for the timeline of a suspended account.
  [
    'suspended',
    (app: TestApp, username: string) => fault(app, 'duplicate', { endpoint: 'timeline', count: 9, username }),
  ],
  ['lost', (app: TestApp, username: string) => sandboxControl(app, '/sandbox/x/revoke', { username })],
] as const)(
  'an unknown outcome on a %s account is looked at for an hour, then the post fails',
  async (kind, close) => {
    const app = await buildApp();
    const { user, account, post, username } = await duePost(app, `acct_${kind}`);
    await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username });
    await runEngine(app);
    await close(app, username);
    for (const seconds of [CERTAIN_AFTER_ANSWER_SECONDS, 59 * 60]) {
      advance(app, seconds);
      expect(await runEngine(app)).toBe(0);
      expect(await shown(app, user, post.id)).toMatchObject({ status: 'Processing', errorCode: null });
      const lookAt = new Date(app.clock.now().getTime() + 5 * 60_000);
      expect(await laneOf(app, account.id)).toMatchObject({ lookAt });
    }
    advance(app, 5 * 60);
    expect(await runEngine(app)).toBe(1);
    expect(await shown(app, user, post.id)).toMatchObject({
      status: 'Failed',
      retryCount: 0,
      errorCode: 'OUTCOME_UNKNOWN',
      errorMessage:
        "We lost access to the account before X confirmed this post. Check your timeline, and retry only if it isn't there.",
    });
    expect(await tweetsOf(app, username)).toHaveLength(1);
  },
);

test('a post whose text an earlier post has, too, is not taken for that one', async () => {
  const app = await buildApp();
  const { user, account, username } = await duePost(app, 'same_words', 'Same words');
  await runEngine(app);
  const scheduledAt = new Date(app.clock.now().getTime() + 1);
  const second = await buildPost(app, { user, accountId: account.id, content: 'Same words', scheduledAt });
  advance(app, 1);
  await fault(app, 'server_error', { endpoint: 'tweets', username });
  await runEngine(app);
  advance(app, CERTAIN_AFTER_ANSWER_SECONDS);
  expect(await runEngine(app)).toBe(1);
  expect(await shown(app, user, second.id)).toMatchObject({
    status: 'Pending',
    tweetId: null,
    retryCount: 1,
  });
});

test('a post that was retried by hand often is tried again when X fails it once more', async () => {
  const app = await buildApp();
  const { user, account, username } = await duePost(app, 'many_retries');
  await runEngine(app);
  const scheduledAt = app.clock.now();
  const post = await buildPost(app, { user, accountId: account.id, scheduledAt, retryCount: 6 });
  await fault(app, 'server_error', { endpoint: 'tweets', username });
  await runEngine(app);
  advance(app, CERTAIN_AFTER_ANSWER_SECONDS);
  expect(await runEngine(app)).toBe(1);
  expect(await shown(app, user, post.id)).toMatchObject({
    status: 'Pending',
    retryCount: 7,
    errorCode: 'X_UNAVAILABLE',
  });
});

test('the account’s pause after a retry holds for all of its posts and keeps their order', async () => {
  const app = await buildApp();
  const { user, account, post, username } = await duePost(app, 'paused_after', 'first');
  const other = await duePost(app, 'not_paused', 'Of another account');
  await fault(app, 'server_error', { endpoint: 'tweets', username });
  expect(await runEngine(app)).toBe(1);
  advance(app, CERTAIN_AFTER_ANSWER_SECONDS);
  const now = app.clock.now();
  for (const [seconds, content] of ['second', 'third'].entries()) {
    const scheduledAt = new Date(now.getTime() + seconds * 1000);
    await buildPost(app, { user, accountId: account.id, content, scheduledAt });
  }
  expect(await runEngine(app)).toBe(1);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', retryCount: 1 });
  const { notBefore } = await laneOf(app, account.id);
  // The first pause is 10 seconds, or up to a quarter less.
  expect(notBefore?.getTime()).toBeGreaterThan(now.getTime() + 7_400);
  expect(notBefore?.getTime()).toBeLessThanOrEqual(now.getTime() + 10_000);
  app.clock.set(new Date((notBefore?.getTime() ?? 0) - 1));
  expect(await runEngine(app)).toBe(0);
  app.clock.advance(1);
  expect(await runEngine(app)).toBe(3);
  expect((await tweetsOf(app, username)).map((tweet) => tweet.text)).toEqual(['first', 'second', 'third']);
  expect(await tweetsOf(app, other.username)).toHaveLength(1);
});
