import { createServer, type Server } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, call, connectX } from '../../../test/factories.ts';
import { duePost, fault, runEngine, shown, tweetsOf } from './publishing.fixture.ts';

/** An app whose X can be made unreachable: nobody listens there, so nothing is sent. */
let app: TestApp;
let api: TestApp['config']['x'];
let reachable: string;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  api = app.config.x;
  reachable = api.apiUrl;
});
afterAll(() => app.close());

async function withoutX(work: () => Promise<void>): Promise<void> {
  const server: Server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  api.apiUrl = `http://127.0.0.1:${port}`;
  await work().finally(() => {
    api.apiUrl = reachable;
  });
}

/** Turns of the engine, so many seconds apart, by the clock of this test. */
async function turns(seconds: number, every: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += every) {
    await runEngine(app);
    app.clock.advance(every * 1000);
  }
}

test('PUB-15 ten minutes without X fail no post: it goes out afterwards, first of its account, with no try counted', async () => {
  const { user, account, post, username } = await duePost(app, 'no_network', 'first');
  const second = await buildPost(app, {
    user,
    accountId: account.id,
    content: 'second',
    scheduledAt: new Date(app.clock.now().getTime() + 1_000),
  });
  await withoutX(async () => {
    await turns(81, 3);
    expect(await shown(app, user, post.id)).toMatchObject({
      status: 'Pending',
      retryCount: 0,
      errorCode: null,
    });
    const { body } = await call<{ events: { text: string }[] }>(
      app,
      'GET',
      `/api/posts/${post.id}/timeline`,
      {
        token: user.token,
      },
    );
    expect(body.events.map((event) => event.text)).toContain(
      'Drumbeat couldn’t reach X, so nothing was sent. It will be tried again soon.',
    );
    await turns(520, 20);
    for (const id of [post.id, second.id])
      expect(await shown(app, user, id)).toMatchObject({ status: 'Pending', retryCount: 0 });
  });
  await turns(600, 20);
  expect((await tweetsOf(app, username)).map((tweet) => tweet.text)).toEqual(['first', 'second']);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', retryCount: 0 });
});

test('a post that was not sent is not overtaken by a later one of its account, though X can be reached again', async () => {
  const { user, account, username } = await duePost(app, 'not_overtaken', 'first');
  const scheduledAt = new Date(app.clock.now().getTime() + 1_000);
  await buildPost(app, { user, accountId: account.id, content: 'second', scheduledAt });
  await withoutX(async () => void (await runEngine(app)));
  app.clock.advance(2_000);
  await runEngine(app);
  expect(await tweetsOf(app, username)).toEqual([]);
  app.clock.advance(4_000);
  for (let turn = 0; turn < 2; turn += 1) await runEngine(app);
  expect((await tweetsOf(app, username)).map((tweet) => tweet.text)).toEqual(['first', 'second']);
});

test('PUB-15 a token endpoint that fails is no try either', async () => {
  const { user, post, username } = await duePost(app, 'no_token');
  await runEngine(app);
  app.clock.advance(2 * 3_600_000 - 30_000);
  await fault(app, 'server_error', { endpoint: 'token', count: 3 });
  const late = await buildPost(app, { user, accountId: post.accountId, scheduledAt: app.clock.now() });
  await turns(15, 5);
  expect(await shown(app, user, late.id)).toMatchObject({ status: 'Pending', retryCount: 0 });
  await turns(120, 5);
  expect(await shown(app, user, late.id)).toMatchObject({ status: 'Posted', retryCount: 0 });
  expect((await tweetsOf(app, username)).map((tweet) => tweet.text)).toContain(late.content);
});

test('a post whose token cannot be renewed yet stays first of its account, and waits before it is tried again', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user, 'renewed_later');
  app.clock.advance(2 * 3_600_000 - 30_000);
  await fault(app, 'server_error', { endpoint: 'token', count: 3 });
  const due = { user, accountId: account.id };
  const first = await buildPost(app, { ...due, content: 'first', scheduledAt: app.clock.now() });
  const scheduledAt = new Date(app.clock.now().getTime() + 1_000);
  const second = await buildPost(app, { ...due, content: 'second', scheduledAt });
  expect(await runEngine(app)).toBe(1);
  const now = app.clock.now();
  const { rows } = await app.platform.db.execute(sql`
    select a.outcome, l.not_before > ${now} as waits, p.due_at = p.scheduled_at as "keepsItsTime"
    from post_attempts a join posts p on p.id = a.post_id join lanes l on l.account_id = p.account_id
    where p.account_id = ${account.id}`);
  expect(rows).toEqual([{ outcome: 'not_sent', waits: true, keepsItsTime: true }]);
  await fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' });
  app.clock.advance(1_001);
  expect(await runEngine(app)).toBe(0);
  for (const { id } of [first, second])
    expect(await shown(app, user, id)).toMatchObject({ status: 'Pending', retryCount: 0 });
  await turns(180, 20);
  expect((await tweetsOf(app, 'renewed_later')).map((tweet) => tweet.text)).toEqual(['first', 'second']);
});

test('after an hour without X the post moves to another time, as after any outage', async () => {
  const { user, post, username } = await duePost(app, 'long_outage');
  const planned = (await shown(app, user, post.id)).scheduledTime as string;
  await withoutX(() => turns(65 * 60, 60));
  const moved = await shown(app, user, post.id);
  expect(moved).toMatchObject({ status: 'Pending', retryCount: 0 });
  expect(Date.parse(moved.scheduledTime as string)).toBeGreaterThan(Date.parse(planned) + 3_600_000);
  expect(await tweetsOf(app, username)).toEqual([]);
});

test('a post that was retried by hand waits an hour from then, not from its time', async () => {
  const { user, post, username } = await duePost(app, 'hand_retry');
  await fault(app, 'duplicate', { endpoint: 'tweets', username });
  await runEngine(app);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Failed' });
  app.clock.advance(3 * 3_600_000);
  await withoutX(async () => {
    await call(app, 'POST', `/api/posts/${post.id}/retry`, { token: user.token });
    await turns(30 * 60, 60);
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending' });
  });
  await turns(10 * 60, 30);
  expect(await tweetsOf(app, username)).toHaveLength(1);
});
