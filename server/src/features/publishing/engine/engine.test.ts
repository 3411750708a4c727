import { type SQL, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../../test/factories.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/database.ts';
import { endStuckProcess } from '../../../platform/watchdog.ts';
import {
  accessTo,
  claimOfAccount,
  duePost,
  fault,
  laneOf,
  livingDeps,
  shown,
  tweetsOf,
  workerDeps,
} from '../publishing.fixture.ts';
import { claimAndPublish } from './claim-and-publish.ts';
import { createEngine } from './engine.ts';
import { settleBatch } from './settler.ts';

/* The engine as a worker runs it: it wakes by itself. */

let app: TestApp;
/** Another installation, whose clock stands still. */
let still: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  still = await buildApp({ shared: true, now: '2026-03-02T12:00:00Z' });
});
beforeEach(async () => {
  for (const table of ['x_accounts', 'workers'])
    await still.platform.db.execute(sql.raw(`delete from ${table}`));
});
afterEach(() => Promise.all([app.engine.stop(), still.engine.stop()]));
afterAll(() => Promise.all([app.close(), still.close()]));

const inMs = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds);
const db = () => app.platform.db;
const textsOf = async (username: string) => (await tweetsOf(app, username)).map((tweet) => tweet.text);

/** What an engine needs: the real X, and the real tokens of the accounts. */
function ownDeps(own = app) {
  const { session: _, ...deps } = livingDeps(own);
  const tokens = { ...deps.tokens, accessFor: (ids: readonly number[]) => accessTo(own, ids) };
  return { ...deps, tokens };
}

const options = (concurrency: number, own = app) => ({
  databaseUrl: own.databaseUrl,
  concurrency,
  onStuck: () => undefined,
});

test('a claim whose answer was lost is found, its timeline is read at once, and the post goes out', async () => {
  const own = still;
  const { db } = own.platform;
  const flying = await duePost(own, 'not_lost');
  const landing = Promise.withResolvers<void>();
  const deps = ownDeps(own);
  const x: typeof deps.x = {
    ...deps.x,
    async publishPost(token, text) {
      const outcome = await deps.x.publishPost(token, text);
      if (text === flying.post.content) await landing.promise;
      return outcome;
    },
  };
  const engine = createEngine({ ...deps, x }, options(8, own));
  onTestFinished(() => {
    landing.resolve();
    return engine.stop();
  });
  engine.start();
  // Another post is on its way to X all the time, and does not count as lost.
  await expect.poll(async () => (await laneOf(own, flying.account.id)).openPost).toBe(flying.post.id);
  const [worker] = (await db.execute(sql`select number from workers`)).rows;
  const { user, account, username, post } = await duePost(own, 'lost_answer', 'Lost and found');
  // The engine claimed this post, but never got the answer.
  await claimOfAccount(own, account.id, { worker: Number(worker?.number) });
  await expect
    .poll(async () => {
      if ((await laneOf(own, account.id)).lookAt === null) own.clock.advance(1_000);
      return (await laneOf(own, account.id)).looks;
    })
    .toBe(1);
  expect((await laneOf(own, flying.account.id)).looks).toBe(0);
  await expect
    .poll(async () => {
      own.clock.advance(1_000);
      return (await tweetsOf(own, username)).map((tweet) => tweet.text);
    })
    .toEqual(['Lost and found']);
  const waited = own.clock.now().getTime() - post.dueAt.getTime();
  expect(waited).toBeGreaterThanOrEqual(30_000);
  expect((await laneOf(own, account.id)).epoch).toBe(2);
  // Without a notification the engine looks again after half a minute.
  await expect.poll(async () => (await laneOf(own, account.id)).openPost).toBeNull();
  landing.resolve();
  await engine.atRest();
  const unheard = { user, accountId: account.id, scheduledAt: own.clock.now() };
  await buildPost(own, unheard);
  own.clock.advance(30_000);
  await expect.poll(async () => (await tweetsOf(own, username)).length).toBe(2);
});

test('stopping waits for the calls in progress, and their results are in the database', async () => {
  const { user, post, username } = await duePost(app, 'last_call');
  await fault(app, 'duplicate', { endpoint: 'tweets', username, delayMs: 400 });
  app.engine.start();
  await expect.poll(async () => (await shown(app, user, post.id)).status).not.toBe('Pending');
  await app.engine.stop();
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Failed', errorCode: 'DUPLICATE_TWEET' });
  // Others need not wait until its heartbeat expires.
  const { rows } = await db().execute(sql`select 1 from workers where alive_until > clock_timestamp()`);
  expect(rows).toEqual([]);
});

test('a post planned while the event connection was down goes out as soon as it is back', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user, 'unheard');
  app.engine.start();
  await app.engine.atRest();
  // No notification is sent for this post.
  const scheduledAt = app.clock.now();
  await buildPost(app, { user, accountId: account.id, content: 'Unheard', scheduledAt });
  await db().execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'drumbeat events' and datname = current_database()`);
  await expect.poll(() => textsOf('unheard')).toEqual(['Unheard']);
});

test('a post that is planned for soon wakes an engine that would sleep past it', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user, 'planned_soon');
  app.engine.start();
  await app.engine.atRest();
  const scheduledAt = inMs(1_000);
  await buildPost(app, { user, accountId: account.id, content: 'Soon', scheduledAt });
  await app.platform.events.notify(db(), 'posts_due', { at: scheduledAt.getTime() });
  await expect.poll(() => textsOf('planned_soon'), { timeout: 20_000 }).toEqual(['Soon']);
});

test('the engine makes no more calls to X at a time than allowed; a post that waits for a token takes no place', async () => {
  const [slow] = [await duePost(app, 'call_slow'), await duePost(app, 'call_one')];
  const deps = ownDeps();
  const renewed = Promise.withResolvers<void>();
  async function accessFor(ids: readonly number[]) {
    const access = await accessTo(app, ids);
    const own = access.get(slow.account.id);
    if (own !== undefined)
      access.set(
        slow.account.id,
        renewed.promise.then(() => own),
      );
    return access;
  }
  let [underWay, most] = [0, 0];
  const x: typeof deps.x = {
    ...deps.x,
    async publishPost(token, text) {
      underWay += 1;
      most = Math.max(most, underWay);
      // Long enough for the engine to claim the next one, if it would.
      await new Promise((resolve) => setTimeout(resolve, 100));
      return deps.x.publishPost(token, text).finally(() => {
        underWay -= 1;
      });
    },
  };
  const engine = createEngine({ ...deps, x, tokens: { ...deps.tokens, accessFor } }, options(1));
  engine.start();
  const goesOut = (name: string) => expect.poll(() => textsOf(name)).toEqual([`A post by ${name}`]);
  await goesOut('call_one');
  expect(await textsOf('call_slow')).toEqual([]);
  renewed.resolve();
  await goesOut('call_slow');
  for (const name of ['call_two', 'call_three']) await duePost(app, name);
  await deps.events.notify(db(), 'posts_due', { at: Date.now() });
  for (const name of ['call_two', 'call_three']) await goesOut(name);
  await engine.stop();
  expect(most).toBe(1);
});

test('a claim that the database refuses is repeated', async () => {
  await duePost(app, 'claim_refused');
  await db().execute(`alter table lanes add constraint no_claims check (worker is null) not valid`);
  app.engine.start();
  await app.engine.atRest();
  expect(await textsOf('claim_refused')).toEqual([]);
  await db().execute('alter table lanes drop constraint no_claims');
  await expect.poll(() => textsOf('claim_refused')).toEqual(['A post by claim_refused']);
});

test('an attempt that crashes leaves its lane open, and the engine goes on with the others', async () => {
  const [broken, other] = [await duePost(app, 'breaks_off'), await duePost(app, 'goes_on')];
  const deps = ownDeps();
  const x: typeof deps.x = {
    ...deps.x,
    publishPost: (token, text) =>
      text === broken.post.content ? Promise.reject(new Error('broke')) : deps.x.publishPost(token, text),
  };
  const engine = createEngine({ ...deps, x }, options(4));
  engine.start();
  await expect.poll(() => textsOf(other.username)).toHaveLength(1);
  await engine.stop();
  expect(await laneOf(app, broken.account.id)).toMatchObject({ openPost: broken.post.id, lookAt: null });
  expect(await laneOf(app, other.account.id)).toMatchObject({ openPost: null, nextPost: null });
  await db().execute(sql`delete from x_accounts where id = ${broken.account.id}`);
});

test('a claimed lane whose post is gone is released, and names the right next post', async () => {
  const { account, post } = await duePost(app, 'post_gone');
  await db().execute(
    sql`update lanes set next_post = ${post.id + 1_000_000} where account_id = ${account.id}`,
  );
  const deps = { ...ownDeps(), session: livingDeps(app).session };
  const [work] = await claimAndPublish(deps, 1);
  expect((await laneOf(app, account.id)).openPost).toBe(post.id + 1_000_000);
  const settlement = await work?.settlement;
  expect(settlement).toMatchObject({ outcome: 'released' });
  await settleBatch(deps, settlement ? [settlement] : []);
  expect(await laneOf(app, account.id)).toMatchObject({ openPost: null, worker: null, nextPost: post.id });
  await db().execute(sql`delete from x_accounts where id = ${account.id}`);
});

test('a claimed post whose token cannot be read is released, and tried again a second later', async () => {
  const { account, post, username } = await duePost(app, 'no_token');
  const deps = livingDeps(app);
  const accessFor = () => Promise.reject(new Error('the database went away'));
  const [work] = await claimAndPublish({ ...deps, tokens: { ...deps.tokens, accessFor } }, 1);
  expect(await work?.settlement).toMatchObject({ postId: post.id, outcome: 'released', waitMs: 1_000 });
  expect(await tweetsOf(app, username)).toEqual([]);
  await db().execute(sql`delete from x_accounts where id = ${account.id}`);
});

test('I2 a worker whose own clock is 100 seconds fast writes the database’s times, and sends nothing early', async () => {
  const [due, early] = [await duePost(app, 'wrong_clock'), await duePost(app, 'not_yet')];
  const unanswered = await duePost(app, 'wrong_unknown');
  const { username } = unanswered;
  await fault(app, 'connection_reset', { endpoint: 'tweets', username });
  // The lane may be read late; until then its timeline must not settle the post.
  await fault(app, 'server_error', { endpoint: 'timeline', count: 100, username });
  await db().execute(sql`
    with later as (update posts set due_at = clock_timestamp() + interval '50 seconds' where id = ${early.post.id} returning due_at)
    update lanes set next_due = later.due_at from later where account_id = ${early.account.id}`);
  const clock = { ...systemClock, now: () => new Date(Date.now() + 100_000) };
  const engine = createEngine({ ...ownDeps(), clock }, options(4));
  onTestFinished(() => engine.stop());
  engine.start();
  await expect.poll(() => textsOf(due.username)).toHaveLength(1);
  await expect.poll(async () => (await laneOf(app, unanswered.account.id)).certainAt).not.toBeNull();
  await expect.poll(async () => (await shown(app, due.user, due.post.id)).status).toBe('Posted');
  // Off by 100 seconds, each of these would be far outside.
  const near = (column: string, seconds = 0) =>
    sql.raw(`abs(extract(epoch from ${column} - clock_timestamp()) - ${seconds}) < 30 as ${column}`);
  const posted = sql`select ${near('started_at')}, ${near('called_at')}, ${near('posted_at')} from posts where id = ${due.post.id}`;
  expect((await db().execute(posted)).rows).toEqual([{ started_at: true, called_at: true, posted_at: true }]);
  const open = sql`
    select ${near('started_at')}, ${near('called_at')}, ${near('unknown_since')}, ${near('certain_at', 7)} from lanes
    where account_id = ${unanswered.account.id}`;
  expect((await db().execute(open)).rows).toEqual([
    { started_at: true, called_at: true, unknown_since: true, certain_at: true },
  ]);
  const alive = sql`select ${near('started_at')}, ${near('alive_until', 8)} from workers order by number desc limit 1`;
  expect((await db().execute(alive)).rows).toEqual([{ started_at: true, alive_until: true }]);
  expect(await textsOf(early.username)).toEqual([]);
  await engine.stop();
  await db().execute(sql`delete from x_accounts where id = ${unanswered.account.id}`);
});

test('I6 a worker that loses its lock’s connection begins no call, finishes those in progress, and continues under a new number', async () => {
  const own = still;
  const { db } = own.platform;
  const tweets = async (username: string) => (await tweetsOf(own, username)).map((tweet) => tweet.text);
  const flying = await duePost(own, 'flies', 'In the air');
  const deps = ownDeps(own);
  const [answered, land] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begin = Promise.withResolvers<void>();
  const called: string[] = [];
  const x: typeof deps.x = {
    ...deps.x,
    async publishPost(token, text) {
      called.push(text);
      const outcome = await deps.x.publishPost(token, text);
      answered.resolve();
      await land.promise;
      return outcome;
    },
  };
  const asked: number[] = [];
  async function accessFor(ids: readonly number[]) {
    asked.push(...ids);
    const access = await accessTo(own, ids);
    const isFirst = asked.filter((id) => ids.includes(id)).length === ids.length;
    if (isFirst && !ids.includes(flying.account.id)) await begin.promise;
    return access;
  }
  const outcomes = vi.spyOn(own.platform.metrics.publishAttempts, 'inc');
  const engine = createEngine({ ...deps, x, tokens: { ...deps.tokens, accessFor } }, options(8, own));
  onTestFinished(async () => {
    land.resolve();
    begin.resolve();
    await engine.stop();
    outcomes.mockRestore();
  });
  engine.start();
  await answered.promise;
  const former = (await laneOf(own, flying.account.id)).worker ?? 0;
  const waiting = await duePost(own, 'not_begun', 'On the ground');
  await deps.events.notify(db, 'posts_due', { at: own.clock.now().getTime() });
  await expect.poll(() => asked).toContain(waiting.account.id);
  expect((await laneOf(own, waiting.account.id)).worker).toBe(former);

  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'drumbeat worker' and datname = current_database()`);
  const passing = async <T>(read: () => Promise<T>) => {
    own.clock.advance(500);
    return read();
  };
  await expect
    .poll(() => passing(async () => (await laneOf(own, waiting.account.id)).worker))
    .toBeGreaterThan(former);
  begin.resolve();
  await expect
    .poll(() => outcomes.mock.calls.map(([labels]) => labels))
    .toContainEqual({ outcome: 'released' });
  expect(called).toEqual(['In the air']);
  land.resolve();
  await expect.poll(async () => (await shown(own, flying.user, flying.post.id)).status).toBe('Posted');
  // Under the new number it finds that the other post is not on its timeline, and sends it.
  await expect.poll(() => passing(() => tweets('not_begun'))).toEqual(['On the ground']);
  expect(await tweets('flies')).toEqual(['In the air']);
});

test('I7 an engine that sleeps does not count as stuck; its next turn does after 30 seconds without progress', async () => {
  const own = still;
  const deps = workerDeps(own);
  const silence = Promise.withResolvers<never>();
  let answers = true;
  const execute = (query: SQL) => (answers ? deps.db.execute(query) : silence.promise);
  const db: Db = Object.assign(Object.create(deps.db), { execute });
  let wake = (_event: { at: number }): void => undefined;
  const on = ((_channel: string, listener: typeof wake) => {
    wake = listener;
    return () => undefined;
  }) as typeof deps.events.on;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const onStuck = vi.fn();
  const options = { databaseUrl: own.databaseUrl, concurrency: 4, onStuck };
  const engine = createEngine({ ...deps, db, events: { ...deps.events, on } }, options);
  engine.start();
  await engine.atRest();
  vi.advanceTimersByTime(3_600_000);
  expect(onStuck).not.toHaveBeenCalled();
  answers = false;
  // A post that is due after its longest sleep does not wake it.
  wake({ at: own.clock.now().getTime() + 30_001 });
  vi.advanceTimersByTime(60_000);
  expect(onStuck).not.toHaveBeenCalled();
  wake({ at: 0 });
  vi.advanceTimersByTime(29_999);
  expect(onStuck).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onStuck).toHaveBeenCalledTimes(1);
  const stopped = engine.stop();
  silence.reject(new Error('the test is over'));
  await stopped;
});

test('I7 a process whose engine is stuck ends with a clear line in its log', () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => exit.mockRestore());
  const fatal = vi.fn();
  endStuckProcess({ fatal }, 'the publishing engine');
  expect(fatal.mock.calls).toEqual([
    ['the publishing engine is stuck: no progress in time. This process exits so that another takes over.'],
  ]);
  expect(exit.mock.calls).toEqual([[1]]);
});
