import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, connectX } from '../../../../test/factories.ts';
import { alikeTexts } from '../../alike/alike.tables.ts';
import { signatureOf } from '../../alike/signature.rules.ts';
import { shownPosts, posts as storedPosts } from '../../post/post.tables.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { lanes, postAttempts, weeklySummaries } from '../publishing.tables.ts';
import { changePosts } from './change-posts.ts';
import { insertRestored } from './changes.store.ts';
import { selectAttempts, selectDeletedPost, selectDeletedPosts, selectHistory } from './history.store.ts';
import { laneOf } from './lanes.fixture.ts';

/* What each change writes, and what it leaves alone: whole rows are compared, before and after. */

const at = (time: string) => new Date(`2026-03-02T${time}Z`);
const NOW = at('12:00:00');
/** A page takes the later state of a post, so a change is always later than what was before. */
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
/** A post that was made and last changed earlier in the day. */
const build = (given: Parameters<typeof buildPost>[1] = {}) =>
  buildPost(app, { user, accountId, createdAt: at('08:00:00'), updatedAt: at('10:00:00'), ...given });
const rowsOf = (id: number): Promise<PostRecord[]> =>
  db().select().from(shownPosts).where(eq(shownPosts.accountId, id)).orderBy(asc(shownPosts.id));
/** Whether X sees a link in each post of the account. */
const linksOf = async (id: number) =>
  (
    await db()
      .select({ hasLink: storedPosts.hasLink })
      .from(storedPosts)
      .where(eq(storedPosts.accountId, id))
      .orderBy(asc(storedPosts.id))
  ).map(({ hasLink }) => hasLink);
/** Which posts of the account have an attempt on record. */
const attemptsAt = async (id: number) =>
  (await db().select().from(postAttempts).where(eq(postAttempts.accountId, id))).map(({ postId }) => postId);
/** With what words these posts are compared with others, and until when. */
const comparedOf = (...ids: number[]) =>
  db()
    .select({ postId: alikeTexts.postId, sketch: alikeTexts.sketch, lookAt: alikeTexts.lookAt })
    .from(alikeTexts)
    .where(inArray(alikeTexts.postId, ids))
    .orderBy(asc(alikeTexts.postId));
const sketchOf = (content: string) => signatureOf(content).sketch;
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
    const plans = [
      { content: 'New: https://example.com', at: at('16:00:00'), local: '2026-03-02T17:00:00' },
      { content: 'Newer', at: at('15:00:00'), local: '2026-03-02T16:00:00' },
    ];
    const jobId = crypto.randomUUID();
    const given = { userId: user.id, jobId, posts: plans };
    const [first = 0, second = 0] = await changePosts(db(), where(), 'save', given);
    const fresh = {
      userId: user.id,
      accountId,
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
    };
    expect(await rowsOf(accountId)).toEqual([
      {
        ...fresh,
        id: first,
        content: 'New: https://example.com',
        scheduledAt: at('16:00:00'),
        scheduledLocal: '2026-03-02T17:00:00',
        dueAt: at('16:00:00'),
      },
      {
        ...fresh,
        id: second,
        content: 'Newer',
        scheduledAt: at('15:00:00'),
        scheduledLocal: '2026-03-02T16:00:00',
        dueAt: at('15:00:00'),
      },
    ]);
    expect(await linksOf(accountId)).toEqual([true, false]);
    expect(await selectHistory(db(), second)).toEqual([
      { at: NOW, kind: 'planned', detail: { at: '2026-03-02T15:00:00.000Z', local: '2026-03-02T16:00:00' } },
    ]);
    // Each counts by its own words, until 90 days after its time.
    expect(await comparedOf(first, second)).toEqual([
      {
        postId: first,
        sketch: sketchOf('New: https://example.com'),
        lookAt: new Date('2026-05-31T16:00:00Z'),
      },
      { postId: second, sketch: sketchOf('Newer'), lookAt: new Date('2026-05-31T15:00:00Z') },
    ]);
    const summaries = db().select().from(weeklySummaries).where(eq(weeklySummaries.userId, user.id));
    expect(await summaries).toEqual([{ userId: user.id, dueAt: NOW, week: null }]);

    // A post that somebody copied says of which, and what it is.
    const origin = { kind: 'copied', detail: { of: first } } as const;
    const later = { userId: user.id, jobId: null, posts: plans.slice(1), origin };
    const [copy = 0] = await changePosts(db(), { accountId, now: at('13:00:00') }, 'save', later);
    expect((await rowsOf(accountId))[2]).toMatchObject({ id: copy, generationJobId: null });
    const time = { at: '2026-03-02T15:00:00.000Z', local: '2026-03-02T16:00:00' };
    expect(await selectHistory(db(), copy)).toEqual([
      { at: at('13:00:00'), kind: 'copied', detail: { of: first, ...time } },
    ]);
    expect(await summaries).toEqual([{ userId: user.id, dueAt: NOW, week: null }]);
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
    const detail = { from: 'there', to: 'here' };
    await changePosts(db(), where(), 'edit', { postId: before.id, plan, detail });
    expect(await rowsOf(accountId)).toEqual([{ ...before, ...planned }, other]);
    expect(await delayOf()).toBeNull();
    expect(await selectHistory(db(), before.id)).toEqual([{ at: NOW, kind: 'edited', detail }]);
    expect(await selectHistory(db(), other.id)).toEqual([]);
    // Its words are as they were.
    expect(await comparedOf(before.id)).toEqual([]);
  });

  test('edit: a failed post that gets a time begins anew, under what holds its account now', async () => {
    await ownAccount();
    const before = await build({ ...tried, status: 'failed', updatedAt: NOW });
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
    const content = 'Other words: https://example.com';
    await changePosts(db(), where(), 'edit', { postId: before.id, content, detail: {} });
    expect(await delayOf()).toEqual(DELAY);
    expect(await rowsOf(accountId)).toEqual([{ ...before, content, updatedAt: NOW }, other]);
    expect(await linksOf(accountId)).toEqual([true, false]);
    const compared = { postId: before.id, sketch: sketchOf(content) };
    expect(await comparedOf(before.id, other.id)).toEqual([
      { ...compared, lookAt: new Date('2026-05-31T12:00:00Z') },
    ]);
    // With a time, it counts for as long as that asks for.
    const both = { postId: before.id, content: 'Without a link', plan, detail: {} };
    await changePosts(db(), where(), 'edit', both);
    expect(await linksOf(accountId)).toEqual([false, false]);
    expect(await comparedOf(before.id, other.id)).toEqual([
      { postId: before.id, sketch: sketchOf('Without a link'), lookAt: new Date('2026-05-31T15:00:00Z') },
    ]);
  });

  test('retry: a failed post is due now, without its error, and the try is counted', async () => {
    await ownAccount();
    const stranger = accountId;
    await delay();
    await ownAccount();
    await delay();
    const before = await build({ ...tried, status: 'failed', updatedAt: NOW });
    const other = await build({ ...tried, status: 'failed' });
    const pending = await build(tried);
    for (const { id } of [before, pending]) await changePosts(db(), where(), 'retry', { postId: id });
    expect([await delayOf(), await delayOf(stranger)]).toEqual([null, DELAY]);
    const due = {
      status: 'pending',
      dueAt: NOW,
      retryCount: 3,
      errorCode: null,
      errorMessage: null,
      failureToldAt: null,
    } as const;
    expect(await rowsOf(accountId)).toEqual([{ ...before, ...due, updatedAt: JUST_AFTER }, other, pending]);
    expect(await selectHistory(db(), before.id)).toEqual([{ at: NOW, kind: 'retried', detail: {} }]);
  });

  test('failure_told: posts that failed say since when their owner knows, and nothing else of them changes', async () => {
    await ownAccount();
    const untold = { ...tried, failureToldAt: null };
    const failed = await build({ ...untold, status: 'failed' });
    const [pending, other] = [await build(untold), await build({ ...untold, status: 'failed' })];
    await changePosts(db(), where(), 'failure_told', { postIds: [failed.id, pending.id] });
    expect(await rowsOf(accountId)).toEqual([{ ...failed, failureToldAt: NOW }, pending, other]);
    expect(await selectHistory(db(), failed.id)).toEqual([]);
  });

  test('move: the first time that the person had planned is kept, however often a post moves', async () => {
    await ownAccount();
    const before = await build({ scheduledAt: at('09:00:00') });
    const other = await build({ scheduledAt: at('09:00:00') });
    const inHand = await build({ scheduledAt: at('09:00:00'), status: 'processing' });
    const failed = await build({ scheduledAt: at('09:00:00'), status: 'failed' });
    for (const to of [at('14:00:00'), plan.at]) {
      const moves = [before, inHand, failed].map(({ id }) => ({ id, at: to, local: plan.local }));
      await changePosts(db(), where(), 'move', { moves });
    }
    expect(await rowsOf(accountId)).toEqual([
      { ...before, ...planned, movedFrom: at('09:00:00'), updatedAt: JUST_AFTER },
      other,
      inHand,
      failed,
    ]);
    expect(await selectHistory(db(), before.id)).toEqual([
      { at: NOW, kind: 'moved', detail: { to: '2026-03-02T14:00:00.000Z', local: plan.local } },
      { at: NOW, kind: 'moved', detail: { to: '2026-03-02T15:00:00.000Z', local: plan.local } },
    ]);
  });

  test('pause: pending posts alone, but not the one in hand, and no others of the account', async () => {
    await ownAccount();
    const [before, failed] = [await build(tried), await build({ ...tried, status: 'failed' })];
    const [inHand, other] = [await build({ ...tried, status: 'processing' }), await build(tried)];
    const postIds = [before, failed, inHand].map(({ id }) => id);
    await changePosts(db(), where(), 'pause', { postIds, paused: true });
    const paused = { ...before, isPaused: true, holdReason: 'paused_one', updatedAt: NOW } as const;
    expect(await rowsOf(accountId)).toEqual([paused, failed, inHand, other]);

    const [again, later] = [
      { accountId, now: at('12:05:00') },
      { accountId, now: at('12:10:00') },
    ];
    await changePosts(db(), again, 'pause', { postIds: [other.id], paused: true, because: 'restored' });
    await changePosts(db(), later, 'pause', { postIds: [before.id], paused: false });
    expect(await rowsOf(accountId)).toEqual([
      { ...before, updatedAt: at('12:10:00') },
      failed,
      inHand,
      { ...other, isPaused: true, holdReason: 'paused_one', updatedAt: at('12:05:00') },
    ]);
    expect(await selectHistory(db(), before.id)).toEqual([
      { at: NOW, kind: 'paused', detail: {} },
      { at: at('12:10:00'), kind: 'resumed', detail: {} },
    ]);
    expect(await selectHistory(db(), other.id)).toEqual([
      { at: at('12:05:00'), kind: 'paused', detail: { because: 'restored' } },
    ]);
  });

  test('replan: each post gets its own time, and a failed one begins anew', async () => {
    await ownAccount();
    const [first, second] = [await build({ ...tried, status: 'failed' }), await build(tried)];
    const [inHand, posted] = [await build({ status: 'processing' }), await build({ status: 'posted' })];
    const later = { at: at('17:00:00'), local: '2026-03-02T18:00:00' };
    const plans = [
      { id: first.id, from: at('11:00:00'), ...later },
      { id: second.id, from: at('11:10:00'), ...plan },
      ...[inHand, posted].map(({ id }) => ({ id, from: NOW, ...plan })),
    ];
    await changePosts(db(), where(), 'replan', { plans });
    const anew = { status: 'pending', retryCount: 0, errorCode: null, errorMessage: null } as const;
    const times = { scheduledAt: later.at, dueAt: later.at, scheduledLocal: later.local };
    expect(await rowsOf(accountId)).toEqual([
      { ...first, ...planned, ...anew, ...times },
      { ...second, ...planned },
      inHand,
      posted,
    ]);
    for (const [id, detail] of [
      [first.id, { from: '2026-03-02T11:00:00.000Z', to: '2026-03-02T17:00:00.000Z', local: later.local }],
      [second.id, { from: '2026-03-02T11:10:00.000Z', to: '2026-03-02T15:00:00.000Z', local: plan.local }],
    ] as const)
      expect(await selectHistory(db(), id)).toEqual([{ at: NOW, kind: 'edited', detail }]);
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
    const times = { from: '2026-03-02T11:00:00.000Z', to: '2026-03-02T15:00:00.000Z' };
    expect(await selectHistory(db(), moves.id)).toEqual([
      { at: NOW, kind: 'edited', detail: { ...times, local: plan.local, zone: 'Europe/Paris' } },
    ]);
  });

  test('each is dated later than the post was before, also where that is ahead of our clock', async () => {
    await ownAccount();
    const ahead = at('12:00:00.250');
    const make = (status: 'pending' | 'failed' = 'pending') => build({ status, updatedAt: ahead });
    const [worded, paused, moved] = [await make(), await make(), await make()];
    const [rezoned, found] = [await make(), await make('failed')];
    const change = { detail: {}, content: 'Other words' };
    await changePosts(db(), where(), 'edit', { postId: worded.id, ...change });
    await changePosts(db(), where(), 'pause', { postIds: [paused.id], paused: true });
    await changePosts(db(), where(), 'move', { moves: [{ id: moved.id, ...plan }] });
    const zone = { zone: 'Europe/Paris', posts: [{ id: rezoned.id, from: rezoned.scheduledAt, ...plan }] };
    await changePosts(db(), where(), 'rezone', zone);
    const tweet = { postId: found.id, tweetId: '19', postedAt: at('11:31:00'), hasLink: false, tier: 'pro' };
    const [event] = await changePosts(db(), where(), 'found', { posts: [tweet] });
    const later = new Date(ahead.getTime() + 1);
    expect((await rowsOf(accountId)).map(({ updatedAt }) => updatedAt)).toEqual(Array(5).fill(later));
    expect(event?.updatedAt).toEqual(later);
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
    const traces = sql`select 1 from deleted_posts where account_id = ${accountId}`;
    expect((await db().execute(traces)).rows).toEqual([]);
  });

  test('found: a post is posted at the time that the timeline tells, without its error', async () => {
    await ownAccount();
    const before = await build({ ...tried, status: 'failed' });
    const other = await build(tried);
    const found = { postId: before.id, tweetId: '17', postedAt: at('11:31:00'), hasLink: true, tier: 'pro' };
    const settled = await changePosts(db(), where(), 'found', { posts: [found] });
    expect(settled).toEqual([
      {
        id: before.id,
        userId: user.id,
        accountId,
        status: 'posted',
        retryCount: 2,
        dueAt: at('11:30:00'),
        errorCode: null,
        tweetId: '17',
        errorMessage: null,
        updatedAt: NOW,
      },
    ]);
    const posted = { status: 'posted', tweetId: '17', postedAt: at('11:31:00') } as const;
    const after = { ...before, ...posted, errorCode: null, errorMessage: null, updatedAt: NOW };
    expect(await rowsOf(accountId)).toEqual([after, other]);
    expect(await selectAttempts(db(), before.id)).toEqual([
      {
        startedAt: NOW,
        calledAt: null,
        unknownReason: 'restored',
        unknownSince: NOW,
        outcome: 'posted',
        tweetId: '17',
        errorCode: null,
        errorMessage: null,
        settledAt: NOW,
      },
    ]);
    expect(await attemptsAt(accountId)).toEqual([before.id]);
    const ledger = sql`select cost_micros, tier from posts where id = ${before.id}`;
    expect((await db().execute(ledger)).rows).toEqual([{ cost_micros: 200_000, tier: 'pro' }]);
  });

  test('none of them reaches a post of another account, whatever ids it is given', async () => {
    await ownAccount();
    const theirs = [await build(tried), await build({ ...tried, status: 'failed' })];
    const postIds = theirs.map(({ id }) => id);
    const { id: deleted } = await build(tried);
    const all = { posts: { postIds: [deleted] }, way: 'one', by: user.id } as const;
    await changePosts(db(), where(), 'delete', all);
    const stranger = accountId;
    const state = async () => [
      await rowsOf(stranger),
      await laneOf(app, stranger),
      await selectDeletedPost(db(), deleted),
    ];
    const before = await state();
    await ownAccount();
    for (const postId of postIds) {
      await changePosts(db(), where(), 'edit', { postId, content: 'Mine', plan, detail: {} });
      await changePosts(db(), where(), 'retry', { postId });
    }
    const times = [plan.at, tried.scheduledAt].map((time) =>
      postIds.map((id) => ({ id, ...plan, at: time })),
    );
    for (const moves of times) {
      const posts = moves.map((move) => ({ ...move, from: NOW }));
      await changePosts(db(), where(), 'replan', { plans: posts });
      await changePosts(db(), where(), 'move', { moves });
      await changePosts(db(), where(), 'rezone', { posts, zone: 'UTC' });
    }
    await changePosts(db(), where(), 'pause', { postIds, paused: true });
    await changePosts(db(), where(), 'failure_told', { postIds });
    const found = { tweetId: '19', postedAt: NOW, hasLink: false, tier: 'pro' };
    const posts = postIds.map((postId) => ({ ...found, postId }));
    expect(await changePosts(db(), where(), 'found', { posts })).toEqual([]);
    const none = { posts: { postIds }, way: 'one', by: user.id } as const;
    expect(await changePosts(db(), where(), 'delete', none)).toBe(0);
    const [post] = await selectDeletedPosts(db(), [deleted]);
    if (post) await insertRestored(db(), { accountId, posts: [{ post, plan }], now: NOW });
    expect(await state()).toEqual(before);
    expect(await rowsOf(accountId)).toEqual([]);
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
  const jobId = crypto.randomUUID();
  const failed = await build({ ...tried, status: 'failed', generationJobId: jobId });
  const early = { ...tried, scheduledAt: at('10:30:00') };
  const moves = await build({ ...early, content: 'See https://example.com', isPaused: true });
  const rest = await build(tried);
  for (const [postId, text, now] of [
    [failed.id, 'first', at('11:20:00')],
    [rest.id, 'other', at('11:21:00')],
    [failed.id, 'second', at('11:22:00')],
  ] as const)
    await changePosts(db(), { accountId, now }, 'edit', { postId, detail: { text } });
  await db().execute(sql`
    insert into post_attempts (post_id, account_id, started_at, called_at, unknown_reason, unknown_since, outcome, tweet_id, error_code,
      error_message, settled_at)
    values (${failed.id}, ${accountId}, ${at('11:01:00')}, ${at('11:02:00')}, 'timeout', ${at('11:03:00')}, 'failed', '18', 'X_REFUSED',
      'Words', ${at('11:04:00')})`);
  await db().execute(sql`
    insert into post_attempts (post_id, account_id, started_at, outcome, settled_at)
    values (${rest.id}, ${accountId}, ${at('11:05:00')}, 'retry', ${at('11:06:00')})`);
  const attempts = await selectAttempts(db(), failed.id);
  const postIds = [failed, moves, rest].map(({ id }) => id);
  await changePosts(db(), where(), 'delete', { posts: { postIds }, way: 'several', by: 17 });
  const plan = { at: at('15:00:00'), local: '2026-03-02T16:00:00' };
  const same = { at: failed.scheduledAt, local: '2026-03-02T12:00:00' };
  const kept = await selectDeletedPosts(db(), [rest.id, failed.id, moves.id]);
  expect(kept.map(({ postId }) => postId)).toEqual([moves.id, failed.id, rest.id]);
  const edits = [
    { at: at('11:20:00'), kind: 'edited', detail: { text: 'first' } },
    { at: at('11:22:00'), kind: 'edited', detail: { text: 'second' } },
  ];
  expect(kept[1]).toEqual({
    postId: failed.id,
    userId: user.id,
    accountId,
    content: failed.content,
    scheduledAt: at('11:00:00'),
    status: 'failed',
    createdAt: at('08:00:00'),
    deletedAt: NOW,
    deletedBy: 17,
    way: 'several',
    isPaused: false,
    movedFrom: at('09:00:00'),
    retryCount: 2,
    errorCode: 'X_UNAVAILABLE',
    errorMessage: 'No luck',
    generationJobId: jobId,
    history: edits,
    attempts,
  });
  const gone = kept.filter(({ postId }) => postId !== rest.id);
  const posts = gone.map((post) => ({ post, plan: post.postId === failed.id ? same : plan }));
  await changePosts(db(), where(), 'restore', { posts });
  expect(await rowsOf(accountId)).toEqual([
    { ...failed, dueAt: same.at, scheduledLocal: same.local, failureToldAt: NOW, updatedAt: NOW },
    {
      ...moves,
      scheduledAt: plan.at,
      dueAt: plan.at,
      scheduledLocal: plan.local,
      movedFrom: at('10:30:00'),
      failureToldAt: null,
      updatedAt: NOW,
    },
  ]);
  expect(await linksOf(accountId)).toEqual([false, true]);
  expect(await comparedOf(failed.id, moves.id, rest.id)).toEqual([
    { postId: failed.id, sketch: sketchOf(failed.content), lookAt: new Date('2026-05-31T12:00:00Z') },
    { postId: moves.id, sketch: sketchOf(moves.content), lookAt: new Date('2026-05-31T15:00:00Z') },
  ]);
  expect(await selectAttempts(db(), failed.id)).toEqual(attempts);
  expect(await attemptsAt(accountId)).toEqual([failed.id]);
  expect(await selectHistory(db(), failed.id)).toEqual([...edits, { at: NOW, kind: 'restored', detail: {} }]);
  expect(await selectHistory(db(), rest.id)).toEqual([]);
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
