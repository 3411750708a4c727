import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../../test/factories.ts';
import { systemClock } from '../../../platform/clock.ts';
import { holdAccount } from '../lanes/hold-account.ts';
import { accessTo, buildWorker, claimOfAccount, laneOf, livingDeps } from '../lanes/lanes.fixture.ts';
import { duePost, fault, shown, tweetsOf } from '../publishing.fixture.ts';
import { claimAndPublish } from './claim-and-publish.ts';
import { createEngine } from './engine.ts';
import { insertStop } from './stop.store.ts';

/* The engine as a worker runs it: nobody takes its turns for it, and it wakes by itself. */

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterEach(() => app.engine.stop());
afterAll(() => app.close());

const inMs = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds);
const db = () => app.platform.db;
const textsOf = async (username: string) => (await tweetsOf(app, username)).map((tweet) => tweet.text);

test('a post goes out when the hold of its account ends, although another hold ends later', async () => {
  const [ending, staying] = [await duePost(app, 'hold_ends', 'Free'), await duePost(app, 'hold_stays')];
  await holdAccount(app.platform, db(), staying.account.id, 'rate_limited', inMs(3_600_000));
  await holdAccount(app.platform, db(), ending.account.id, 'rate_limited', inMs(500));
  app.engine.start();
  await expect.poll(() => textsOf('hold_ends')).toEqual(['Free']);
  expect(await textsOf('hold_stays')).toEqual([]);
});

test('while publishing is stopped one post is tried when it is time, then the others go out', async () => {
  await duePost(app, 'probed_one', 'One');
  await duePost(app, 'probed_two', 'Two');
  await insertStop(db(), { reason: 'no credits', now: app.clock.now(), tryAt: inMs(500) });
  app.engine.start();
  await expect.poll(() => textsOf('probed_one')).toEqual(['One']);
  await expect.poll(() => textsOf('probed_two')).toEqual(['Two']);
});

test('a post that is two hours late moves to another time and is not sent; another account’s goes out', async () => {
  const { user, account, username } = await duePost(app, 'outage', 'Behind it');
  const scheduledAt = inMs(-2 * 3_600_000);
  const late = await buildPost(app, { user, accountId: account.id, content: 'Late', scheduledAt });
  const other = await duePost(app, 'no_outage', 'On time');
  app.engine.start();
  await expect.poll(async () => (await shown(app, user, late.id)).movedFrom).toBe(scheduledAt.toISOString());
  await expect.poll(() => textsOf(other.username)).toEqual(['On time']);
  expect(await textsOf(username)).toEqual([]);
});

test('the post of a worker that died goes out again, once it is certain that the dead one did not send it', async () => {
  const own = await buildApp({ now: '2026-03-02T12:00:00Z' });
  const { account, username, post } = await duePost(own, 'orphan', 'Orphan');
  const dead = await buildWorker(own);
  await claimOfAccount(own, account.id, { worker: dead.number });
  await dead.die();
  onTestFinished(() => own.engine.stop());
  own.engine.start();
  await expect.poll(async () => (await laneOf(own, account.id)).lookAt).not.toBeNull();
  const { certainAt } = await laneOf(own, account.id);
  await expect
    .poll(async () => {
      own.clock.advance(250);
      return (await tweetsOf(own, username)).map((tweet) => tweet.text);
    })
    .toEqual(['Orphan']);
  expect(own.clock.now().getTime()).toBeGreaterThanOrEqual(certainAt?.getTime() ?? Number.POSITIVE_INFINITY);
  const { rows } = await own.platform.db.execute(
    sql`select outcome from post_attempts where post_id = ${post.id}`,
  );
  expect(rows).toEqual([{ outcome: 'absent' }]);
});

test('a claim whose answer was lost is found again, its timeline is read at once, and the post goes out', async () => {
  const own = await buildApp({ now: '2026-03-02T12:00:00Z' });
  const { db } = own.platform;
  onTestFinished(() => own.engine.stop());
  own.engine.start();
  await own.engine.atRest();
  const [worker] = (await db.execute(sql`select number from workers`)).rows;
  // Another post is under way at X all the while, and is not taken for lost.
  const flying = await duePost(own, 'not_lost');
  await fault(own, 'duplicate', { endpoint: 'tweets', username: flying.username, delayMs: 4_500 });
  await own.platform.events.notify(db, 'posts_due', { at: own.clock.now().getTime() });
  await expect.poll(async () => (await laneOf(own, flying.account.id)).openPost).toBe(flying.post.id);
  const { user, account, username, post } = await duePost(own, 'lost_answer', 'Lost and found');
  const plan = (scheduledAt: Date, content: string) =>
    buildPost(own, { user, accountId: account.id, content, scheduledAt });
  await plan(new Date(post.dueAt.getTime() + 3_600_000), 'In an hour');
  // The engine took this post, but never heard that it did.
  await claimOfAccount(own, account.id, { worker: Number(worker?.number) });
  await expect
    .poll(async () => {
      if ((await laneOf(own, account.id)).lookAt === null) own.clock.advance(250);
      return (await laneOf(own, account.id)).looks;
    })
    .toBe(1);
  expect((await laneOf(own, flying.account.id)).looks).toBe(0);
  await expect
    .poll(async () => {
      own.clock.advance(250);
      return (await tweetsOf(own, username)).map((tweet) => tweet.text);
    })
    .toEqual(['Lost and found']);
  const waited = own.clock.now().getTime() - post.dueAt.getTime();
  expect(waited).toBeGreaterThanOrEqual(30_000);
  expect((await laneOf(own, account.id)).epoch).toBe(2);
  // Nobody tells the engine of a post: it looks for itself after half a minute, however long it could sleep.
  await expect.poll(async () => (await laneOf(own, account.id)).openPost).toBeNull();
  await own.engine.atRest();
  await plan(own.clock.now(), 'Unheard');
  own.clock.advance(30_000);
  await expect.poll(async () => (await tweetsOf(own, username)).length).toBe(2);
});

test('stopping waits for the calls under way, and what they brought is in the database', async () => {
  const { user, post, username } = await duePost(app, 'last_call');
  await fault(app, 'duplicate', { endpoint: 'tweets', username, delayMs: 1_000 });
  app.engine.start();
  await expect.poll(async () => (await shown(app, user, post.id)).status).not.toBe('Pending');
  await app.engine.stop();
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Failed', errorCode: 'DUPLICATE_TWEET' });
  // Others need not wait for its last sign of life to end.
  const { rows } = await db().execute(sql`select 1 from workers where alive_until > clock_timestamp()`);
  expect(rows).toEqual([]);
});

test('a post planned while the event connection was away goes out as soon as it is back', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user, 'unheard');
  app.engine.start();
  await app.engine.atRest();
  // Nobody is told of this post.
  const scheduledAt = app.clock.now();
  await buildPost(app, { user, accountId: account.id, content: 'Unheard', scheduledAt });
  await db().execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'drumbeat events' and datname = current_database()`);
  await expect.poll(() => textsOf('unheard')).toEqual(['Unheard']);
});

test('what is due goes out as soon as a worker that could not get its number has one, not after its longest sleep', async () => {
  await duePost(app, 'no_number');
  await db().execute('alter table workers add constraint no_workers check (number < 0) not valid');
  app.engine.start();
  await app.engine.atRest();
  await db().execute('alter table workers drop constraint no_workers');
  await expect.poll(() => textsOf('no_number'), { timeout: 20_000 }).toEqual(['A post by no_number']);
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

test('a late post that could not be moved is moved soon after', async () => {
  const { user, account } = await duePost(app, 'not_moved');
  const scheduledAt = inMs(-2 * 3_600_000);
  const late = await buildPost(app, { user, accountId: account.id, scheduledAt });
  await db().execute(
    "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$",
  );
  await db().execute('create trigger refuse before insert on emails for each row execute function refuse()');
  app.engine.start();
  await app.engine.atRest();
  await db().execute('drop function refuse cascade');
  await expect
    .poll(async () => (await shown(app, user, late.id)).movedFrom, { timeout: 20_000 })
    .toBe(scheduledAt.toISOString());
});

/** What an engine of a test's own needs: the real X, and the real tokens of the accounts. */
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

test('no more calls to X are under way than the engine was allowed; who waits for a token takes no place', async () => {
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

/** Makes the engine's claims in this order: the first ends after the second, and the third waits for `release`. */
function orderClaims() {
  const { session } = db()._;
  const prepare = session.prepareQuery.bind(session);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [third, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let claims = 0;
  const spy = vi.spyOn(session, 'prepareQuery').mockImplementation((...given) => {
    const prepared = prepare(...given);
    if (given[2] !== 'claim_lanes') return prepared;
    claims += 1;
    const nth = claims;
    const execute = prepared.execute.bind(prepared);
    prepared.execute = async () => {
      if (nth === 2) await first.promise;
      if (nth === 3) third.resolve();
      if (nth === 3) await released.promise;
      const rows = await execute();
      if (nth === 2) second.resolve();
      if (nth !== 1) return rows;
      first.resolve();
      await second.promise;
      // Who made the second claim has found nothing to do by then.
      await new Promise((resolve) => setImmediate(resolve));
      return rows;
    };
    return prepared;
  });
  onTestFinished(() => {
    released.resolve();
    spy.mockRestore();
  });
  return { thirdBegins: third.promise, release: released.resolve };
}

test('stopping waits for a claim that began while another claimed on, and for the posts it brought', async () => {
  const first = await duePost(app, 'claimed_one', 'First');
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user, 'claimed_two');
  const deps = ownDeps();
  const stopping = Promise.withResolvers<void>();
  const order: string[] = [];
  const x: typeof deps.x = {
    ...deps.x,
    async publishPost(token, text) {
      await stopping.promise;
      return deps.x.publishPost(token, text).finally(() => order.push(text));
    },
  };
  const { thirdBegins, release } = orderClaims();
  const engine = createEngine({ ...deps, x }, options(4));
  engine.start();
  await thirdBegins;
  const stopped = engine.stop().then(() => order.push('stopped'));
  stopping.resolve();
  await expect.poll(async () => (await shown(app, first.user, first.post.id)).status).toBe('Posted');
  // Due for the claim that waits, which began before.
  const post = await buildPost(app, { user, accountId, content: 'Second', scheduledAt: inMs(-60_000) });
  release();
  await stopped;
  expect(order).toEqual(['First', 'Second', 'stopped']);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
});

test('a claim that the database refuses is in the log, and is made again', async () => {
  const error = vi.spyOn(app.platform.log, 'error');
  onTestFinished(() => error.mockRestore());
  await duePost(app, 'claim_refused');
  await db().execute(`alter table lanes add constraint no_claims check (worker is null) not valid`);
  app.engine.start();
  await expect
    .poll(() => error.mock.calls.map(([, text]) => text))
    .toContain('engine turn failed; trying again');
  expect(await textsOf('claim_refused')).toEqual([]);
  await db().execute('alter table lanes drop constraint no_claims');
  await expect.poll(() => textsOf('claim_refused')).toEqual(['A post by claim_refused']);
  // From then on it looks after late posts again, too.
  const { user, account } = await duePost(app, 'after_refusal');
  const scheduledAt = inMs(-2 * 3_600_000);
  const late = await buildPost(app, { user, accountId: account.id, scheduledAt });
  await app.platform.events.notify(db(), 'posts_due', { at: Date.now() });
  await expect.poll(async () => (await shown(app, user, late.id)).movedFrom).toBe(scheduledAt.toISOString());
});

test('an attempt is not settled before streams were told that the post is in hand', async () => {
  const { user, account, post } = await duePost(app, 'told_first');
  // A lane that names a post that is gone has nothing to send.
  const wrong = await duePost(app, 'names_none');
  await db().execute(
    sql`update lanes set next_post = 1, next_due = ${inMs(-1_000)} where account_id = ${wrong.account.id}`,
  );
  await db().execute(sql`update posts set updated_at = ${inMs(-60_000)} where id = ${post.id}`);
  const claims = async () => (await app.platform.metrics.claims.get()).values[0]?.value ?? 0;
  const before = await claims();
  const deps = ownDeps();
  const answered = Promise.withResolvers<void>();
  const order: string[] = [];
  const x: typeof deps.x = {
    ...deps.x,
    publishPost: (token, text) => deps.x.publishPost(token, text).finally(answered.resolve),
  };
  const told: unknown[] = [];
  async function notify(_db: unknown, channel: string, events: unknown): Promise<void> {
    told.push(channel, events);
    await answered.promise;
    await new Promise((resolve) => setImmediate(resolve));
    order.push('told');
  }
  const { session } = livingDeps(app);
  const work = await claimAndPublish({ ...deps, session, x, events: { ...deps.events, notify } }, 2);
  expect(work.map(({ accountId }) => accountId).sort()).toEqual([account.id, wrong.account.id]);
  expect((await claims()) - before).toBe(2);
  const { startedAt, epoch } = await laneOf(app, account.id);
  const settled = (id: number) => work.find(({ accountId }) => accountId === id)?.settlement;
  expect(await settled(wrong.account.id)).toEqual({
    accountId: wrong.account.id,
    userId: wrong.user.id,
    postId: 1,
    epoch: 1,
    startedAt: (await laneOf(app, wrong.account.id)).startedAt,
    outcome: 'released',
  });
  await settled(account.id)?.then((settlement) => order.push(`${settlement?.outcome}`));
  expect(order).toEqual(['told', 'posted']);
  expect(told).toEqual([
    'post_status',
    [
      {
        id: post.id,
        userId: user.id,
        status: 'Processing',
        retryCount: 0,
        tweetId: null,
        errorMessage: null,
        updatedAt: startedAt?.toISOString(),
      },
    ],
  ]);
  expect(await settled(account.id)).toEqual({
    accountId: account.id,
    userId: user.id,
    postId: post.id,
    epoch,
    startedAt,
    calledAt: expect.any(Date),
    outcome: 'posted',
    tweetId: expect.any(String),
    hasLink: false,
  });
  await db().execute(sql`delete from x_accounts where id = ${wrong.account.id}`);
});

test('an attempt that breaks off is in the log, and its lane stays open; the engine goes on with the others', async () => {
  const [broken, other] = [await duePost(app, 'breaks_off'), await duePost(app, 'goes_on')];
  const deps = ownDeps();
  const error = vi.spyOn(deps.log, 'error');
  onTestFinished(() => error.mockRestore());
  const x: typeof deps.x = {
    ...deps.x,
    publishPost: (token, text) =>
      text === broken.post.content ? Promise.reject(new Error('broke')) : deps.x.publishPost(token, text),
  };
  const engine = createEngine({ ...deps, x }, options(4));
  engine.start();
  await expect.poll(() => textsOf(other.username)).toHaveLength(1);
  await engine.stop();
  expect(error.mock.calls).toEqual([
    [{ err: new Error('broke') }, 'publish attempt crashed; will check the timeline on X'],
  ]);
  expect(await laneOf(app, broken.account.id)).toMatchObject({ openPost: broken.post.id, lookAt: null });
  expect(await laneOf(app, other.account.id)).toMatchObject({ openPost: null, nextPost: null });
  await db().execute(sql`delete from x_accounts where id = ${broken.account.id}`);
});

test('I2 a worker whose own clock is 100 seconds fast writes the database’s times, and sends nothing early', async () => {
  const [due, early] = [await duePost(app, 'wrong_clock'), await duePost(app, 'not_yet')];
  const unanswered = await duePost(app, 'wrong_unknown');
  const { username } = unanswered;
  await fault(app, 'connection_reset', { endpoint: 'tweets', username });
  // On a busy machine the lane is read late; until then its timeline must not tell what became of the post.
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

test('I6 a worker that loses its lock’s connection begins no call, finishes what flies, and goes on under a new number', async () => {
  const own = await buildApp();
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
  await deps.events.notify(db, 'posts_due', { at: Date.now() });
  await expect.poll(() => asked).toContain(waiting.account.id);
  expect((await laneOf(own, waiting.account.id)).worker).toBe(former);

  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'drumbeat worker' and datname = current_database()`);
  await expect.poll(async () => (await laneOf(own, waiting.account.id)).worker).toBeGreaterThan(former);
  begin.resolve();
  await expect
    .poll(() => outcomes.mock.calls.map(([labels]) => labels))
    .toContainEqual({ outcome: 'released' });
  expect(called).toEqual(['In the air']);
  land.resolve();
  await expect.poll(async () => (await shown(own, flying.user, flying.post.id)).status).toBe('Posted');
  // The new number finds out that the other post is not on its timeline, and sends it.
  await expect.poll(() => tweets('not_begun'), { timeout: 20_000 }).toEqual(['On the ground']);
  expect(await tweets('flies')).toEqual(['In the air']);
});
