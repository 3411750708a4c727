import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { call } from '../../../test/factories.ts';
import { checkLanes } from './lanes/check-lanes.ts';
import { buildWorker, claimOfAccount, laneOf, settleAs } from './lanes/lanes.fixture.ts';
import { duePost, fault, runEngine, shown, tweetsOf } from './publishing.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterEach(() => fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' }));
afterAll(() => app.close());

const counted = async (name: 'unanswered' | 'laneFaults') =>
  (await app.platform.metrics[name].get()).values[0]?.value ?? 0;

function listen(level: 'error' | 'warn') {
  const spy = vi.spyOn(app.platform.log, level);
  onTestFinished(() => spy.mockRestore());
  return spy;
}

test('three attempts in a row that end without an answer and without a post hold the account, and count', async () => {
  const { user, account, post, username } = await duePost(app, 'kills_workers');
  // One that was let go between them is none of the three, and ends no row; one that was not sent does.
  for (const outcome of ['absent', 'not_sent', 'absent', 'released', 'absent'] as const)
    await settleAs(app, await claimOfAccount(app, account.id), { outcome });
  const body = { content: 'Other words' };
  const edit = await call(app, 'PATCH', `/api/posts/${post.id}`, { token: user.token, body });
  expect(edit).toMatchObject({ status: 409, body: { code: 'POST_LOCKED' } });
  const { number, die } = await buildWorker(app);
  await claimOfAccount(app, account.id, { worker: number });
  await die();
  const log = listen('error');
  await runEngine(app);
  app.clock.advance(7_001);
  await runEngine(app);
  expect(log.mock.calls).toEqual([
    [
      { accountId: account.id, postId: post.id, attempts: 3 },
      'consecutive publish attempts got no answer from X: account held for an hour',
    ],
  ]);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', holdReason: 'unanswered' });
  expect(await laneOf(app, account.id)).toMatchObject({ absents: 3, hold: 'unanswered', openPost: null });
  expect(await counted('unanswered')).toBe(1);
  expect(await tweetsOf(app, username)).toHaveLength(0);
  // It goes on by itself after an hour.
  for (const [wait, hold] of [
    [60 * 60_000 - 1, 'unanswered'],
    [1, null],
  ] as const) {
    app.clock.advance(wait);
    await runEngine(app);
    expect(await laneOf(app, account.id)).toMatchObject({ hold });
  }
});

test('two attempts in a row that end without an answer hold no account: the post goes out', async () => {
  const { user, account, post, username } = await duePost(app, 'kills_twice');
  await settleAs(app, await claimOfAccount(app, account.id), { outcome: 'absent' });
  const { number, die } = await buildWorker(app);
  await claimOfAccount(app, account.id, { worker: number });
  await die();
  await runEngine(app);
  app.clock.advance(7_001);
  await runEngine(app);
  await runEngine(app);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
  expect(await tweetsOf(app, username)).toHaveLength(1);
});

test('I5 a post keeps its text for a minute after an attempt that may still arrive; its time can change', async () => {
  const { user, post, username } = await duePost(app, 'keeps_text', 'As it was sent');
  await fault(app, 'server_error', { endpoint: 'tweets', username });
  const log = listen('warn');
  await runEngine(app);
  expect(log.mock.calls).toContainEqual([
    { postId: post.id, reason: 'server_error' },
    'publish outcome unknown; will check the timeline on X',
  ]);
  app.clock.advance(15_001);
  await runEngine(app);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', retryCount: 1 });
  const edit = (body: object) => call(app, 'PATCH', `/api/posts/${post.id}`, { token: user.token, body });
  const refused = await edit({ content: 'Other words' });
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({
      code: 'POST_LOCKED',
      message: 'Post is still being processed. Please wait a moment before editing.',
    }),
  ]);
  const scheduledTime = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  expect((await edit({ content: 'As it was sent', scheduledTime })).status).toBe(200);
  // The minute begins when its outcome was given up, not when it began.
  for (const [wait, status] of [
    [59_999, 409],
    [1, 200],
  ] as const) {
    app.clock.advance(wait);
    expect((await edit({ content: 'Other words' })).status).toBe(status);
  }
});

test('a lane that disagrees with its posts is reported, counted and mended, and the post goes out', async () => {
  const { user, account, post, username } = await duePost(app, 'wrong_lane');
  await app.platform.db.execute(
    sql`update lanes set next_post = null, next_due = null, hold = 'paused' where account_id = ${account.id}`,
  );
  await runEngine(app);
  expect(await tweetsOf(app, username)).toHaveLength(0);
  const before = await counted('laneFaults');
  const heard: number[] = [];
  onTestFinished(app.platform.events.on('posts_due', ({ at }) => void heard.push(at)));
  const log = listen('error');
  const faults = await checkLanes(app.platform);
  expect(faults).toEqual([{ accountId: account.id, nextPost: null, rightPost: post.id }]);
  expect(log.mock.calls).toEqual([[faults[0], 'a lane did not match its posts; repairing it']]);
  expect(await counted('laneFaults')).toBe(before + 1);
  expect(await checkLanes(app.platform)).toEqual([]);
  await expect.poll(() => heard).toContain(app.clock.now().getTime());
  await runEngine(app);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
});
