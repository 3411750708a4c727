import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, connectX } from '../../../test/factories.ts';
import { shownPosts } from '../posts/posts.tables.ts';
import type { PostRecord } from '../posts/posts.types.ts';
import { changePosts, holdRestored } from './change-posts.ts';
import { selectAttempts, selectDeletedPost, selectDeletedPosts, selectHistory } from './history.store.ts';
import { insertHold, insertRestore, selectEnded, selectRestored } from './holds.store.ts';
import { laneOf } from './lanes.fixture.ts';
import { accountHoldLog, accountHolds, lanes } from './publishing.tables.ts';

/* What each change writes, and what it leaves alone: whole rows are compared, before and after. */

const at = (time: string) => new Date(`2026-03-02T${time}Z`);
const NOW = at('12:00:00');
/** A page takes the later state of a post, so beginning anew is always later than what was before. */
const JUST_AFTER = new Date(NOW.getTime() + 1);

let app: TestApp;
let user: BuiltUser;
let accountId: number;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: NOW.toISOString() });
  user = await buildUser(app);
});
afterAll(() => app.close());

const db = () => app.platform.db;
const where = () => ({ accountId, now: NOW });
const build = (given: Parameters<typeof buildPost>[1] = {}) => buildPost(app, { user, accountId, ...given });
const rowsOf = (id: number): Promise<PostRecord[]> =>
  db().select().from(shownPosts).where(eq(shownPosts.accountId, id)).orderBy(asc(shownPosts.id));
async function ownAccount(): Promise<void> {
  user = await buildUser(app);
  accountId = (await connectX(app, user)).id;
}

/** Until when the posts of an account wait for what its last one asked for. */
const DELAY = at('12:40:00');
const delay = () => db().update(lanes).set({ notBefore: DELAY }).where(eq(lanes.accountId, accountId));
const delayOf = async (id = accountId) => (await laneOf(app, id)).notBefore;

/** What a post can have that a change must keep or clear. */
const tried = {
  scheduledAt: at('11:00:00'),
  dueAt: at('11:30:00'),
  movedFrom: at('09:00:00'),
  retryCount: 2,
  errorCode: 'X_UNAVAILABLE',
  errorMessage: 'No luck',
  failureToldAt: at('11:45:00'),
} as const;

describe('a change', () => {
  test('save: new posts are due at the time of their plan', async () => {
    await ownAccount();
    const plan = { content: 'New', at: at('15:00:00'), local: '2026-03-02T16:00:00' };
    const jobId = crypto.randomUUID();
    const [id] = await changePosts(db(), where(), 'save', { userId: user.id, jobId, posts: [plan] });
    expect(await rowsOf(accountId)).toEqual([
      {
        id,
        userId: user.id,
        accountId,
        content: 'New',
        scheduledAt: at('15:00:00'),
        scheduledLocal: '2026-03-02T16:00:00',
        dueAt: at('15:00:00'),
        status: 'pending',
        holdReason: null,
        isPaused: false,
        movedFrom: null,
        retryCount: 0,
        tweetId: null,
        postedAt: null,
        errorCode: null,
        errorMessage: null,
        failureToldAt: null,
        generationJobId: jobId,
        createdAt: NOW,
        updatedAt: NOW,
      },
    ]);
  });

  const plan = { at: at('15:00:00'), local: '2026-03-02T16:00:00' };
  const planned = {
    scheduledAt: plan.at,
    dueAt: plan.at,
    scheduledLocal: plan.local,
    movedFrom: null,
    failureToldAt: null,
    updatedAt: NOW,
  };

  test('edit: a pending post that gets a time keeps its tries, and forgets that it was moved', async () => {
    await ownAccount();
    const before = await build({ ...tried, updatedAt: at('10:00:00') });
    const other = await build(tried);
    await delay();
    await changePosts(db(), where(), 'edit', { postId: before.id, plan, detail: {} });
    expect(await rowsOf(accountId)).toEqual([{ ...before, ...planned }, other]);
    expect(await delayOf()).toBeNull();
  });

  test('edit: a failed post that gets a time begins anew, under what holds its account now', async () => {
    await ownAccount();
    const before = await build({ ...tried, status: 'failed' });
    await changePosts(db(), where(), 'hold', { reason: 'paused', until: null });
    await changePosts(db(), where(), 'edit', { postId: before.id, plan, detail: {} });
    const anew = { status: 'pending', retryCount: 0, errorCode: null, errorMessage: null } as const;
    const after = { ...before, ...planned, ...anew, holdReason: 'paused', updatedAt: JUST_AFTER };
    expect(await rowsOf(accountId)).toEqual([after]);
  });

  test('edit: a text alone changes nothing else', async () => {
    await ownAccount();
    const [before, other] = [await build(tried), await build()];
    await delay();
    await changePosts(db(), where(), 'edit', { postId: before.id, content: 'Other words', detail: {} });
    expect(await delayOf()).toEqual(DELAY);
    expect(await rowsOf(accountId)).toEqual([{ ...before, content: 'Other words', updatedAt: NOW }, other]);
  });

  test('retry: a failed post is due now, without its error, and the try is counted', async () => {
    await ownAccount();
    const stranger = accountId;
    await delay();
    await ownAccount();
    await delay();
    const before = await build({ ...tried, status: 'failed' });
    const other = await build({ ...tried, status: 'failed' });
    await changePosts(db(), where(), 'retry', { postId: before.id });
    expect([await delayOf(), await delayOf(stranger)]).toEqual([null, DELAY]);
    const due = {
      status: 'pending',
      dueAt: NOW,
      retryCount: 3,
      errorCode: null,
      errorMessage: null,
      failureToldAt: null,
    } as const;
    expect(await rowsOf(accountId)).toEqual([{ ...before, ...due, updatedAt: JUST_AFTER }, other]);
  });

  test('hold and release: shown on what may still go out, until the last hold has gone', async () => {
    await ownAccount();
    for (const status of ['pending', 'processing', 'failed', 'posted'] as const) await build({ status });
    const shownHolds = async () => (await rowsOf(accountId)).map((post) => post.holdReason);
    await changePosts(db(), where(), 'hold', { reason: 'subscription', until: null });
    await changePosts(db(), where(), 'hold', { reason: 'paused', until: null });
    expect(await shownHolds()).toEqual(['paused', 'paused', null, null]);
    const release = (reason: 'paused' | 'subscription') => changePosts(db(), where(), 'release', { reason });
    expect(await release('paused')).toEqual({ wasHeld: true, isFree: false });
    expect(await shownHolds()).toEqual(['subscription', 'subscription', null, null]);
    expect(await release('subscription')).toEqual({ wasHeld: true, isFree: true });
    expect(await shownHolds()).toEqual([null, null, null, null]);
    expect(await release('subscription')).toEqual({ wasHeld: false, isFree: true });
  });

  test('hold: a second one for the same reason moves its end; the log keeps both', async () => {
    await ownAccount();
    const hold = { reason: 'rate_limited', until: at('12:15:00') } as const;
    await changePosts(db(), where(), 'hold', hold);
    await changePosts(db(), where(), 'hold', { ...hold, until: at('12:30:00') });
    const own = eq(accountHolds.accountId, accountId);
    expect(await db().select({ until: accountHolds.until }).from(accountHolds).where(own)).toEqual([
      { until: at('12:30:00') },
    ]);
    const { at: time, kind, reason, until } = accountHoldLog;
    const log = db().select({ time, kind, reason, until }).from(accountHoldLog);
    expect(await log.where(eq(accountHoldLog.accountId, accountId)).orderBy(asc(accountHoldLog.id))).toEqual([
      { time: NOW, kind: 'held', reason: 'rate_limited', until: at('12:15:00') },
      { time: NOW, kind: 'held', reason: 'rate_limited', until: at('12:30:00') },
    ]);

    // Those that have ended are found, the longest ended first; only they end, and the log says when.
    const [first, end, later] = [accountId, at('12:20:00'), at('12:30:00')];
    await ownAccount();
    await changePosts(db(), where(), 'hold', { ...hold, until: end });
    await changePosts(db(), where(), 'hold', { reason: 'paused', until: null });
    expect(await selectEnded(db(), at('12:19:59.999'), 2)).toEqual([]);
    expect(await selectEnded(db(), later, 2)).toEqual([accountId, first]);
    expect(await selectEnded(db(), later, 1)).toEqual([accountId]);
    expect(await changePosts(db(), { accountId, now: end }, 'release_ended', {})).toBe(1);
    expect(await selectEnded(db(), later, 2)).toEqual([first]);
    await changePosts(db(), { accountId, now: later }, 'release', { reason: 'paused' });
    const logged = eq(accountHoldLog.accountId, accountId);
    const all = db().select({ time, kind, reason, until }).from(accountHoldLog).where(logged);
    expect((await all.orderBy(asc(accountHoldLog.id))).slice(2)).toEqual([
      { time: end, kind: 'released', reason: 'rate_limited', until: null },
      { time: later, kind: 'released', reason: 'paused', until: null },
    ]);
  });

  test('move: the first time that the person had planned is kept, however often a post moves', async () => {
    await ownAccount();
    const before = await build({ scheduledAt: at('09:00:00') });
    const other = await build({ scheduledAt: at('09:00:00') });
    const inHand = await build({ scheduledAt: at('09:00:00'), status: 'processing' });
    for (const to of [at('14:00:00'), plan.at]) {
      const moves = [before, inHand].map(({ id }) => ({ id, at: to, local: plan.local }));
      await changePosts(db(), where(), 'move', { moves });
    }
    expect(await rowsOf(accountId)).toEqual([
      { ...before, ...planned, movedFrom: at('09:00:00') },
      other,
      inHand,
    ]);
    expect(await selectHistory(db(), before.id)).toEqual([
      { at: NOW, kind: 'moved', detail: { to: '2026-03-02T14:00:00.000Z', local: plan.local } },
      { at: NOW, kind: 'moved', detail: { to: '2026-03-02T15:00:00.000Z', local: plan.local } },
    ]);
  });

  test('pause: pending posts alone, but not the one in hand, and no others of the account', async () => {
    await ownAccount();
    const old = { ...tried, updatedAt: at('10:00:00') };
    const [before, failed] = [await build(old), await build({ ...old, status: 'failed' })];
    const [inHand, other] = [await build({ ...old, status: 'processing' }), await build(old)];
    const postIds = [before, failed, inHand].map(({ id }) => id);
    await changePosts(db(), where(), 'pause', { postIds, paused: true });
    expect(await rowsOf(accountId)).toEqual([
      { ...before, isPaused: true, holdReason: 'paused_one', updatedAt: NOW },
      failed,
      inHand,
      other,
    ]);
  });

  test('replan: each post gets its own time, and a failed one begins anew', async () => {
    await ownAccount();
    const old = { ...tried, updatedAt: at('10:00:00') };
    const [first, second] = [await build({ ...old, status: 'failed' }), await build(old)];
    const later = { at: at('17:00:00'), local: '2026-03-02T18:00:00' };
    const from = old.scheduledAt;
    const plans = [
      { id: first.id, from, ...later },
      { id: second.id, from, ...plan },
    ];
    await changePosts(db(), where(), 'replan', { plans });
    const anew = { status: 'pending', retryCount: 0, errorCode: null, errorMessage: null } as const;
    const times = { scheduledAt: later.at, dueAt: later.at, scheduledLocal: later.local };
    expect(await rowsOf(accountId)).toEqual([
      { ...first, ...planned, ...anew, ...times },
      { ...second, ...planned },
    ]);
    expect(await selectHistory(db(), first.id)).toEqual([
      {
        at: NOW,
        kind: 'edited',
        detail: { from: from.toISOString(), to: later.at.toISOString(), local: later.local },
      },
    ]);
  });

  test('rezone: a post whose moment stays has another wall clock only; one in hand or out never moves', async () => {
    await ownAccount();
    const old = { ...tried, updatedAt: at('10:00:00') };
    const [stays, moves] = [await build(old), await build(old)];
    const [failed, failedMoves] = [
      await build({ ...old, status: 'failed' }),
      await build({ ...old, status: 'failed' }),
    ];
    const inHand = await build({ ...old, status: 'processing' });
    const from = old.scheduledAt;
    const posts = [stays, moves, failed, failedMoves, inHand].map(({ id }) => {
      const hasMoved = id === moves.id || id === failedMoves.id;
      return { id, from, local: plan.local, at: hasMoved ? plan.at : from };
    });
    await changePosts(db(), where(), 'rezone', { posts, zone: 'Europe/Paris' });
    expect(await rowsOf(accountId)).toEqual([
      { ...stays, scheduledLocal: plan.local },
      { ...moves, ...planned, failureToldAt: old.failureToldAt },
      { ...failed, scheduledLocal: plan.local },
      failedMoves,
      inHand,
    ]);
    expect(await selectHistory(db(), stays.id)).toEqual([]);
  });

  test('forget: all posts of the account go without a trace, but for the one in hand, and no stranger’s', async () => {
    await ownAccount();
    const stranger = await build();
    const strangers = accountId;
    await ownAccount();
    for (const status of ['pending', 'failed', 'posted'] as const) await build({ status });
    const inHand = await build({ status: 'processing' });
    await changePosts(db(), where(), 'forget', {});
    expect(await rowsOf(accountId)).toEqual([inHand]);
    expect(await rowsOf(strangers)).toEqual([stranger]);
  });

  test('found: a post is posted at the time that the timeline tells, without its error', async () => {
    await ownAccount();
    const before = await build({ ...tried, status: 'failed' });
    const other = await build(tried);
    const found = { postId: before.id, tweetId: '17', postedAt: at('11:31:00'), hasLink: true, tier: 'pro' };
    const settled = await changePosts(db(), where(), 'found', { posts: [found] });
    expect(settled.map(({ id, status, tweetId }) => [id, status, tweetId])).toEqual([
      [before.id, 'posted', '17'],
    ]);
    const posted = { status: 'posted', tweetId: '17', postedAt: at('11:31:00') } as const;
    const after = { ...before, ...posted, errorCode: null, errorMessage: null, updatedAt: NOW };
    expect(await rowsOf(accountId)).toEqual([after, other]);
    expect(await selectAttempts(db(), before.id)).toMatchObject([
      { unknownReason: 'restored', outcome: 'posted', tweetId: '17', settledAt: NOW },
    ]);
    const ledger = sql`select cost_micros, tier from posts where id = ${before.id}`;
    expect((await db().execute(ledger)).rows).toEqual([{ cost_micros: 200_000, tier: 'pro' }]);
  });
});

test('of a deleted post what happened to it is kept in order, and nothing of the posts beside it', async () => {
  await ownAccount();
  const gone = await build({ status: 'failed' });
  const newer = await build({ status: 'failed' });
  for (const [postId, minute] of [
    [gone.id, 1],
    [newer.id, 2],
    [gone.id, 3],
  ] as const) {
    await db().execute(sql`
      insert into post_attempts (post_id, account_id, started_at, outcome, settled_at)
      values (${postId}, ${accountId}, ${at(`11:0${minute}:00`)}, 'retry', ${NOW})`);
    await changePosts(db(), { accountId, now: at(`11:0${minute}:30`) }, 'edit', { postId, detail: {} });
  }
  const given = { posts: { postIds: [gone.id] }, way: 'one', by: user.id } as const;
  expect(await changePosts(db(), where(), 'delete', given)).toBe(1);
  expect(await rowsOf(accountId)).toEqual([newer]);
  const trace = await selectDeletedPost(db(), gone.id);
  expect(trace?.history.map((event) => event.at)).toEqual([at('11:01:30'), at('11:03:30')]);
  expect(trace?.attempts.map((attempt) => attempt.startedAt)).toEqual([at('11:01:00'), at('11:03:00')]);
});

test('what is deleted comes back as it was with all of its attempts, what gets another time says from when, and the rest stays gone', async () => {
  await ownAccount();
  const old = { ...tried, createdAt: at('08:00:00'), updatedAt: at('10:00:00') };
  const jobId = crypto.randomUUID();
  const failed = await build({ ...old, status: 'failed', generationJobId: jobId });
  const moves = await build({ ...old, content: 'See https://example.com', isPaused: true });
  const rest = await build(old);
  await db().execute(sql`
    insert into post_attempts (post_id, account_id, started_at, called_at, unknown_reason, unknown_since, outcome, tweet_id, error_code,
      error_message, settled_at)
    values (${failed.id}, ${accountId}, ${at('11:01:00')}, ${at('11:02:00')}, 'timeout', ${at('11:03:00')}, 'failed', '18', 'X_REFUSED',
      'Words', ${at('11:04:00')})`);
  const attempts = await selectAttempts(db(), failed.id);
  const postIds = [failed, moves, rest].map(({ id }) => id);
  await changePosts(db(), where(), 'delete', { posts: { postIds }, way: 'several', by: user.id });
  const plan = { at: at('15:00:00'), local: '2026-03-02T16:00:00' };
  const same = { at: failed.scheduledAt, local: '2026-03-02T12:00:00' };
  const gone = await selectDeletedPosts(db(), [failed.id, moves.id]);
  const posts = gone.map((post) => ({ post, plan: post.postId === failed.id ? same : plan }));
  await changePosts(db(), where(), 'restore', { posts });
  expect(await rowsOf(accountId)).toEqual([
    { ...failed, dueAt: same.at, scheduledLocal: same.local, failureToldAt: NOW, updatedAt: NOW },
    {
      ...moves,
      scheduledAt: plan.at,
      dueAt: plan.at,
      scheduledLocal: plan.local,
      movedFrom: moves.scheduledAt,
      failureToldAt: null,
      updatedAt: NOW,
    },
  ]);
  const links = sql`select has_link from posts where account_id = ${accountId} order by id`;
  expect((await db().execute(links)).rows).toEqual([{ has_link: false }, { has_link: true }]);
  expect(await selectAttempts(db(), failed.id)).toEqual(attempts);
  expect(await selectHistory(db(), failed.id)).toEqual([{ at: NOW, kind: 'restored', detail: {} }]);
  expect(await selectHistory(db(), moves.id)).toEqual([
    { at: NOW, kind: 'restored', detail: { to: plan.at.toISOString(), local: plan.local } },
  ]);
  expect(await selectDeletedPost(db(), failed.id)).toBeUndefined();
  expect(await selectDeletedPost(db(), rest.id)).toBeDefined();
  // The one that is not paused is the account's next post from then on.
  expect(await laneOf(app, accountId)).toMatchObject({ nextPost: null, nextDue: null });
  const [last] = await selectDeletedPosts(db(), [rest.id]);
  if (last) await changePosts(db(), where(), 'restore', { posts: [{ post: last, plan }] });
  expect(await laneOf(app, accountId)).toMatchObject({ nextPost: rest.id, nextDue: plan.at });
});

describe('a restore', () => {
  test('holds the account of a post that is failed or in hand, too, and leaves another hold shown', async () => {
    const built: Record<string, { id: number; hold: string | null }> = {};
    for (const status of ['pending', 'processing', 'failed', 'posted', 'paused'] as const) {
      await ownAccount();
      await build({ status: status === 'paused' ? 'pending' : status });
      if (status === 'paused') await changePosts(db(), where(), 'hold', { reason: 'paused', until: null });
      built[status] = { id: accountId, hold: null };
    }
    await holdRestored(db(), at('11:00:00'), NOW);
    const held = await db().select().from(accountHolds).where(eq(accountHolds.reason, 'restored'));
    const isHeld = (status: string) => held.some((hold) => hold.accountId === built[status]?.id);
    expect(Object.keys(built).filter(isHeld)).toEqual(['pending', 'processing', 'failed', 'paused']);
    const shownHold = async (status: string) => (await rowsOf(built[status]?.id ?? 0))[0]?.holdReason;
    expect([await shownHold('pending'), await shownHold('posted'), await shownHold('paused')]).toEqual([
      'restored',
      null,
      'paused',
    ]);
  });

  test('after two restores a timeline is read from the older backup on, each account once', async () => {
    const own = await buildApp({ now: NOW.toISOString() });
    const ids: number[] = [];
    for (let count = 0; count < 2; count += 1) ids.push((await connectX(own, await buildUser(own))).id);
    // Neither a restore before the accounts were held nor another hold of theirs counts.
    const { db } = own.platform;
    await insertRestore(db, { accountIds: [], backupFrom: at('05:00:00'), now: at('06:00:00') });
    for (const id of ids)
      await insertHold(db, { accountId: id, reason: 'paused', until: null, now: at('05:00:00') });
    const restore = (backup: string, now: string) =>
      insertRestore(db, { accountIds: ids, backupFrom: at(backup), now: at(now) });
    expect(await restore('09:00:00', '10:00:00')).toBe(2);
    expect(await restore('08:00:00', '11:00:00')).toBe(0);
    expect(await restore('10:30:00', '11:30:00')).toBe(0);
    const page = (after: number, heldBefore = at('10:00:00')) =>
      selectRestored(db, { after, heldBefore, limit: 1 });
    expect(await page(0, at('09:59:59.999'))).toEqual([]);
    expect(await page(0)).toEqual([{ accountId: ids[0], since: at('08:00:00') }]);
    expect(await page(ids[0] ?? 0)).toEqual([{ accountId: ids[1], since: at('08:00:00') }]);
    expect(await page(ids[1] ?? 0)).toEqual([]);
  });
});
