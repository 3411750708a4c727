import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../../../../sandbox/src/start.ts';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { type BuiltUser, buildPost, buildUser, call } from '../../../../test/factories.ts';
import { updateNext } from '../lanes/lanes.store.ts';
import { duePost, fault, runEngine } from '../publishing.fixture.ts';
import { listenOn, openStream, streamToken } from './stream.fixture.ts';
import { createStreams } from './stream-posts.ts';

const MINUTE = 60_000;
let app: TestApp;
/** Another process of the API on the same database. */
let other: TestApp;
let ports: { here: number; there: number };
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

/** Resolves once the process has heard all earlier events: they arrive in the order of the commits. */
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

/** Opens a page of this person, and returns the last id that it heard. */
async function quietPage(built: { user: BuiltUser }) {
  advance(2 * MINUTE);
  const stream = await opened(app, built.user);
  expect(stream.events()).toEqual(['ready']);
  stream.close();
  advance(2 * MINUTE);
  return stream.lastId();
}

test('posts published while the stream was down are announced in order by any process', async () => {
  const built = await duePost(app, 'resume_posted');
  const { user, account } = built;
  const scheduledAt = new Date(app.clock.now().getTime() - 3 * MINUTE);
  // So late that the other one waits for a minute.
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
  // Only the end has an id: a page that breaks off earlier starts from its former id.
  expect(stream.text().match(/^id: /gm)).toHaveLength(1);
});

test('events during the catching up come after the missed ones', async () => {
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

test('only what other tabs changed meanwhile is announced', async () => {
  const built = await duePost(app, 'resume_edited');
  const { user, post } = built;
  const meanwhile = async (method: 'PUT' | 'PATCH' | 'POST' | 'DELETE', url: string, body: object = {}) => {
    const lastId = await quietPage(built);
    await call(other, method, url, { token: user.token, body });
    return (await opened(app, user, lastId)).events();
  };
  const edit = { content: 'Other words' };
  expect(await meanwhile('PUT', `/api/posts/${post.id}`, edit)).toEqual(['posts_changed', 'ready']);
  expect(await meanwhile('POST', '/api/posts/pause')).toEqual(['accounts_changed', 'ready']);
  expect(await meanwhile('DELETE', `/api/posts/${post.id}`)).toEqual(['posts_changed', 'ready']);
  const prefer = (body: object) => meanwhile('PATCH', '/api/user/preferences', body);
  const zone = { timeZone: 'Asia/Tokyo', posts: 'clock_times' };
  expect(await prefer(zone)).toEqual(['settings_changed', 'ready']);
  expect(await prefer({ timeZone: 'Asia/Tokyo' })).toEqual(['ready']);
});

test('a stop of all publishing and its end reach every page, stored as one row each', async () => {
  const built = await duePost(app, 'resume_stop');
  const [bystander, away] = [await buildUser(app), await duePost(app, 'resume_away')];
  const lastId = await quietPage(away);
  await app.platform.db.execute(sql`update posts set is_paused = true where id = ${away.post.id}`);
  await updateNext(app.platform.db, [away.account.id]);
  const rows = async () =>
    (await app.platform.db.execute(sql`select from person_changes where user_id is null`)).rowCount;
  const pages = [await opened(app, built.user), await opened(other, bystander)];
  const now = app.clock.now().toISOString();
  await fault(app, 'payment_required', { endpoint: 'tweets', count: 1 });
  await runEngine(app);
  for (const page of pages) await page.says(`data: {"since":"${now}"}`);
  const { body } = await call<{ accounts: { stopped_since: string | null }[] }>(
    other,
    'GET',
    '/api/twitter/accounts',
    { token: built.user.token },
  );
  expect(body.accounts[0]?.stopped_since).toBe(now);
  const missed = await opened(other, away.user, lastId);
  expect(missed.text()).toContain(`event: publishing_stop\ndata: {"since":"${now}"}`);

  // A probe that fails is not announced.
  await fault(app, 'payment_required', { endpoint: 'tweets', count: 1 });
  advance(1.1 * MINUTE);
  expect(await runEngine(app)).toBe(1);
  expect(await rows()).toBe(1);
  advance(2.1 * MINUTE);
  expect(await runEngine(app)).toBe(1);
  for (const page of pages) await page.says('data: {"since":null}');
  expect(await rows()).toBe(2);
  const resumed = await opened(app, away.user, lastId);
  expect(resumed.text().match(/publishing_stop\ndata: .*/g)).toEqual([
    'publishing_stop\ndata: {"since":null}',
  ]);
});

test('PUB-02 each status has the time of its change, never earlier than the change before', async () => {
  const { user, post } = await duePost(app, 'resume_dated');
  advance(2 * MINUTE);
  const page = await opened(app, user);
  // The clock of the machine that wrote it last is ahead.
  const ahead = new Date(app.clock.now().getTime() + 1_000);
  await app.platform.db.execute(sql`update posts set updated_at = ${ahead} where id = ${post.id}`);
  await runEngine(app);
  await page.says('"status":"Posted"');
  expect([...page.text().matchAll(/"updatedAt":"([^"]+)"/g)].map((match) => match[1])).toEqual([
    ahead.toISOString(),
    ahead.toISOString(),
  ]);
});

test('an id that is older than an hour, in the future or invalid is answered with a resync', async () => {
  const built = await duePost(app, 'resume_old');
  const lastId = await quietPage(built);
  advance(58 * MINUTE);
  expect((await opened(app, built.user, lastId)).events()).toEqual(['ready']);
  advance(1);
  for (const id of [lastId, String(app.clock.now().getTime() + 61_000), 'nonsense', '-1']) {
    expect((await opened(other, built.user, id)).events(), id).toEqual(['resync', 'ready']);
  }
});

test('a change that is dated before the last id but committed after it is announced', async () => {
  const built = await duePost(app, 'resume_late');
  const lastId = await quietPage(built);
  const dated = new Date(Number(lastId) - 20_000);
  await app.platform.db.execute(
    sql`update posts set status = 'failed', updated_at = ${dated} where id = ${built.post.id}`,
  );
  await updateNext(app.platform.db, [built.account.id]);
  expect((await opened(app, built.user, lastId)).events()).toEqual(['post_status', 'ready']);
});

test('a page that missed more than a hundred posts resyncs', async () => {
  const built = await duePost(app, 'resume_many');
  const lastId = await quietPage(built);
  const add = (count: number) =>
    app.platform.db.execute(sql`
      insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, created_at, updated_at)
      select user_id, account_id, content, scheduled_at, scheduled_local, due_at, 'failed', created_at, ${app.clock.now()}
      from posts, generate_series(1, ${count}) where id = ${built.post.id}`);
  await add(100);
  const stream = await opened(app, built.user, lastId);
  expect(stream.events().filter((event) => event === 'post_status')).toHaveLength(100);
  await add(1);
  expect((await opened(app, built.user, lastId)).events()).toEqual(['resync', 'ready']);
});
