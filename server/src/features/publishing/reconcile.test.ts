import { expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, sandboxControl } from '../../../test/factories.ts';
import { duePost, fault, shown, tweetsOf } from './publishing.fixture.ts';
import { CERTAIN_AFTER_SECONDS } from './publishing.rules.ts';

const advance = (app: TestApp, seconds: number) => app.clock.advance(seconds * 1000 + 1);

test('a post that was proven absent is not overtaken by the next one while it waits for its retry', async () => {
  const app = await buildApp();
  const { user, account, username } = await duePost(app, 'overtaken', 'first');
  const scheduledAt = new Date(app.clock.now().getTime() + 1);
  await buildPost(app, { user, accountId: account.id, content: 'second', scheduledAt });
  await fault(app, 'server_error', { endpoint: 'tweets', username });
  await app.engine.runOnce();
  advance(app, CERTAIN_AFTER_SECONDS);
  await app.engine.runOnce();
  advance(app, 1);
  expect(await app.engine.runOnce()).toBe(0);
  advance(app, 10);
  for (let turn = 0; turn < 2; turn += 1) await app.engine.runOnce();
  expect((await tweetsOf(app, username)).map((tweet) => tweet.text)).toEqual(['first', 'second']);
});

test('a timeline that X limits is read again when X says so, not every few seconds', async () => {
  const app = await buildApp();
  const { user, post, username } = await duePost(app, 'limited');
  await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username });
  await fault(app, 'rate_limit', { endpoint: 'timeline', delayMs: 50_000, username });
  await app.engine.runOnce();
  for (let looks = 0; looks < 2; looks += 1) {
    advance(app, CERTAIN_AFTER_SECONDS);
    expect(await app.engine.runOnce()).toBe(0);
  }
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Processing' });
  advance(app, 25);
  expect(await app.engine.runOnce()).toBe(1);
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
    const { user, post, username } = await duePost(app, `acct_${kind}`);
    await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username });
    await app.engine.runOnce();
    await close(app, username);
    for (const seconds of [CERTAIN_AFTER_SECONDS, 59 * 60]) {
      advance(app, seconds);
      expect(await app.engine.runOnce()).toBe(0);
      expect(await shown(app, user, post.id)).toMatchObject({ status: 'Processing', errorCode: null });
    }
    advance(app, 5 * 60);
    expect(await app.engine.runOnce()).toBe(1);
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
  await app.engine.runOnce();
  const scheduledAt = new Date(app.clock.now().getTime() + 1);
  const second = await buildPost(app, { user, accountId: account.id, content: 'Same words', scheduledAt });
  advance(app, 1);
  await fault(app, 'server_error', { endpoint: 'tweets', username });
  await app.engine.runOnce();
  advance(app, CERTAIN_AFTER_SECONDS);
  expect(await app.engine.runOnce()).toBe(1);
  expect(await shown(app, user, second.id)).toMatchObject({
    status: 'Pending',
    tweetId: null,
    retryCount: 1,
  });
});

test('a post that was retried by hand often is tried again when X fails it once more', async () => {
  const app = await buildApp();
  const { user, account, username } = await duePost(app, 'many_retries');
  await app.engine.runOnce();
  const scheduledAt = app.clock.now();
  const post = await buildPost(app, { user, accountId: account.id, scheduledAt, retryCount: 6 });
  await fault(app, 'server_error', { endpoint: 'tweets', username });
  await app.engine.runOnce();
  advance(app, CERTAIN_AFTER_SECONDS);
  expect(await app.engine.runOnce()).toBe(1);
  expect(await shown(app, user, post.id)).toMatchObject({
    status: 'Pending',
    retryCount: 7,
    errorCode: 'X_UNAVAILABLE',
  });
});
