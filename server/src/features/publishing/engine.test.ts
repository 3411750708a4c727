import { inArray, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, afterEach, beforeAll, expect, type MockInstance, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../test/factories.ts';
import type { Db } from '../../platform/database.ts';
import { xAccounts } from '../accounts/accounts.tables.ts';
import type { AccountAccess } from '../accounts/accounts.types.ts';
import { claimAndPublish } from './claim-and-publish.ts';
import { createEngine } from './engine.ts';
import { holdAccount } from './hold-account.ts';
import type { PublishingDeps } from './publishing.deps.ts';
import { claimAt, duePost, fault, shown, tweetsOf, workerDeps } from './publishing.fixture.ts';
import { claimDue } from './publishing.store.ts';
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
const dialect = new PgDialect();
const textsOf = async (username: string) => (await tweetsOf(app, username)).map((tweet) => tweet.text);

/** Waits until the engine has asked when to wake: its last question before it sleeps for up to 30 seconds. */
async function asleep(execute: MockInstance<Db['execute']>): Promise<void> {
  const isLast = (statement: SQL | string) =>
    dialect.sqlToQuery(statement as SQL).sql.includes('"firstDueAt"');
  await expect.poll(() => execute.mock.calls.some(([statement]) => isLast(statement))).toBe(true);
  await Promise.all(execute.mock.results.map((result) => result.value));
  await new Promise((resolve) => setImmediate(resolve));
}

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

test('a post that is two hours late moves to another time and is not sent', async () => {
  const { user, account, username } = await duePost(app, 'outage', 'On time');
  const scheduledAt = inMs(-2 * 3_600_000);
  const late = await buildPost(app, { user, accountId: account.id, content: 'Late', scheduledAt });
  app.engine.start();
  await expect.poll(async () => (await shown(app, user, late.id)).movedFrom).toBe(scheduledAt.toISOString());
  await expect.poll(() => textsOf(username)).toEqual(['On time']);
});

test('the attempt of a worker that died is taken over when its lease ends, and the post goes out', async () => {
  const scheduledAt = inMs(-30_000);
  const { user, account } = await duePost(app, 'orphan', 'Not yet');
  await db().execute(`update posts set hold_reason = 'paused' where account_id = ${account.id}`);
  await buildPost(app, { user, accountId: account.id, content: 'Orphan', scheduledAt });
  const now = inMs(-25_000);
  const lease = claimAt(now, { workerId: 'dead', leaseUntil: inMs(500) });
  expect(await claimDue(db(), lease)).toHaveLength(1);
  app.engine.start();
  await expect.poll(() => textsOf('orphan')).toEqual(['Orphan']);
});

test('stopping waits for the calls under way, and what they brought is in the database', async () => {
  const { user, post, username } = await duePost(app, 'last_call');
  await fault(app, 'duplicate', { endpoint: 'tweets', username, delayMs: 1_000 });
  app.engine.start();
  await expect.poll(async () => (await shown(app, user, post.id)).status).not.toBe('Pending');
  await app.engine.stop();
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Failed', errorCode: 'DUPLICATE_TWEET' });
});

test('a post planned while the event connection was away goes out as soon as it is back', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user, 'unheard');
  const execute = vi.spyOn(db(), 'execute');
  app.engine.start();
  await asleep(execute);
  execute.mockRestore();
  // Nobody is told of this post.
  const scheduledAt = app.clock.now();
  await buildPost(app, { user, accountId: account.id, content: 'Unheard', scheduledAt });
  await db().execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'drumbeat events' and datname = current_database()`);
  await expect.poll(() => textsOf('unheard')).toEqual(['Unheard']);
});

/** What an engine of a test's own needs: the real X, and the real tokens of the accounts. */
function ownDeps(): PublishingDeps {
  const deps = workerDeps(app);
  async function accessFor(ids: readonly number[]): Promise<Map<number, Promise<AccountAccess>>> {
    const rows = await db()
      .select()
      .from(xAccounts)
      .where(inArray(xAccounts.id, [...ids]));
    return new Map(
      rows.map(({ id, accessToken, twitterUserId }) => [
        id,
        Promise.resolve({
          kind: 'token',
          accessToken: app.platform.sealer.open(accessToken ?? ''),
          twitterUserId,
        }),
      ]),
    );
  }
  return { ...deps, tokens: { ...deps.tokens, accessFor } };
}

test('no more calls to X are under way than the engine was allowed', async () => {
  const names = ['call_one', 'call_two', 'call_three'];
  for (const name of names) await duePost(app, name);
  const deps = ownDeps();
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
  const engine = createEngine({ ...deps, x }, { concurrency: 1, onStuck: () => undefined });
  engine.start();
  for (const name of names) await expect.poll(() => textsOf(name)).toEqual([`A post by ${name}`]);
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
    if (given[2] !== 'claim_due') return prepared;
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
      // The lane of the second claim has ended by then.
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
  const first = await duePost(app, 'lane_one', 'First');
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user, 'lane_two');
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
  const engine = createEngine({ ...deps, x }, { concurrency: 4, onStuck: () => undefined });
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
  await db().execute(`alter table post_attempts add constraint no_claims check (worker_id = '') not valid`);
  app.engine.start();
  await expect
    .poll(() => error.mock.calls.map(([, text]) => text))
    .toContain('a turn of the engine failed; it goes on');
  expect(await textsOf('claim_refused')).toEqual([]);
  await db().execute('alter table post_attempts drop constraint no_claims');
  await expect.poll(() => textsOf('claim_refused')).toEqual(['A post by claim_refused']);
});

test('an attempt is not settled before streams were told that the post is in hand', async () => {
  await duePost(app, 'told_first');
  const deps = ownDeps();
  const answered = Promise.withResolvers<void>();
  const order: string[] = [];
  const x: typeof deps.x = {
    ...deps.x,
    publishPost: (token, text) => deps.x.publishPost(token, text).finally(answered.resolve),
  };
  async function notify(): Promise<void> {
    await answered.promise;
    await new Promise((resolve) => setImmediate(resolve));
    order.push('told');
  }
  const work = await claimAndPublish({ ...deps, x, events: { ...deps.events, notify } }, 'own', 1);
  expect(work).toHaveLength(1);
  await Promise.all(work.map((each) => each.then((settlement) => order.push(`${settlement?.outcome}`))));
  expect(order).toEqual(['told', 'posted']);
});
