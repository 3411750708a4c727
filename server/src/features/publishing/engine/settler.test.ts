import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost } from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { inTransaction, openDatabase } from '../../../platform/database/database.ts';
import { givePlan } from '../../generation/generation.fixture.ts';
import { posts } from '../../post/post.tables.ts';
import { selectAttempts } from '../lanes/history.store.ts';
import { rewritePost } from '../lanes/schedule-posts.ts';
import { claimOfAccount, duePost, laneOf, livingDeps, shown } from '../publishing.fixture.ts';
import { postAttempts } from '../publishing.tables.ts';
import { idsOf, type Settlement } from '../publishing.types.ts';
import { findLost, updateUnknown } from './publishing.store.ts';
import { createSettler, settleBatch } from './settler.ts';

/* X's answers are written to the database: none is lost, and none is written in part. */

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-02T12:00:00Z' });
});
afterAll(() => app.close());

/** A post that a worker has claimed. */
async function claimedPost(username: string) {
  const due = await duePost(app, username);
  const claimed = await claimOfAccount(app, due.account.id);
  const posted = (tweetId: string) => ({ ...idsOf(claimed), outcome: 'posted' as const, tweetId });
  return { ...due, claimed, posted, show: () => shown(app, due.user, due.post.id) };
}

test('a post that is planned earlier during the settlement of another still waits a minute after it', async () => {
  const { user, account, posted } = await claimedPost('spaced');
  const scheduledAt = new Date('2026-03-02T15:00:00Z');
  const next = await buildPost(app, { user, accountId: account.id, scheduledAt });
  const where = { accountId: account.id, now: app.clock.now() };
  const slot = { at: new Date('2026-03-02T12:00:10Z'), local: '2026-03-02T12:00:10' };
  let settled: ReturnType<typeof settleBatch> | undefined;
  await inTransaction(app.platform.db, async (tx) => {
    await rewritePost(tx, where, { postId: next.id, slot, detail: {} });
    settled = settleBatch(livingDeps(app), [{ ...posted('31'), waitMs: 60_000 }]);
    await untilBlockedOrDone(app.platform.db, settled);
  });
  expect(await settled).toHaveLength(1);
  expect(await laneOf(app, account.id)).toMatchObject({
    nextPost: next.id,
    nextDue: slot.at,
    notBefore: new Date('2026-03-02T12:01:00Z'),
  });
});

test.each([
  ['posted', { tweetId: '61', hasLink: true }],
  ['failed', { code: 'X_REFUSED', message: 'X refused it.' }],
  ['retry', { code: 'X_UNAVAILABLE', message: 'X was away.' }],
  ['not_sent', {}],
  ['absent', {}],
  ['released', {}],
] as const)(
  'the result "%s" is written to the post, its history and its lane, and streams hear of it',
  async (outcome, more) => {
    const at = (time: string) => new Date(`2026-03-02T${time}Z`);
    const { user, account, post } = await duePost(app, `whole_${outcome}`);
    const { db, events } = app.platform;
    const next = await buildPost(app, { user, accountId: account.id, scheduledAt: at('13:00:00') });
    const former = { retryCount: 2, errorCode: 'X_UNAVAILABLE', errorMessage: 'Former words' } as const;
    await db.update(posts).set(former).where(eq(posts.id, post.id));
    const claimed = await claimOfAccount(app, account.id);
    const now = sql`${at('12:00:01')}::timestamptz`;
    // What was recorded first is kept.
    const first = { unknownReason: 'timeout', unknownSince: at('12:00:01'), calledAt: at('12:00:00.500') };
    const times = { now, calledAt: first.calledAt, certainAfterSeconds: 15, lookAfterMs: 500 };
    await updateUnknown(db, claimed, { reason: 'timeout', ...times });
    await db.execute(sql`update lanes set absents = 1 where account_id = ${account.id}`);
    const heard: unknown[] = [];
    onTestFinished(events.on('post_status', (changes) => void heard.push(...changes)));

    app.clock.set(at('12:00:20'));
    await settleBatch(livingDeps(app), [
      { ...idsOf(claimed), outcome, ...more, waitMs: 30_000, calledAt: at('12:00:09') } as Settlement,
    ]);
    const [isOut, isOver] = [outcome === 'posted', outcome === 'posted' || outcome === 'failed'];
    const retryCount = outcome === 'retry' ? 3 : 2;
    const [errorCode, errorMessage] = 'code' in more ? [more.code, more.message] : [null, null];
    const tweetId = isOut ? '61' : null;
    const ended = { startedAt: at('12:00:00'), calledAt: first.calledAt, tweetId, errorCode, errorMessage };
    expect((await db.select().from(posts).where(eq(posts.id, post.id)))[0]).toMatchObject({
      ...ended,
      status: isOver ? outcome : 'pending',
      retryCount,
      postedAt: isOut ? at('12:00:20') : null,
      updatedAt: at('12:00:20'),
    });
    const attempts = await db.select().from(postAttempts).where(eq(postAttempts.postId, post.id));
    expect(attempts).toMatchObject([{ ...ended, ...first, outcome, settledAt: at('12:00:20') }]);
    expect(await laneOf(app, account.id)).toMatchObject({
      nextPost: isOver ? next.id : post.id,
      notBefore: at('12:00:50'),
      openPost: null,
      worker: null,
      unknownReason: null,
      certainAt: null,
      lookAt: null,
      absents: { absent: 2, released: 1 }[outcome as string] ?? 0,
    });
    const status = { posted: 'Posted', failed: 'Failed' }[outcome as string] ?? 'Pending';
    const event = { id: post.id, userId: user.id, status, retryCount, tweetId, errorMessage };
    await expect.poll(() => heard).toMatchObject([event]);
    app.clock.set('2026-03-02T12:00:00Z');
  },
);

test('a posted post is paid for by its plan, and counts in the figures of its day; a failed one costs nothing', async () => {
  const { db } = app.platform;
  const [out, failed] = [await claimedPost('paid'), await claimedPost('not_paid')];
  await givePlan(app, out.user.id, { tier: 'pro' });
  await db.execute(sql`delete from figure_changes`);
  await settleBatch(livingDeps(app), [
    { ...out.posted('62'), hasLink: true, calledAt: new Date('2026-03-02T12:01:09Z') },
    { ...idsOf(failed.claimed), outcome: 'failed', code: 'X_REFUSED', message: 'No' },
  ]);
  const costs = await db.execute(sql`
    select c.post_id as post, c.kind, c.cost_micros::int as entry, c.tier, p.cost_micros::int as of_post, p.tier as tier_of_post
    from cost_entries c join posts p on p.id = c.post_id where p.id in (${out.post.id}, ${failed.post.id})`);
  const price = { entry: 200_000, tier: 'pro', of_post: 200_000, tier_of_post: 'pro' };
  expect(costs.rows).toEqual([{ post: out.post.id, kind: 'post_with_link', ...price }]);
  const figures = await db.execute(
    sql`select day::text, figure, label, amount::int from figure_changes order by figure`,
  );
  expect(figures.rows).toEqual(
    [
      ['costs.kind', 'post_with_link', 200_000],
      ['costs.x', 'pro', 200_000],
      ['posts.failed', 'X_REFUSED', 1],
      // Sent 69 seconds after it was due.
      ['posts.late', '300', 1],
      ['posts.posted', 'pro', 1],
    ].map(([figure, label, amount]) => ({ day: '2026-03-02', figure, label, amount })),
  );
});

test('an answer that the database rejects is written without its text, and those in the same batch are written too', async () => {
  const [first, bad, last] = [
    await claimedPost('beside_1'),
    await claimedPost('rejected'),
    await claimedPost('beside_2'),
  ];
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

test('an answer that the database rejects without its text leaves the post open, to be found as lost', async () => {
  const [bad, beside] = [await claimedPost('no_such_id'), await claimedPost('beside_3')];
  const settler = createSettler(livingDeps(app));
  await Promise.all([bad.posted('\u0000'), beside.posted('43')].map((each) => settler.add(each)));
  expect(await beside.show()).toMatchObject({ status: 'Posted', tweetId: '43' });
  expect(await bad.show()).toMatchObject({ status: 'Processing', errorCode: null });
  // The same if it names another post's tweet.
  const twin = await claimedPost('twin');
  await settler.add(twin.posted('43'));
  expect(await twin.show()).toMatchObject({ status: 'Processing' });
  app.clock.advance(15_000);
  const now = app.clock.databaseNow();
  await findLost(app.platform.db, { worker: bad.claimed.worker, now, inHand: [] });
  // Without a reason: if it is absent, it counts towards holding the account.
  expect(await laneOf(app, bad.account.id)).toMatchObject({
    openPost: bad.post.id,
    unknownReason: null,
    lookAt: new Date('2026-03-02T12:00:15Z'),
  });
  app.clock.set('2026-03-02T12:00:00Z');
});

test('repeated answers for one account are written once', async () => {
  const { claimed, posted, account, post, show } = await claimedPost('twice');
  const settler = createSettler(livingDeps(app));
  const repeats = [posted('44'), posted('44'), { ...idsOf(claimed), outcome: 'released' as const }];
  await Promise.all(repeats.map((each) => settler.add(each)));
  expect(await show()).toMatchObject({ status: 'Posted', tweetId: '44' });
  expect(await laneOf(app, account.id)).toMatchObject({ openPost: null, nextPost: null });
  expect(await selectAttempts(app.platform.db, post.id)).toHaveLength(1);
});

test('an answer is kept while the database cannot be reached, until it is written', async () => {
  const { posted, show } = await claimedPost('kept');
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
  await unreachable.close();
});
