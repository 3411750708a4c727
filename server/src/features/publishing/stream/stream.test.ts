import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser, call } from '../../../../test/factories.ts';
import { openEventStream } from '../../../platform/http/event-stream.ts';
import { streamTokens } from '../../../platform/rate-limits.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { duePost, runEngine, tweetsOf } from '../publishing.fixture.ts';
import { streamTokens as tokens } from '../publishing.tables.ts';
import { listenOn, openStream, streamToken } from './stream.fixture.ts';
import { createStreams } from './stream-posts.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  app.clock.set(app.clock.now());
  port = await listenOn(app);
});
afterAll(() => app.close());

const endListener = sql`select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'drumbeat events' and datname = current_database()`;

async function openStreams(): Promise<number | undefined> {
  return (await app.platform.metrics.openStreams.get()).values[0]?.value;
}

test('PUB-07 PUB-08 the stream tells the owner of a post, and nobody else, each of its states', async () => {
  const { user, post, username } = await duePost(app, 'streamed');
  const stranger = await buildUser(app);
  const [mine, theirs] = [
    await openStream(port, await streamToken(app, user)),
    await openStream(port, await streamToken(app, stranger)),
  ];
  expect(mine.status).toBe(200);

  await runEngine(app);
  await mine.says('"status":"Posted"');
  const events = mine
    .text()
    .split('\n\n')
    .filter((block) => block.startsWith('event: post_status'));
  const data = events.map((block) => JSON.parse(block.split('\ndata: ')[1] ?? '') as Record<string, unknown>);
  const [tweet] = await tweetsOf(app, username);
  const same = { id: String(post.id), retryCount: 0, errorMessage: null, updatedAt: expect.any(String) };
  expect(data).toEqual([
    { ...same, status: 'Processing', tweetUrl: null },
    { ...same, status: 'Posted', tweetUrl: `${app.sandboxUrl}/x/i/web/status/${tweet?.id}` },
  ]);
  await theirs.says(': open');
  expect(theirs.text()).not.toContain('post_status');
  mine.close();
  theirs.close();
});

test('PUB-09 a stream token opens one stream, within 60 seconds', async () => {
  const user = await buildUser(app);
  const token = await streamToken(app, user);
  const first = await openStream(port, token);
  expect(first.status).toBe(200);
  first.close();
  const again = await openStream(port, token);
  expect(again.status).toBe(401);
  await again.says('This stream token has been used or has expired. Ask for another.');

  const [inTime, late] = [await streamToken(app, user), await streamToken(app, user)];
  app.clock.advance(59_999);
  const last = await openStream(port, inTime);
  expect(last.status).toBe(200);
  last.close();
  app.clock.advance(1);
  expect((await openStream(port, late)).status).toBe(401);
  expect((await openStream(port, 'nonsense')).status).toBe(401);
});

test('a token of another purpose, two tokens, or a HEAD request open no stream and spend no token', async () => {
  const user = await buildUser(app);
  const { db } = app.platform;
  const [token, second] = [await streamToken(app, user), await streamToken(app, user)];
  const own = eq(tokens.tokenHash, hashToken(token));
  await db.update(tokens).set({ purpose: 'something_else' }).where(own);
  expect((await openStream(port, token)).status).toBe(401);
  await db.update(tokens).set({ purpose: 'posts_stream' }).where(own);
  const url = `http://127.0.0.1:${port}/api/posts/stream`;
  for (const query of ['', '?token=', `?token=${token}&token=${second}`])
    expect((await fetch(url + query)).status, query).toBe(401);
  expect((await fetch(`${url}?token=${token}`, { method: 'HEAD' })).status).toBe(404);
  for (const each of [token, second]) {
    const stream = await openStream(port, each);
    expect(stream.status).toBe(200);
    stream.close();
  }
});

test('PUB-09 an open stream has a heartbeat every 25 seconds, and is forgotten when it closes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const stream = await openStream(port, await streamToken(app, await buildUser(app)));
  // Neither a proxy nor a browser may buffer or store it.
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  await stream.says('event: ready');
  vi.advanceTimersByTime(24_999);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(stream.text()).not.toContain(': beat');
  vi.advanceTimersByTime(1);
  await stream.says(': beat');
  vi.advanceTimersByTime(25_000);
  await stream.says(': beat\n\n: beat\n\n');
  stream.close();
  await expect.poll(() => openStreams(), { timeout: 30_000 }).toBe(0);
});

test('an open stream resyncs each time events may have been missed', async () => {
  const { user, post } = await duePost(app, 'gap');
  const stream = await openStream(port, await streamToken(app, user));
  await stream.says(': open');
  for (let time = 1; time <= 2; time += 1) {
    await expect
      .poll(async () => (await app.platform.db.execute(endListener)).rowCount, { timeout: 30_000 })
      .toBe(1);
    await expect
      .poll(() => stream.text().split('event: resync\n'), { timeout: 30_000 })
      .toHaveLength(time + 1);
  }
  await runEngine(app);
  await stream.says('"status":"Posted"');
  expect(stream.text()).toContain(`"id":"${post.id}"`);
  stream.close();
});

test('a browser that stops reading is disconnected before it fills the memory', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  // Without a listener Node would read the answer and discard it.
  request.on('response', () => undefined).on('error', () => undefined);
  const [, response] = await asked;
  const stream = openEventStream(response, 'request-id');
  const ended = new Promise<void>((resolve) => stream.onEnd(resolve));
  // 64 MB: more than the sockets of both sides hold.
  for (let count = 0; count < 64 && !response.destroyed; count += 1) {
    stream.send('post_status', 'x'.repeat(1_048_576));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ended;
  expect(response.writableLength).toBeLessThan(2 * 1_048_576);
  request.destroy();
});

test('PUB-25 only the bearer of a session gets a stream token', async () => {
  const answer = await call(app, 'POST', '/api/sse/token', { body: { purpose: 'posts_stream' } });
  expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  const user = await buildUser(app);
  const wrong = await call(app, 'POST', '/api/sse/token', {
    token: user.token,
    body: { purpose: 'everything' },
  });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
});

test('a stream ends as soon as the end of its session is announced, or within five seconds; stopping ends all', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { db, events } = app.platform;
  const people = [await buildUser(app), await buildUser(app)];
  const streams = createStreams({ ...app.platform, tweetUrl: String });
  const over: number[] = [];
  for (const [index, { id, token }] of people.entries()) {
    const { rows } = await db.execute(sql`select id from sessions where token_hash = ${hashToken(token)}`);
    const owner = { userId: id, sessionId: Number(rows[0]?.id) };
    streams.subscribe(owner, { send: () => undefined, end: () => void over.push(index) });
  }
  const expire = (index: number) =>
    db.execute(
      sql`update sessions set expires_at = ${app.clock.now()} where user_id = ${people[index]?.id ?? 0}`,
    );
  await expire(0);
  await events.notify(db, 'sessions_ended', { userId: people[0]?.id ?? 0 });
  await expect.poll(() => over, { timeout: 30_000 }).toEqual([0]);
  streams.start();
  await expire(1);
  vi.advanceTimersByTime(4_999);
  await db.execute('select 1');
  expect(over).toEqual([0]);
  vi.advanceTimersByTime(1);
  await expect.poll(() => over, { timeout: 30_000 }).toEqual([0, 0, 1]);
  // A server that stops ends them all and checks no longer.
  streams.stop();
  expect(over.slice(3)).toEqual([0, 1]);
  expect(vi.getTimerCount()).toBe(0);
});

test('after a sign-out the open stream ends, and an earlier token opens no other', async () => {
  const person = await buildUser(app);
  const [first, second] = [await streamToken(app, person), await streamToken(app, person)];
  const stream = await openStream(port, first);
  await stream.says(': open');
  await call(app, 'POST', '/api/auth/signout', { token: person.token });
  await stream.ends();
  expect((await openStream(port, second)).status).toBe(401);
});

test('a person has ten streams at most: the oldest ends for the next', () => {
  const streams = createStreams({ ...app.platform, tweetUrl: String });
  function open(userId: number) {
    const end = vi.fn();
    const leave = streams.subscribe({ userId, sessionId: 1 }, { send: () => undefined, end });
    return { leave, isOver: () => end.mock.calls.length > 0 };
  }
  const mine = Array.from({ length: 10 }, () => open(1));
  const theirs = open(2);
  mine.push(open(1), open(1), open(1));
  const ended = mine.map(({ isOver }) => isOver());
  expect(ended).toEqual([true, true, true, ...Array.from({ length: 10 }, () => false)]);
  expect(theirs.isOver()).toBe(false);
  for (const { leave } of [...mine, theirs]) leave();
});

test('stream tokens are limited to 300 per person in five minutes', async () => {
  const user = await buildUser(app);
  await streamToken(app, user);
  await app.platform.db.execute(
    sql`update rate_limits set points = 300 where key = ${`${streamTokens.name}:${user.id}`}`,
  );
  const answer = await call(app, 'POST', '/api/sse/token', {
    token: user.token,
    body: { purpose: 'posts_stream' },
  });
  expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  await streamToken(app, await buildUser(app));
});
