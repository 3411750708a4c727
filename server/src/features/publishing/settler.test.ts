import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost } from '../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../test/locks.ts';
import { inTransaction, openDatabase } from '../../platform/database.ts';
import { changePosts } from './change-posts.ts';
import { claimAt, duePost, shown, workerDeps } from './publishing.fixture.ts';
import { claimDue } from './publishing.store.ts';
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
  const now = app.clock.now();
  const lease = claimAt(now);
  const [claimed] = await claimDue(app.platform.db, lease);
  if (claimed?.postId !== due.post.id) throw new Error('the post was not claimed');
  const posted = (tweetId: string) => ({ ...idsOf(claimed), outcome: 'posted' as const, tweetId });
  return { ...due, claimed, posted, show: () => shown(app, due.user, due.post.id) };
}

test('a post that is planned for earlier while the one before it is settled still goes out a minute after that one', async () => {
  const { user, account, posted } = await inHand('spaced');
  const scheduledAt = new Date('2026-03-02T15:00:00Z');
  const next = await buildPost(app, { user, accountId: account.id, scheduledAt });
  const where = { accountId: account.id, now: app.clock.now() };
  const plan = { at: new Date('2026-03-02T12:00:10Z'), local: '2026-03-02T12:00:10' };
  const nextNotBefore = new Date('2026-03-02T12:01:00Z');
  let settled: ReturnType<typeof settleBatch> | undefined;
  await inTransaction(app.platform.db, async (tx) => {
    await changePosts(tx, where, 'edit', { postId: next.id, plan, detail: {} });
    settled = settleBatch(workerDeps(app), [{ ...posted('31'), nextNotBefore }]);
    await untilBlockedOrDone(app.platform.db, settled);
  });
  expect(await settled).toHaveLength(1);
  const { rows } = await app.platform.db.execute(`select due_at = '2026-03-02T12:01:00Z' as spaced,
    scheduled_at = '2026-03-02T12:00:10Z' as edited from posts where id = ${next.id}`);
  expect(rows).toEqual([{ spaced: true, edited: true }]);
});

test('an answer that the database rejects keeps none of those beside it from being written', async () => {
  const [first, bad, last] = [await inHand('beside_1'), await inHand('rejected'), await inHand('beside_2')];
  const rejected = {
    ...idsOf(bad.claimed),
    outcome: 'failed',
    code: 'X_REFUSED',
    message: 'X refused this post: \u0000',
  } as const;
  const settler = createSettler(workerDeps(app));
  await Promise.all([first.posted('41'), rejected, last.posted('42')].map((each) => settler.add(each)));
  expect(await first.show()).toMatchObject({ status: 'Posted', tweetId: '41' });
  expect(await last.show()).toMatchObject({ status: 'Posted', tweetId: '42' });
  // Its lease ends, then the timeline is asked.
  expect(await bad.show()).toMatchObject({ status: 'Processing', errorCode: null });
});

test('an answer that comes while the database cannot be reached is kept until it is written', async () => {
  const { posted, show } = await inHand('kept');
  const deps = workerDeps(app);
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
  await unreachable.close();
});
