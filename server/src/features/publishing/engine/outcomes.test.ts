import { createServer, type Server } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, sandboxControl } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { duePost, fault, laneOf, runEngine, shown, tweetsOf } from '../publishing.fixture.ts';
import { CERTAIN_AFTER_ANSWER_SECONDS } from './looks.rules.ts';

/* What becomes of a post that is due, for each answer of X, seen from outside. */

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterEach(() => fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' }));
afterAll(() => app.close());

const textsOf = async (username: string) => (await tweetsOf(app, username)).map(({ text }) => text);
const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1_000);

/** Turns of the engine, `every` so many seconds, for `seconds` in all. */
async function turns(seconds: number, every: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += every) {
    await runEngine(app);
    app.clock.advance(every * 1000);
  }
}

test('PUB-01 a due post is published once, and its owner sees it with its tweet', async () => {
  const { user, post, username } = await duePost(app, 'plain');
  expect(await runEngine(app)).toBe(1);
  const [tweet] = await tweetsOf(app, username);
  expect(await shown(app, user, post.id)).toMatchObject({
    status: 'Posted',
    tweetId: tweet?.id,
    tweetUrl: `${app.sandboxUrl}/x/i/web/status/${tweet?.id}`,
    errorCode: null,
    retryCount: 0,
  });
  expect(await runEngine(app)).toBe(0);
  expect(await textsOf(username)).toEqual(['A post by plain']);
});

describe('after an unknown outcome', () => {
  test.each([
    ['connection_reset', 7, 0],
    ['timeout', 15, 0],
    ['server_error', 15, 1],
  ])(
    'I4 %s: the post is absent after exactly %i seconds, then sent again; retries counted: %i',
    async (kind, seconds, retryCount) => {
      app.clock.set(app.clock.now());
      const { user, account, post, username } = await duePost(app, `absent_${kind.slice(0, 6)}`);
      await fault(app, kind, { endpoint: 'tweets', username });
      expect(await runEngine(app)).toBe(0);
      const [lookAt, certainAt] = [inSeconds(0.5), inSeconds(seconds)];
      expect(await laneOf(app, account.id)).toMatchObject({ lookAt, certainAt });
      for (const wait of [2_000, seconds * 1_000 - 2_001]) {
        app.clock.advance(wait);
        expect(await runEngine(app)).toBe(0);
        expect(await shown(app, user, post.id)).toMatchObject({ status: 'Processing' });
      }
      app.clock.advance(1);
      expect(await runEngine(app)).toBe(1);
      expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', retryCount });
      expect(await textsOf(username)).toEqual([]);
      app.clock.advance(CERTAIN_AFTER_ANSWER_SECONDS * 1_000);
      await runEngine(app);
      expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
      expect(await tweetsOf(app, username)).toHaveLength(1);
    },
  );

  test('nothing is sent again while the timeline cannot be read', async () => {
    const { user, post, username } = await duePost(app, 'blind');
    await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username });
    await fault(app, 'server_error', { endpoint: 'timeline', count: 2, username });
    await runEngine(app);
    for (let turn = 0; turn < 2; turn += 1) {
      app.clock.advance(CERTAIN_AFTER_ANSWER_SECONDS * 1_000 + 1);
      expect(await runEngine(app)).toBe(0);
      expect(await shown(app, user, post.id)).toMatchObject({ status: 'Processing' });
    }
    app.clock.advance(CERTAIN_AFTER_ANSWER_SECONDS * 1_000 + 1);
    expect(await runEngine(app)).toBe(1);
    expect(await tweetsOf(app, username)).toHaveLength(1);
  });

  test('PUB-15 a post that X itself fails for the seventh time fails, and says so', async () => {
    const { user, account, post, username } = await duePost(app, 'hopeless');
    const { db } = app.platform;
    await db.execute(sql`
      insert into post_attempts (post_id, account_id, started_at, outcome, error_code, settled_at)
      select ${post.id}, ${account.id}, now, 'retry', 'X_UNAVAILABLE', now
      from generate_series(1, 5) n, lateral (select ${app.clock.now()}::timestamptz + n * interval '1 ms' as now) t`);
    await db.execute(sql`update posts set retry_count = 5 where id = ${post.id}`);
    app.clock.advance(10);
    await fault(app, 'server_error', { endpoint: 'tweets', count: 2, username });
    await turns(32, 16);
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', retryCount: 6 });
    app.clock.advance(20 * 60_000);
    await turns(32, 16);
    expect(await shown(app, user, post.id)).toMatchObject({
      status: 'Failed',
      retryCount: 6,
      errorCode: 'X_UNAVAILABLE',
      errorMessage: "X didn't accept the post. It may be having trouble. Retry in a while.",
    });
    expect(await tweetsOf(app, username)).toHaveLength(0);
  });
});

describe('after a refusal', () => {
  test('PUB-15 a dead grant fails with AUTH_EXPIRED, holds the other posts and asks the owner to reconnect', async () => {
    const { user, account, post, username } = await duePost(app, 'revoked');
    const next = await buildPost(app, { user, accountId: account.id, scheduledAt: inSeconds(3_600) });
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

describe('while X cannot be reached', () => {
  /** Points the X client to a port on which nobody listens. */
  async function withoutX(work: () => Promise<void>): Promise<void> {
    const { x } = app.config;
    const reachable = x.apiUrl;
    const server: Server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    x.apiUrl = `http://127.0.0.1:${port}`;
    await work().finally(() => {
      x.apiUrl = reachable;
    });
  }

  test('PUB-15 ten minutes fail no post: both go out afterwards, in order, with no retry counted', async () => {
    const { user, account, post, username } = await duePost(app, 'no_network', 'first');
    const later = { user, accountId: account.id, content: 'second', scheduledAt: inSeconds(1) };
    const second = await buildPost(app, later);
    await withoutX(async () => {
      await turns(600, 200);
      for (const { id } of [post, second])
        expect(await shown(app, user, id)).toMatchObject({
          status: 'Pending',
          retryCount: 0,
          errorCode: null,
        });
    });
    await turns(800, 200);
    expect(await textsOf(username)).toEqual(['first', 'second']);
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', retryCount: 0 });
  });
});
