import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  connectX,
  PASSWORD,
} from '../../../../test/factories.ts';
import { buildHttp } from '../../../platform/http/build-http.ts';
import { createLogger } from '../../../platform/logger.ts';
import { buildWriter, connect } from '../../generation/generation.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
});
afterAll(() => app.close());

type Feed = { isOn: boolean; since: string | null; url: string };
const feed = async (user: { token: string }, method: 'GET' | 'POST' | 'DELETE') =>
  (await call<Feed>(app, method, '/api/posts/feed', { token: user.token })).body;
/** What a calendar program gets at an address. */
const open = (url: string, from = '198.51.100.7') =>
  app.http.inject({ url: new URL(url).pathname, remoteAddress: from });
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000);

async function person(): Promise<{ user: BuiltUser; accountId: number; username: string }> {
  const user = await buildUser(app);
  const { id, username } = await connectX(app, user);
  return { user, accountId: id, username };
}

describe('the calendar feed', () => {
  test('is off until its owner asks for an address, which is shown once and kept as a hash', async () => {
    const { user } = await person();
    expect(await feed(user, 'GET')).toEqual({ isOn: false, since: null });
    const { url } = await feed(user, 'POST');
    expect(url).toMatch(/^http:\/\/localhost:3000\/api\/feeds\/calendar\/[\w-]{43}\.ics$/);
    expect(await feed(user, 'GET')).toEqual({ isOn: true, since: app.clock.now().toISOString() });
    const secret = url.split('/').at(-1)?.replace('.ics', '') ?? '';
    const secret_hash = createHash('sha256').update(secret).digest('hex');
    const { rows: kept } = await app.platform.db.execute(
      sql`select * from calendar_feeds where user_id = ${user.id}`,
    );
    expect(kept).toEqual([{ user_id: user.id, secret_hash, created_at: '2026-11-21 12:00:00+00' }]);
    await feed(user, 'DELETE');
    const { rows } = await app.platform.db.execute(sql`
      select action, details from audit_log
      where action like 'posts.feed%' and actor_user_id = ${user.id} order by id`);
    expect(rows).toEqual([
      { action: 'posts.feed_renewed', details: {} },
      { action: 'posts.feed_ended', details: {} },
    ]);
  });

  test('holds what is planned and what went out within 90 days, of this person alone', async () => {
    const [{ user, accountId, username }, stranger] = [await person(), await person()];
    const plan = (content: string, days: number, more = {}) =>
      buildPost(app, { user, accountId, content, scheduledAt: inDays(days), ...more });
    const [soon] = [await plan('Soon', 89), await plan('Out', -89, { status: 'posted', tweetId: '4711' })];
    await plan('Broken', 1, { status: 'failed' });
    const ms = 1 / 86_400_000;
    await plan('First', -90, { status: 'posted' });
    await plan('Last', 90, { isPaused: true, accountId: await connect(app, user.id) });
    await plan('Far', 90 + ms);
    await plan('Old', -90 - ms, { status: 'posted' });
    await buildPost(app, { user: stranger.user, accountId: stranger.accountId, content: 'Theirs' });
    const answer = await open((await feed(user, 'POST')).url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=300',
      'content-disposition': 'inline; filename="drumbeat.ics"',
      'x-robots-tag': 'noindex',
    });
    const linesOf = (name: string) => answer.body.split('\r\n').filter((line) => line.startsWith(name));
    expect(linesOf('SUMMARY:')).toEqual([
      ...['First', 'Out', 'Soon'].map((words) => `SUMMARY:@${username}: ${words}`),
      'SUMMARY:@ada: Last (paused)',
    ]);
    expect(answer.body).toContain(`UID:post-${soon.id}@localhost`);
    const ours = 'URL;VALUE=URI:http://localhost:3000/dashboard';
    const there = `URL;VALUE=URI:${app.config.x.webUrl}/i/web/status/4711`;
    expect(linesOf('URL;VALUE=URI:')).toEqual([ours, there, ours, ours]);
    // An account that was disconnected keeps its name.
    await call(app, 'POST', '/api/oauth/x/disconnect', { token: user.token });
    expect((await open((await feed(user, 'POST')).url)).body).toContain(`SUMMARY:@${username}: Soon`);
  });

  test('of a former address, an unknown one and one that ended is not found', async () => {
    const { user } = await person();
    const [first, second] = [(await feed(user, 'POST')).url, (await feed(user, 'POST')).url];
    const message = 'There is no calendar at this address. It may have been renewed.';
    expect((await open(first)).json()).toMatchObject({ code: 'NOT_FOUND', message });
    expect((await open(second)).statusCode).toBe(200);
    expect((await open(second.replace('.ics', ''))).statusCode).toBe(200);
    expect((await open('http://x/api/feeds/calendar/nonsense.ics')).statusCode).toBe(404);
    expect(await feed(user, 'DELETE')).toEqual({ message: 'Your calendar feed has ended.' });
    expect((await open(second)).statusCode).toBe(404);
    expect(await feed(user, 'GET')).toEqual({ isOn: false, since: null });
  });

  test('ends with the subscription and with the person', async () => {
    const writer = await buildWriter(app);
    const { url } = await feed(writer, 'POST');
    expect((await open(url)).statusCode).toBe(200);
    await app.platform.db.execute(
      sql`update subscriptions set state = 'canceled' where user_id = ${writer.id}`,
    );
    expect((await open(url)).statusCode).toBe(404);
    expect((await feed(writer, 'POST')) as object).toMatchObject({ code: 'SUBSCRIPTION_CANCELED' });

    const { user } = await person();
    const leaving = (await feed(user, 'POST')).url;
    await call(app, 'DELETE', '/api/user', { token: user.token, body: { password: PASSWORD } });
    expect((await open(leaving)).statusCode).toBe(404);
    const { rows } = await app.platform.db.execute(
      sql`select 1 from calendar_feeds where user_id = ${user.id}`,
    );
    expect(rows).toEqual([]);
  });

  test('is read 120 times an hour, and a network may miss 60 times before it waits', async () => {
    const { user } = await person();
    const { url } = await feed(user, 'POST');
    const guess = () => open(`http://x/api/feeds/calendar/${'g'.repeat(43)}.ics`, '203.0.113.9');
    const useUp = (name: string, points: number) =>
      app.platform.db.execute(sql`update rate_limits set points = ${points} where key like ${`${name}%`}`);
    const statuses = async (ask: () => ReturnType<typeof open>) => [
      (await ask()).statusCode,
      (await ask()).statusCode,
    ];
    await open(url);
    await useUp('feed-read', 119);
    expect(await statuses(() => open(url))).toEqual([200, 429]);
    await guess();
    await useUp('feed-miss', 59);
    expect(await statuses(guess)).toEqual([404, 429]);
    // A true address is still read: calendars fetch for many people from few networks.
    const right = (await feed((await person()).user, 'POST')).url;
    expect((await open(right, '203.0.113.9')).statusCode).toBe(200);
    expect((await open(right)).statusCode).toBe(200);
  });
});

test('the log names the kind of address and never the secret in it', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'feed-log-')), 'log');
  const http = await buildHttp({
    log: createLogger('trace', 'test', file),
    metrics: app.platform.metrics,
    authenticate: async () => undefined,
    countLargeBody: async () => undefined,
    imageOrigins: [],
    https: false,
    trustProxy: app.config.trustProxy,
    proxyWatch: { look: () => undefined, warnings: () => [] },
    ...app.config.http,
  });
  const { registerOwnPostsRoutes } = await import('../own-posts.routes.ts');
  registerOwnPostsRoutes(http, { ...app.platform, publicUrl: 'http://localhost:3000', tweetUrl: (id) => id });
  const { user } = await person();
  const { url } = await feed(user, 'POST');
  const secret = url.split('/').at(-1)?.replace('.ics', '') ?? '';
  for (const path of [
    new URL(url).pathname,
    `/api/feeds/calendar/${secret}x.ics`,
    `/api/feeds/calendar/${secret}%00`,
  ])
    await http.inject({ url: path });
  await http.close();
  const log = readFileSync(file, 'utf8');
  expect(log).toContain('/api/feeds/calendar/:file');
  expect(log).not.toContain(secret);
});
