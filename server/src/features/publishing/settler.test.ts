import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost } from '../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../test/locks.ts';
import { inTransaction, openDatabase } from '../../platform/database.ts';
import { changePosts } from './change-posts.ts';
import { claimAndPublish } from './claim-and-publish.ts';
import { selectAttempts } from './history.store.ts';
import { claimOfAccount, laneOf, livingDeps } from './lanes.fixture.ts';
import { duePost, shown } from './publishing.fixture.ts';
import { findLost } from './publishing.store.ts';
import { idsOf } from './publishing.types.ts';
import { createSettler, settleBatch } from './settler.ts';

/* X's answers on their way into the database: none is lost, and none is written by halves. */

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-02T12:00:00Z' });
});
afterAll(() => app.close());

/** A post that a worker has in hand. */
async function inHand(username: string) {
  const due = await duePost(app, username);
  const claimed = await claimOfAccount(app, due.account.id);
  const posted = (tweetId: string) => ({ ...idsOf(claimed), outcome: 'posted' as const, tweetId });
  return { ...due, claimed, posted, show: () => shown(app, due.user, due.post.id) };
}

test('a post that is planned for earlier while the one before it is settled still goes out a minute after that one', async () => {
  const { user, account, posted } = await inHand('spaced');
  const scheduledAt = new Date('2026-03-02T15:00:00Z');
  const next = await buildPost(app, { user, accountId: account.id, scheduledAt });
  const where = { accountId: account.id, now: app.clock.now() };
  const plan = { at: new Date('2026-03-02T12:00:10Z'), local: '2026-03-02T12:00:10' };
  let settled: ReturnType<typeof settleBatch> | undefined;
  await inTransaction(app.platform.db, async (tx) => {
    await changePosts(tx, where, 'edit', { postId: next.id, plan, detail: {} });
    settled = settleBatch(livingDeps(app), [{ ...posted('31'), waitMs: 60_000 }]);
    await untilBlockedOrDone(app.platform.db, settled);
  });
  expect(await settled).toHaveLength(1);
  expect(await laneOf(app, account.id)).toMatchObject({
    nextPost: next.id,
    nextDue: plan.at,
    notBefore: new Date('2026-03-02T12:01:00Z'),
  });
});

test('an answer that the database rejects is written without its text, and keeps none of those beside it from being written', async () => {
  const [first, bad, last] = [await inHand('beside_1'), await inHand('rejected'), await inHand('beside_2')];
  const rejected = {
    ...idsOf(bad.claimed),
    outcome: 'failed',
    code: 'X_REFUSED',
    message: 'X refused this post: \u0000',
  } as const;
  const settler = createSettler(livingDeps(app));
  await Promise.all([first.posted('41'), rejected, last.posted('42')].map((each) => settler.add(each)));
  expect(await first.show()).toMatchObject({ status: 'Posted', tweetId: '41' });
  expect(await last.show()).toMatchObject({ status: 'Posted', tweetId: '42' });
  expect(await bad.show()).toMatchObject({ status: 'Failed', errorCode: 'X_REFUSED', errorMessage: '' });
});

test('an answer that the database rejects even so leaves the post in hand, and is found as lost track of', async () => {
  const [bad, beside] = [await inHand('no_such_id'), await inHand('beside_3')];
  const settler = createSettler(livingDeps(app));
  await Promise.all([bad.posted('\u0000'), beside.posted('43')].map((each) => settler.add(each)));
  expect(await beside.show()).toMatchObject({ status: 'Posted', tweetId: '43' });
  expect(await bad.show()).toMatchObject({ status: 'Processing', errorCode: null });
  // Nor does one that names another post's tweet hold up what comes after it.
  const twin = await inHand('twin');
  await settler.add(twin.posted('43'));
  expect(await twin.show()).toMatchObject({ status: 'Processing' });
  app.clock.advance(15_000);
  const now = app.clock.databaseNow();
  await findLost(app.platform.db, { worker: bad.claimed.worker, now, inHand: [] });
  // Without a reason: should it be absent, it counts among the three after which the account is held.
  expect(await laneOf(app, bad.account.id)).toMatchObject({
    openPost: bad.post.id,
    unknownReason: null,
    lookAt: new Date('2026-03-02T12:00:15Z'),
  });
  app.clock.set('2026-03-02T12:00:00Z');
});

test('two answers for one account are written one after another, each once', async () => {
  const { claimed, posted, account, post, show } = await inHand('twice');
  const settler = createSettler(livingDeps(app));
  const repeats = [posted('44'), posted('44'), { ...idsOf(claimed), outcome: 'released' as const }];
  await Promise.all(repeats.map((each) => settler.add(each)));
  expect(await show()).toMatchObject({ status: 'Posted', tweetId: '44' });
  expect(await laneOf(app, account.id)).toMatchObject({ openPost: null, nextPost: null });
  expect(await selectAttempts(app.platform.db, post.id)).toHaveLength(1);
});

test('an answer that comes while the database cannot be reached is kept until it is written', async () => {
  const { posted, show } = await inHand('kept');
  const deps = livingDeps(app);
  // Nobody listens there.
  const unreachable = openDatabase('postgres://drumbeat@127.0.0.1:1/drumbeat', deps.log, 1);
  let db = unreachable.db;
  const failed = vi.fn();
  const log = Object.assign(Object.create(deps.log), { error: failed });
  const settler = createSettler({
    ...deps,
    log,
    get db() {
      return db;
    },
  });
  const written = settler.add(posted('51'));
  await expect.poll(() => failed.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(await show()).toMatchObject({ status: 'Processing' });
  db = deps.db;
  await written;
  expect(await show()).toMatchObject({ status: 'Posted', tweetId: '51' });
  expect(failed.mock.calls[0]).toEqual([{ err: expect.any(Error), posts: 1 }, 'settling failed']);
  await unreachable.close();
});

test('a claimed post whose token cannot be read was not sent: it is let go, and tried again a second later', async () => {
  const { user, account, post } = await duePost(app, 'no_token');
  const deps = livingDeps(app);
  // Pages believe the later state, also of a post that was written by a clock ahead of ours.
  const ahead = new Date(app.clock.now().getTime() + 5_000);
  await app.platform.db.execute(
    sql`update posts set updated_at = ${ahead}, retry_count = 3 where id = ${post.id}`,
  );
  const heard: unknown[] = [];
  const off = app.platform.events.on('post_status', (events) => heard.push(...events));
  const accessFor = () => Promise.reject(new Error('the database went away'));
  const works = await claimAndPublish({ ...deps, tokens: { ...deps.tokens, accessFor } }, 100);
  const work = works.find(({ accountId }) => accountId === account.id);
  const settlement = await work?.settlement;
  expect(settlement).toMatchObject({ outcome: 'released', waitMs: 1_000 });
  await expect
    .poll(() => heard)
    .toContainEqual({
      id: post.id,
      userId: user.id,
      status: 'Processing',
      retryCount: 3,
      tweetId: null,
      errorMessage: null,
      updatedAt: ahead.toISOString(),
    });
  off();
  const settled = settlement && (await settleBatch(deps, [settlement]));
  expect(settled).toMatchObject([{ id: post.id, updatedAt: ahead }]);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending' });
  expect(await laneOf(app, account.id)).toMatchObject({
    openPost: null,
    notBefore: new Date('2026-03-02T12:00:01Z'),
    absents: 0,
  });
});
