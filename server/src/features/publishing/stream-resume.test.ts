import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/start.ts';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { type BuiltUser, buildPost, buildUser, call } from '../../../test/factories.ts';
import { deleteOldChanges } from '../../platform/person-changes.ts';
import { updateNext } from './lanes/lanes.store.ts';
import { duePost, fault, runEngine } from './publishing.fixture.ts';
import { listenOn, openStream, streamToken } from './stream/stream.fixture.ts';
import { createStreams } from './stream/stream-posts.ts';

const MINUTE = 60_000;
let app: TestApp;
/** Another process of the API on the same database. */
let other: TestApp;
let ports: { here: number; there: number };
/** A third process, started later on the same database, at the time of the others. */
let restarted: () => Promise<TestApp>;
let close: () => Promise<void>;
beforeAll(async () => {
  const [database, sandbox] = await Promise.all([
    createTestDatabase(inject('postgresUrl')),
    startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:' }),
  ]);
  const on = {
    databaseUrl: database.url,
    sandbox,
    appSecret: 'the secret that two processes share, long enough',
  };
  [app, other] = [await buildApp({ shared: true, on }), await buildApp({ shared: true, on })];
  ports = { here: await listenOn(app), there: await listenOn(other) };
  restarted = () => buildApp({ on, now: app.clock.now().toISOString() });
  close = async () => {
    await Promise.all([app.close(), other.close()]);
    await sandbox.close();
    await database.drop();
  };
});
afterAll(() => close());

/** Both processes' clocks. */
function advance(ms: number): void {
  app.clock.advance(ms);
  other.clock.advance(ms);
}

/** Resolves once the process has heard all that was told before: news travels in the order of the commits. */
async function heardAll(on: TestApp): Promise<void> {
  const { events, db, clock } = on.platform;
  const at = clock.now().getTime() + Math.random();
  const heard = Promise.withResolvers<void>();
  const off = events.on('posts_due', (due) => due.at === at && heard.resolve());
  await events.notify(db, 'posts_due', { at });
  await heard.promise;
  off();
}

async function opened(on: TestApp, user: BuiltUser, lastId?: string) {
  await heardAll(on);
  const stream = await openStream(on === app ? ports.here : ports.there, await streamToken(on, user), lastId);
  onTestFinished(() => void stream.close());
  await stream.says('event: ready');
  return stream;
}

/** A person whose page has been open for a while, and the id that it heard last. */
async function quietPage(built: { user: BuiltUser }) {
  advance(2 * MINUTE);
  const stream = await opened(app, built.user);
  expect(stream.events()).toEqual(['ready']);
  stream.close();
  advance(2 * MINUTE);
  return stream.lastId();
}

test('posts that went out while the stream was broken are told by any process, in their order, once it is back', async () => {
  const built = await duePost(app, 'resume_posted');
  const { user, account } = built;
  const scheduledAt = new Date(app.clock.now().getTime() - 3 * MINUTE);
  // So late that the other one, which was made before it, waits for a minute.
  const first = await buildPost(app, { user, accountId: account.id, scheduledAt });
  const lastId = await quietPage(built);
  await runEngine(app);
  advance(MINUTE);
  await runEngine(app);
  const stream = await opened(other, built.user, lastId);
  expect(stream.events()).toEqual(['post_status', 'post_status', 'ready']);
  expect(stream.text().match(/"id":"\d+","status":"Posted"/g)).toEqual(
    [first, built.post].map(({ id }) => `"id":"${id}","status":"Posted"`),
  );
  // Only the end carries an id: a page that breaks off before it asks from its former one again.
  expect(stream.text().match(/^id: /gm)).toHaveLength(1);
});

test('what happens while a stream catches up is told after what it missed', async () => {
  const { user } = await duePost(app, 'resume_backlog');
  const listeners = new Map<string, (payload: never) => void>();
  const on = (channel: string, listener: (payload: never) => void) => {
    listeners.set(channel, listener);
    return () => true;
  };
  const events = { ...app.platform.events, on } as typeof app.platform.events;
  const streams = createStreams({ ...app.platform, events, tweetUrl: String });
  const heard: [string, boolean][] = [];
  const ready = Promise.withResolvers<void>();
  const send = (name: string, _data: unknown, id?: string) => {
    heard.push([name, id !== undefined]);
    if (name === 'ready') ready.resolve();
  };
  const owner = { userId: user.id, sessionId: 1, since: app.clock.now() };
  const leave = streams.subscribe(owner, { send, end: () => undefined });
  const tell = listeners.get('person_changed') as (payload: object) => void;
  tell({ userId: user.id, kind: 'plan_changed' });
  expect(heard).toEqual([]);
  await ready.promise;
  tell({ userId: user.id, kind: 'posts_changed' });
  expect(heard.slice(-3)).toEqual([
    ['plan_changed', false],
    ['ready', true],
    ['posts_changed', true],
  ]);
  leave();
});

test('what another tab did in the gap is told, and nothing else', async () => {
  const built = await duePost(app, 'resume_edited');
  const { user, post, account } = built;
  const act = (method: 'PUT' | 'POST' | 'DELETE', url: string, body?: object) =>
    call(other, method, url, { token: user.token, body: body ?? {} });
  let lastId = await quietPage(built);
  await act('PUT', `/api/posts/${post.id}`, { content: 'Other words' });
  let stream = await opened(app, user, lastId);
  expect(stream.events()).toEqual(['posts_changed', 'ready']);

  lastId = await quietPage(built);
  await act('POST', '/api/posts/pause');
  stream = await opened(app, user, lastId);
  expect(stream.events()).toEqual(['accounts_changed', 'ready']);

  lastId = await quietPage(built);
  await act('DELETE', `/api/posts/${post.id}`);
  stream = await opened(app, user, lastId);
  expect(stream.events()).toEqual(['posts_changed', 'ready']);

  lastId = await quietPage(built);
  await act('DELETE', `/api/twitter/accounts/${account.id}`);
  stream = await opened(app, user, lastId);
  expect(stream.events()).toEqual(['accounts_changed', 'ready']);
});

test('another tab hears of a new time zone, of a consent and of a niche', async () => {
  const built = await duePost(app, 'resume_settings');
  const prefer = (body: object) =>
    call(other, 'PATCH', '/api/user/preferences', { token: built.user.token, body });
  advance(2 * MINUTE);
  const page = await opened(app, built.user);
  await prefer({ timeZone: 'Pacific/Auckland' });
  await page.says('event: settings_changed');
  expect(page.events().sort()).toEqual(['posts_changed', 'ready', 'settings_changed']);

  let lastId = await quietPage(built);
  await prefer({ timeZone: 'Asia/Tokyo', posts: 'clock_times' });
  expect((await opened(app, built.user, lastId)).events()).toEqual([
    'posts_changed',
    'settings_changed',
    'ready',
  ]);
  lastId = await quietPage(built);
  await prefer({ timeZone: 'Asia/Tokyo' });
  expect((await opened(app, built.user, lastId)).events()).toEqual(['ready']);
  await prefer({ emailConsent: true });
  expect((await opened(app, built.user, lastId)).events()).toEqual(['settings_changed', 'ready']);
  lastId = await quietPage(built);
  await call(other, 'PATCH', '/api/user', { token: built.user.token, body: { niche: 'Fitness' } });
  const told = (await opened(app, built.user, lastId)).events();
  expect(told).toEqual(expect.arrayContaining(['settings_changed', 'accounts_changed']));
});

test('a stop for everybody, and its end, are told to every page by one row', async () => {
  const built = await duePost(app, 'resume_stop');
  const [bystander, away] = [await buildUser(app), await duePost(app, 'resume_away')];
  const lastId = await quietPage(away);
  await app.platform.db.execute(sql`update posts set is_paused = true where id = ${away.post.id}`);
  await updateNext(app.platform.db, [away.account.id]);
  const rows = async () =>
    (await app.platform.db.execute(sql`select from person_changes where user_id is null`)).rowCount;
  const pages = [await opened(app, built.user), await opened(other, bystander)];
  const now = app.clock.now().toISOString();
  const shownSince = async () =>
    (
      await call<{ accounts: { stopped_since: string | null }[] }>(other, 'GET', '/api/twitter/accounts', {
        token: built.user.token,
      })
    ).body.accounts[0]?.stopped_since;

  await fault(app, 'payment_required', { endpoint: 'tweets', count: 1 });
  await runEngine(app);
  for (const page of pages) await page.says(`data: {"since":"${now}"}`);
  expect([await shownSince(), await rows()]).toEqual([now, 1]);
  const missed = await opened(other, away.user, lastId);
  expect(missed.text()).toContain(`event: publishing_stop\ndata: {"since":"${now}"}`);

  // A try that fails is no news.
  await fault(app, 'payment_required', { endpoint: 'tweets', count: 1 });
  advance(1.1 * MINUTE);
  expect(await runEngine(app)).toBe(1);
  expect(await rows()).toBe(1);
  advance(2.1 * MINUTE);
  expect(await runEngine(app)).toBe(1);
  for (const page of pages) await page.says('data: {"since":null}');
  expect([await shownSince(), await rows()]).toEqual([null, 2]);
  const resumed = await opened(app, away.user, lastId);
  expect(resumed.text().match(/publishing_stop\ndata: .*/g)).toEqual([
    'publishing_stop\ndata: {"since":null}',
  ]);
});

test('PUB-02 each status says when it was written, never earlier than the post was written before', async () => {
  const { user, post } = await duePost(app, 'resume_dated');
  advance(2 * MINUTE);
  const page = await opened(app, user);
  // The machine that wrote it last has a clock that is ahead.
  const ahead = new Date(app.clock.now().getTime() + 1_000);
  await app.platform.db.execute(sql`update posts set updated_at = ${ahead} where id = ${post.id}`);
  await runEngine(app);
  await page.says('"status":"Posted"');
  expect([...page.text().matchAll(/"updatedAt":"([^"]+)"/g)].map((match) => match[1])).toEqual([
    ahead.toISOString(),
    ahead.toISOString(),
  ]);
});

test('two pages in two processes hear the same, at once, while they are open', async () => {
  const built = await duePost(app, 'resume_two');
  advance(2 * MINUTE);
  const [here, there] = [await opened(app, built.user), await opened(other, built.user)];
  const body = { content: 'Said to both' };
  await call(app, 'PUT', `/api/posts/${built.post.id}`, { token: built.user.token, body });
  // With the post, so that the page reads that one alone.
  const named = JSON.stringify({ at: app.clock.now().toISOString(), changed: [String(built.post.id)] });
  for (const stream of [here, there]) await stream.says(`data: ${named}\n`);
  await runEngine(app);
  for (const stream of [here, there]) await stream.says('"status":"Posted"');
  expect(here.events()).toEqual(there.events());
  expect(here.events()).toEqual(['ready', 'posts_changed', 'post_status', 'post_status']);
});

test('an id that is older than an hour, of the future or no id of ours is answered with: read again', async () => {
  const built = await duePost(app, 'resume_old');
  const lastId = await quietPage(built);
  advance(58 * MINUTE);
  expect((await opened(app, built.user, lastId)).events()).toEqual(['ready']);
  advance(1);
  for (const id of [lastId, String(app.clock.now().getTime() + 61_000), 'nonsense', '-1']) {
    expect((await opened(other, built.user, id)).events(), id).toEqual(['resync', 'ready']);
  }
});

test('a page that was read just before its stream opened hears what happened in between', async () => {
  const { user, post } = await duePost(app, 'resume_first');
  advance(2 * MINUTE);
  await call(app, 'PUT', `/api/posts/${post.id}`, { token: user.token, body: { content: 'Just now' } });
  expect((await opened(app, user)).events()).toEqual(['posts_changed', 'ready']);
});

test('a change that commits after the last id, though it is dated before it, is told', async () => {
  const built = await duePost(app, 'resume_late');
  const lastId = await quietPage(built);
  const dated = new Date(Number(lastId) - 20_000);
  await app.platform.db.execute(
    sql`update posts set status = 'failed', updated_at = ${dated} where id = ${built.post.id}`,
  );
  await updateNext(app.platform.db, [built.account.id]);
  expect((await opened(app, built.user, lastId)).events()).toEqual(['post_status', 'ready']);
});

test('after a restart of every process a page resumes where it was', async () => {
  const built = await duePost(app, 'resume_restart');
  const lastId = await quietPage(built);
  await runEngine(app);
  const fresh = await restarted();
  const port = await listenOn(fresh);
  const stream = await openStream(port, await streamToken(fresh, built.user), lastId);
  await stream.says('event: ready');
  expect(stream.events()).toEqual(['post_status', 'ready']);
  // A process that stops ends its streams, so that they go on with another.
  const ended = stream.ends();
  await fresh.http.close();
  await ended;
});

test('a server looks for sessions that ended without a word, and ends their streams', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const fresh = await restarted();
  const user = await buildUser(fresh);
  const stream = await openStream(await listenOn(fresh), await streamToken(fresh, user));
  await stream.says('event: ready');
  const ended = stream.ends();
  await fresh.platform.db.execute(sql`delete from sessions where user_id = ${user.id}`);
  vi.advanceTimersByTime(5_000);
  await ended;
});

test('what a page missed and cannot be told, because it was not read, is answered with: read again', async () => {
  const { platform } = app;
  const db = {
    select: () => {
      throw new Error('no posts today');
    },
  } as unknown as typeof platform.db;
  const warn = vi.fn();
  const log = Object.assign(Object.create(platform.log), { warn }) as typeof platform.log;
  const streams = createStreams({ ...platform, db, log, tweetUrl: String });
  const heard: string[] = [];
  const send = (name: string) => void heard.push(name);
  const owner = { userId: 1, sessionId: 1, since: app.clock.now() };
  const leave = streams.subscribe(owner, { send, end: () => undefined });
  await expect.poll(() => heard).toEqual(['resync', 'ready']);
  expect(warn.mock.calls.map(([, text]) => text)).toEqual([
    'could not read missed events of a stream; telling the page to reload its data',
  ]);
  leave();
});

test('of more than a hundred posts the page is told to read again', async () => {
  const built = await duePost(app, 'resume_many');
  const lastId = await quietPage(built);
  const add = (count: number) =>
    app.platform.db.execute(sql`
      insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, retry_count, error_message, created_at, updated_at)
      select user_id, account_id, content, scheduled_at, scheduled_local, due_at, 'failed', 2, 'X said no.', created_at, ${app.clock.now()}
      from posts, generate_series(1, ${count}) where id = ${built.post.id}`);
  await add(100);
  const stream = await opened(app, built.user, lastId);
  expect(stream.events().filter((event) => event === 'post_status')).toHaveLength(100);
  expect(stream.text()).toContain(
    '"status":"Failed","retryCount":2,"tweetUrl":null,"errorMessage":"X said no."',
  );
  await add(1);
  expect((await opened(app, built.user, lastId)).events()).toEqual(['resync', 'ready']);
});

test('a stranger hears of none of it', async () => {
  const built = await duePost(app, 'resume_stranger');
  const stranger = await buildUser(app);
  const lastId = await quietPage(built);
  await runEngine(app);
  expect((await opened(app, stranger, lastId)).events()).toEqual(['ready']);
});

test('what was told is kept for an hour', async () => {
  const { user } = await duePost(app, 'resume_kept');
  const count = async () =>
    (await app.platform.db.execute(sql`select from person_changes where user_id = ${user.id}`)).rowCount;
  expect(await count()).toBe(1);
  advance(60 * MINUTE);
  await deleteOldChanges(app.platform.db, app.clock.now());
  expect(await count()).toBe(1);
  advance(1);
  await deleteOldChanges(app.platform.db, app.clock.now());
  expect(await count()).toBe(0);
});

test('publishing a post writes nothing for streams', async () => {
  const { user } = await duePost(app, 'resume_quiet');
  const told = () => app.platform.db.execute(sql`select * from person_changes where user_id = ${user.id}`);
  const before = (await told()).rows;
  await runEngine(app);
  expect((await told()).rows).toEqual(before);
});
