import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost } from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { inTransaction, openDatabase } from '../../../platform/database/database.ts';
import { givePlan } from '../../generation/generation.fixture.ts';
import { posts } from '../../post/post.tables.ts';
import { changePosts } from '../lanes/change-posts.ts';
import { selectAttempts } from '../lanes/history.store.ts';
import { claimOfAccount, laneOf, livingDeps } from '../lanes/lanes.fixture.ts';
import { updateNext } from '../lanes/lanes.store.ts';
import { duePost, shown, tweetsOf } from '../publishing.fixture.ts';
import { postAttempts } from '../publishing.tables.ts';
import { idsOf, type Settlement } from '../publishing.types.ts';
import { claimAndPublish } from './claim-and-publish.ts';
import { findLost, updateUnknown } from './publishing.store.ts';
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

test.each([
  ['posted', { tweetId: '61', hasLink: true }],
  ['failed', { code: 'X_REFUSED', message: 'X said no.' }],
  ['retry', { code: 'X_UNAVAILABLE', message: 'X was away.' }],
  ['not_sent', {}],
  ['absent', {}],
  ['released', {}],
] as const)(
  'what is known of an attempt that was %s is written whole: its post, history, lane and costs, and what is told',
  async (outcome, more) => {
    const at = (time: string) => new Date(`2026-03-02T${time}Z`);
    const { user, account, post, username } = await duePost(app, `whole_${outcome}`);
    await givePlan(app, user.id, { tier: 'pro' });
    const { db, metrics, events } = app.platform;
    const other = { user, accountId: account.id, scheduledAt: at('11:59:10') };
    for (const decoy of [{ isPaused: true }, { status: 'failed' }, { status: 'posted' }] as const)
      await buildPost(app, { ...other, ...decoy });
    const next = await buildPost(app, { ...other, scheduledAt: at('13:00:00'), dueAt: at('12:59:00') });
    const former = {
      scheduledAt: at('11:58:00'),
      scheduledLocal: '2026-03-02T17:28:00',
      dueAt: at('11:59:00'),
      updatedAt: at('10:00:00'),
      retryCount: 2,
      errorCode: 'X_UNAVAILABLE',
      errorMessage: 'Former words',
    } as const;
    await db.update(posts).set(former).where(eq(posts.id, post.id));
    await updateNext(db, [account.id]);
    const claimed = await claimOfAccount(app, account.id);
    const now = sql`${at('12:00:01')}::timestamptz`;
    const times = { now, calledAt: at('12:00:00.500'), certainAfterSeconds: 15, lookAfterMs: 500 };
    await updateUnknown(db, claimed, { reason: 'timeout', ...times });
    await db.execute(sql`update lanes set absents = 1 where account_id = ${account.id}`);
    const laneBefore = await laneOf(app, account.id);
    const postOf = async () => (await db.select().from(posts).where(eq(posts.id, post.id)))[0];
    const postBefore = await postOf();
    await db.execute(sql`delete from figure_changes`);
    const heard: unknown[] = [];
    const off = events.on('post_status', (told) => heard.push(...told));
    const counted = vi.spyOn(metrics.publishAttempts, 'inc');
    onTestFinished(() => counted.mockRestore());

    app.clock.set(at('12:00:20'));
    const [told] = await settleBatch(livingDeps(app), [
      { ...idsOf(claimed), outcome, ...more, waitMs: 30_000, calledAt: at('12:00:09') } as Settlement,
    ]);
    const [isOut, isOver] = [outcome === 'posted', outcome === 'posted' || outcome === 'failed'];
    const error = {
      errorCode: 'code' in more ? more.code : null,
      errorMessage: 'message' in more ? more.message : null,
    };
    const status = isOver ? outcome : 'pending';
    const tweetId = isOut ? '61' : null;
    const retryCount = outcome === 'retry' ? 3 : 2;
    const written = { status, tweetId, retryCount, ...error, updatedAt: at('12:00:20') };
    expect(told).toEqual({
      id: post.id,
      userId: user.id,
      accountId: account.id,
      dueAt: at('11:59:00'),
      ...written,
    });
    const called = { startedAt: at('12:00:00'), calledAt: at('12:00:00.500') };
    const postedAt = isOut ? at('12:00:20') : null;
    expect(await postOf()).toEqual({ ...postBefore, ...called, ...written, postedAt });
    const attempts = await db.select().from(postAttempts).where(eq(postAttempts.postId, post.id));
    expect(attempts).toEqual([
      {
        id: expect.any(Number),
        postId: post.id,
        accountId: account.id,
        ...called,
        unknownReason: 'timeout',
        unknownSince: at('12:00:01'),
        outcome,
        tweetId,
        ...error,
        settledAt: at('12:00:20'),
      },
    ]);
    expect(await laneOf(app, account.id)).toEqual({
      ...laneBefore,
      nextPost: isOver ? next.id : post.id,
      nextDue: isOver ? at('12:59:00') : at('11:59:00'),
      notBefore: at('12:00:50'),
      openPost: null,
      worker: null,
      startedAt: null,
      calledAt: null,
      unknownReason: null,
      unknownSince: null,
      certainAt: null,
      lookAt: null,
      absents: { absent: 2, released: 1 }[outcome as string] ?? 0,
    });
    const costs = sql`select c.user_id, c.account_id, c.kind, c.count, c.cost_micros, c.tier, c.at = ${at('12:00:20')} as is_now,
        p.cost_micros as of_post, p.tier as tier_of_post
      from cost_entries c join posts p on p.id = c.post_id where c.post_id = ${post.id}`;
    const link = { kind: 'post_with_link', count: 1, cost_micros: 200_000, tier: 'pro', is_now: true };
    const whose = { user_id: user.id, account_id: account.id };
    const ofPost = { of_post: 200_000, tier_of_post: 'pro' };
    expect(numbers((await db.execute(costs)).rows)).toEqual(isOut ? [{ ...whose, ...link, ...ofPost }] : []);
    const figures = sql`select day::text, figure, label, amount from figure_changes order by figure`;
    const figure = (name: string, label: string, amount: number) => ({
      day: '2026-03-02',
      figure: name,
      label,
      amount,
    });
    expect(numbers((await db.execute(figures)).rows)).toEqual(
      {
        posted: [
          figure('costs.kind', 'post_with_link', 200_000),
          figure('costs.x', 'pro', 200_000),
          // Called 69 seconds after it was due.
          figure('posts.late', '300', 1),
          figure('posts.posted', 'pro', 1),
        ],
        failed: [figure('posts.failed', 'X_REFUSED', 1)],
      }[outcome as string] ?? [],
    );
    await expect
      .poll(() => heard)
      .toEqual([
        {
          id: post.id,
          userId: user.id,
          status: { posted: 'Posted', failed: 'Failed' }[outcome as string] ?? 'Pending',
          retryCount,
          tweetId,
          errorMessage: error.errorMessage,
          updatedAt: '2026-03-02T12:00:20.000Z',
        },
      ]);
    off();
    expect(counted.mock.calls).toEqual([[{ outcome }]]);
    expect(await tweetsOf(app, username)).toEqual([]);
    app.clock.set('2026-03-02T12:00:00Z');
  },
);

/** Rows whose counts the driver gives as words. */
function numbers(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) =>
        /^\d+$/.test(String(value)) && name !== 'label' ? [name, Number(value)] : [name, value],
      ),
    ),
  );
}

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

test('a hundred answers do not wait for more', async () => {
  const { claimed, posted, show } = await inHand('full');
  // The time to gather more is never over.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const settler = createSettler(livingDeps(app));
  const written = settler.add(posted('45'));
  for (let others = 1; others < 100; others++)
    void settler.add({ ...idsOf(claimed), outcome: 'released' as const });
  await written;
  expect(await show()).toMatchObject({ status: 'Posted', tweetId: '45' });
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
  expect(failed.mock.calls[0]).toEqual([
    { err: expect.any(Error), posts: 1 },
    'could not store publish results',
  ]);
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
