import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, call } from '../../../../test/factories.ts';
import { duePost, fault, laneOf, shown } from '../publishing.fixture.ts';
import { waitForOpen } from './hold-account.ts';

/* Stopping posts while one is being sent waits for that one, or says that it is on its way. */

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterEach(async () => {
  await app.engine.stop();
  await fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' });
});
afterAll(() => app.close());

/** A post that a worker has sent, and that X answers only after a while. */
async function flying(username: string, kind: string, delayMs: number) {
  const made = await duePost(app, username);
  await fault(app, kind, { endpoint: 'tweets', username, delayMs });
  app.engine.start();
  await expect.poll(async () => (await laneOf(app, made.account.id)).openPost).toBe(made.post.id);
  return made;
}

test('a pause waits for the post that is being sent, and then nothing goes out', async () => {
  const { user, account, post } = await flying('pause_waits', 'duplicate', 400);
  const next = await buildPost(app, { user, accountId: account.id, scheduledAt: app.clock.now() });
  const paused = await call(app, 'POST', '/api/posts/pause', {
    token: user.token,
    body: { twitterAccountId: account.id },
  });
  expect(paused.body).toMatchObject({ message: 'Posts paused. Nothing will go out until you resume.' });
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Failed', errorCode: 'DUPLICATE_TWEET' });
  await app.engine.atRest();
  expect(await shown(app, user, next.id)).toMatchObject({ status: 'Pending', holdReason: 'paused' });
});

test('a pause, a disconnect and a removal say if a post with an unknown outcome is on its way', async () => {
  const [{ user, account }, other] = [await duePost(app, 'pause_tells'), await duePost(app, 'leave_tells')];
  for (const username of ['pause_tells', 'leave_tells']) {
    await fault(app, 'server_error', { endpoint: 'tweets', username });
    await fault(app, 'server_error', { endpoint: 'timeline', username, count: 50 });
  }
  app.engine.start();
  for (const { id } of [account, other.account])
    await expect.poll(async () => (await laneOf(app, id)).unknownReason).toBe('server_error');
  for (const [body, words] of [
    [{ twitterAccountId: account.id }, 'Nothing else will go out until you resume.'],
    [{}, 'Nothing else will go out until you resume.'],
  ] as const) {
    const { body: answer } = await call(app, 'POST', '/api/posts/pause', { token: user.token, body });
    expect(answer).toMatchObject({ message: `Posts paused. One post is already on its way to X. ${words}` });
  }
  const left = await call(app, 'POST', '/api/oauth/x/disconnect', { token: other.user.token });
  expect(left.body).toMatchObject({
    message: 'X account disconnected. One post is already on its way to X.',
  });
  const removed = await call(app, 'DELETE', `/api/twitter/accounts/${account.id}`, { token: user.token });
  expect(removed.body).toMatchObject({
    message: 'X account removed. One post is already on its way to X.',
  });
});

test.each([
  ['a disconnect', 'POST', () => '/api/oauth/x/disconnect'],
  ['a removal', 'DELETE', (id: number) => `/api/twitter/accounts/${id}`],
] as const)(
  '%s revokes the grant only after the post that is being sent is settled',
  async (_, method, path) => {
    const { user, account, username } = await flying(`grant_${method.toLowerCase()}`, 'duplicate', 400);
    // A revocation that fails is logged.
    await fault(app, 'server_error', { endpoint: 'revoke', username });
    const { log, metrics } = app.platform;
    const order: string[] = [];
    const settled = vi.spyOn(metrics.publishAttempts, 'inc').mockImplementation(() => {
      order.push('settled');
    });
    const logged = vi.spyOn(log, 'info').mockImplementation((...[, text]) => {
      if (text === 'could not revoke a grant at X; our copy is already deleted') order.push('revoked');
    });
    onTestFinished(() => {
      settled.mockRestore();
      logged.mockRestore();
    });
    expect((await call(app, method, path(account.id), { token: user.token })).status).toBe(200);
    expect(order).toEqual(['settled', 'revoked']);
  },
);

test('a wait that takes too long returns how many posts are still being sent', async () => {
  const { account } = await flying('waits_long', 'duplicate', 800);
  expect(await waitForOpen(app.platform, [account.id], 100)).toBe(1);
  expect(await waitForOpen(app.platform, [])).toBe(0);
});
