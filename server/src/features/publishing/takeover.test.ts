import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost } from '../../../test/factories.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { XError } from '../../providers/x/x.ts';
import { posts } from '../post/post.tables.ts';
import { publishPost } from './engine/publish-post.ts';
import { takeLooks, updateLook, updateUnknown } from './engine/publishing.store.ts';
import { reconcileAttempt } from './engine/reconcile-attempt.ts';
import { takeOverLanes } from './engine/workers.store.ts';
import { selectAttempts } from './lanes/history.store.ts';
import {
  accessTo,
  buildWorker,
  claimOfAccount,
  laneOf,
  livingDeps,
  settleAs,
} from './lanes/lanes.fixture.ts';
import { duePost, fault, runEngine, shown, tweetsOf } from './publishing.fixture.ts';
import { workers } from './publishing.tables.ts';
import { idsOf, type OpenAttempt } from './publishing.types.ts';

/* What becomes of a post whose worker is dead, or whose call has no answer. */

let app: TestApp;
let names = 0;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-02T12:00:00Z' });
});
// Nobody takes over what an earlier test left in hand.
beforeEach(async () => {
  await db().delete(workers);
  await db().execute(sql`update lanes set worker = null`);
});
afterAll(() => app.close());

const db = () => app.platform.db;
const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1_000);
const postOf = async (id: number) => (await db().select().from(posts).where(eq(posts.id, id)))[0];
const takeOver = (heir: { number: number }) => takeOverLanes(db(), heir.number, app.clock.databaseNow());
const NOBODY = { taken: 0, killed: [] };

/** A post that a worker has in hand, and another worker. */
async function inHand() {
  names += 1;
  const due = await duePost(app, `taken_${names}`, `See https://example.com/${names}`);
  const [owner, heir] = [await buildWorker(app), await buildWorker(app)];
  const claimed = await claimOfAccount(app, due.account.id, { worker: owner.number });
  return { ...due, owner, heir, claimed };
}

/** The same after the owner was silent for too long: the heir has the post. */
async function takenOver() {
  const given = await inHand();
  app.clock.advance(8_000);
  await db()
    .update(workers)
    .set({ aliveUntil: inSeconds(8) })
    .where(eq(workers.number, given.heir.number));
  expect(await takeOver(given.heir)).toEqual({ taken: 1, killed: [] });
  return given;
}

async function look(worker: number, accountId: number): Promise<OpenAttempt> {
  const open = await takeLooks(db(), { worker, now: app.clock.databaseNow(), limit: 100 });
  const attempt = open.find((each) => each.accountId === accountId);
  if (!attempt) throw new Error('nothing is to be looked at');
  return attempt;
}

test('I4 a post of a worker that was killed may be called absent seven seconds after its lock was found free', async () => {
  const { account, owner, heir, claimed } = await inHand();
  app.clock.advance(1_999);
  expect(await takeOver(heir)).toEqual(NOBODY);
  await owner.die();
  await expect.poll(() => takeOver(heir)).toEqual({ taken: 1, killed: [owner.instance] });
  expect(await laneOf(app, account.id)).toMatchObject({
    openPost: claimed.postId,
    worker: heir.number,
    lookAt: app.clock.now(),
    certainAt: inSeconds(7),
  });
});

test('I4 a post of a worker that was frozen may be called absent seven seconds after it could begin its last call', async () => {
  const { account, heir } = await inHand();
  const aliveUntil = inSeconds(8);
  app.clock.advance(7_999);
  expect(await takeOver(heir)).toEqual(NOBODY);
  app.clock.advance(1);
  expect(await takeOver(heir)).toEqual({ taken: 1, killed: [] });
  expect((await laneOf(app, account.id)).certainAt).toEqual(new Date(aliveUntil.getTime() + 7_000));
});

test('I4 a worker whose lock is free, but whose last sign is two seconds old, may have been cut off: it counts as frozen', async () => {
  const { account, owner, heir } = await inHand();
  const aliveUntil = inSeconds(8);
  app.clock.advance(2_000);
  await owner.die();
  await expect.poll(() => takeOver(heir)).toEqual({ taken: 1, killed: [] });
  expect((await laneOf(app, account.id)).certainAt).toEqual(new Date(aliveUntil.getTime() + 7_000));
});

test('I4 a takeover keeps what is known of a call that ended without an answer, and looks as often as at first', async () => {
  const { account, owner, heir } = await inHand();
  const certainAt = inSeconds(15);
  await db().execute(sql`update lanes set unknown_reason = 'timeout', unknown_since = ${app.clock.now()},
    certain_at = ${certainAt}, looks = 3, look_at = ${inSeconds(4)} where account_id = ${account.id}`);
  await owner.die();
  await expect.poll(() => takeOver(heir)).toMatchObject({ taken: 1 });
  expect(await laneOf(app, account.id)).toMatchObject({ certainAt, unknownReason: 'timeout', looks: 0 });
});

test.each([
  ['connection_reset', 7],
  ['server_error', 15],
  ['timeout', 15],
] as const)('I4 a post is called absent only when it is certain: %s, %d seconds', async (kind, seconds) => {
  const own = await buildApp({ now: '2026-03-02T12:00:00Z' });
  const { user, account, post, username } = await duePost(own, 'unanswered');
  const scheduledAt = own.clock.now();
  await buildPost(own, { user, accountId: account.id, content: 'The next one', scheduledAt });
  await fault(own, kind, { endpoint: 'tweets', username });
  expect(await runEngine(own)).toBe(0);
  const after = (milliseconds: number) => new Date(scheduledAt.getTime() + milliseconds);
  expect(await laneOf(own, account.id)).toMatchObject({
    certainAt: after(seconds * 1_000),
    lookAt: after(500),
  });
  for (const wait of [2_000, seconds * 1_000 - 2_001]) {
    own.clock.advance(wait);
    expect(await runEngine(own)).toBe(0);
    expect(await shown(own, user, post.id)).toMatchObject({ status: 'Processing' });
  }
  own.clock.advance(1);
  expect(await runEngine(own)).toBe(1);
  expect(await shown(own, user, post.id)).toMatchObject({ status: 'Pending' });
  expect(await tweetsOf(own, username)).toEqual([]);
});

test('I4 what a worker claims after it was taken for dead is taken over as well', async () => {
  const { account, owner, heir } = await takenOver();
  const second = await duePost(app, `taken_late_${names}`);
  await claimOfAccount(app, second.account.id, { worker: owner.number });
  expect(await takeOver(heir)).toMatchObject({ taken: 1 });
  expect(await laneOf(app, second.account.id)).toMatchObject({
    worker: heir.number,
    epoch: 2,
    lookAt: app.clock.now(),
    // It may have given its last sign just now.
    certainAt: inSeconds(8 + 7),
  });
  expect(await laneOf(app, account.id)).toMatchObject({ worker: heir.number });
});

test('I4 a post that is found is out at once, long before its absence is certain; what absence means its call tells', async () => {
  const { user, post, account, heir, claimed, username } = await takenOver();
  const access = await (await accessTo(app, [account.id])).get(account.id);
  if (access?.kind !== 'token') throw new Error('this account has no token');
  const deps = livingDeps(app);
  const attempt = await look(heir.number, account.id);
  expect(attempt.certainInMs).toBeGreaterThan(6_000);
  // Where it is not there yet, the next look is no later than when that is certain.
  for (const [certainInMs, next] of [
    [300, 0.3],
    [6_000, 0.5],
  ] as const) {
    expect(await reconcileAttempt(deps, { ...attempt, certainInMs }, access)).toBeUndefined();
    expect((await laneOf(app, account.id)).lookAt).toEqual(inSeconds(next));
  }
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => chance.mockRestore());
  const away = "X didn't accept the post. It may be having trouble. Retry in a while.";
  const twice =
    'X refused this post because you posted the same text recently. Change a few words and retry.';
  for (const [unknownReason, outcome] of [
    [null, { outcome: 'absent' }],
    // Half of the minute that it is late, counted from when it was to go out.
    ['timeout', { outcome: 'not_sent', waitMs: 30_000 }],
    ['connection_reset', { outcome: 'not_sent', waitMs: 30_000 }],
    ['unreadable_answer', { outcome: 'not_sent', waitMs: 30_000 }],
    ['server_error', { outcome: 'retry', waitMs: 10_000, code: 'X_UNAVAILABLE', message: away }],
    ['duplicate', { outcome: 'failed', code: 'DUPLICATE_TWEET', message: twice }],
  ] as const) {
    const certain = { ...attempt, dueAt: inSeconds(-60), certainInMs: 0, unknownReason };
    expect(await reconcileAttempt(deps, certain, access)).toEqual({
      ...idsOf(claimed),
      epoch: 2,
      ...outcome,
    });
  }
  await deps.x.publishPost(access.accessToken, 'Without a link');
  await deps.x.publishPost(access.accessToken, claimed.content);
  const [plain, tweet] = await tweetsOf(app, username);
  for (const [content, found] of [
    [claimed.content, { tweetId: tweet?.id, hasLink: true }],
    ['Without a link', { tweetId: plain?.id, hasLink: false }],
  ] as const) {
    const settlement = await reconcileAttempt(deps, { ...attempt, content }, access);
    expect(settlement).toEqual({ ...idsOf(claimed), epoch: 2, outcome: 'posted', ...found });
  }
  await settleAs(app, attempt, { outcome: 'posted', tweetId: tweet?.id ?? '' });
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', tweetId: tweet?.id });
});

test.each([
  ['as soon as another process gives up the renewal of its token', 9, 9],
  ['in a second, where that renewal was to end by now', -1, 1],
  ['in a minute, where nobody knows when there is a token', undefined, 60],
])('an old doubt is looked at again %s', async (_when, claimEnds, looksAgain) => {
  const { account, heir } = await takenOver();
  app.clock.advance(60_000);
  await db().execute(sql`update lanes set looks = 20 where account_id = ${account.id}`);
  const attempt = await look(heir.number, account.id);
  const until = claimEnds === undefined ? {} : { until: inSeconds(claimEnds) };
  const access = { kind: 'unavailable', ...until } as const;
  expect(await reconcileAttempt(livingDeps(app), attempt, access)).toBeUndefined();
  expect((await laneOf(app, account.id)).lookAt).toEqual(inSeconds(looksAgain));
});

test.each([
  ['refuses the token once, is read again with a new one at once', 1, 'posted'],
  ['refuses the new token as well, is read again later', 2, undefined],
])('a timeline for which X %s', async (_what, count, outcome) => {
  const { account, heir, claimed, username } = await takenOver();
  const access = await (await accessTo(app, [account.id])).get(account.id);
  if (access?.kind !== 'token') throw new Error('this account has no token');
  const living = livingDeps(app);
  const deps = { ...living, tokens: { ...living.tokens, renew: async () => access } };
  await deps.x.publishPost(access.accessToken, claimed.content);
  await fault(app, 'unauthorized', { endpoint: 'timeline', username, count });
  const attempt = await look(heir.number, account.id);
  const settlement = await reconcileAttempt(deps, attempt, access);
  expect(settlement?.outcome).toBe(outcome);
  if (!outcome)
    expect((await laneOf(app, account.id)).lookAt?.getTime()).toBeGreaterThan(app.clock.now().getTime());
});

test.each([
  ['limits us for ten seconds, is read again after them', 'rate_limited', 10, 10],
  ['limits us for less than the pause, is read again after that', 'rate_limited', 1, 4],
  ['limits us without saying how long, is read again after the pause', 'rate_limited', undefined, 4],
  ['does not answer, is read again after the pause', 'unavailable', undefined, 4],
  ['refuses, is read again in five minutes', 'refused', undefined, 300],
  ['does not know the grant, is read again after the pause', 'grant_dead', undefined, 4],
] as const)('a timeline that X %s', async (_what, kind, seconds, looksAgain) => {
  const { account, heir } = await takenOver();
  const access = await (await accessTo(app, [account.id])).get(account.id);
  const deps = livingDeps(app);
  app.clock.advance(60_000);
  await db().execute(sql`update lanes set looks = 6 where account_id = ${account.id}`);
  const attempt = await look(heir.number, account.id);
  const until = seconds === undefined ? {} : { until: inSeconds(seconds) };
  const recentPosts = () => Promise.reject(new XError(kind, 'No timeline', until));
  const given = { ...deps, x: { ...deps.x, recentPosts } };
  expect(await reconcileAttempt(given, attempt, access)).toBeUndefined();
  const { lookAt } = await laneOf(app, account.id);
  expect((lookAt?.getTime() ?? 0) - app.clock.now().getTime()).toBe(looksAgain * 1_000);
});

test('a timeline that breaks for a reason of our own is no answer of X', async () => {
  const { user, account, heir } = await takenOver();
  const access = await (await accessTo(app, [account.id])).get(account.id);
  const deps = livingDeps(app);
  const attempt = await look(heir.number, account.id);
  const recentPosts: typeof deps.x.recentPosts = (_token, _user, { onRead }) => {
    onRead?.([`${account.id}1`, `${account.id}2`]);
    return Promise.reject(new TypeError('a mistake'));
  };
  await expect(reconcileAttempt({ ...deps, x: { ...deps.x, recentPosts } }, attempt, access)).rejects.toThrow(
    'a mistake',
  );
  // What was read until then is paid for.
  const costs = await db().execute(sql`
    select user_id::int, account_id::int, post_id, kind, count, cost_micros::int, tier from cost_entries where kind = 'post_read' and account_id = ${account.id}`);
  expect(costs.rows).toEqual([
    {
      user_id: user.id,
      account_id: account.id,
      post_id: null,
      kind: 'post_read',
      count: 2,
      cost_micros: 10_000,
      tier: 'free',
    },
  ]);
});

test('an attempt whose account we cannot use is given up after an hour, to the millisecond', async () => {
  const { account, heir } = await takenOver();
  const deps = livingDeps(app);
  const attempt = await look(heir.number, account.id);
  for (const access of [undefined, { kind: 'dead' }, { kind: 'gone' }] as const) {
    const young = { ...attempt, ageMs: 3_599_999 };
    expect(await reconcileAttempt(deps, young, access)).toBeUndefined();
    expect((await laneOf(app, account.id)).lookAt).toEqual(inSeconds(300));
    expect(await reconcileAttempt(deps, { ...attempt, ageMs: 3_600_000 }, access)).toEqual({
      ...idsOf(attempt),
      outcome: 'failed',
      code: 'OUTCOME_UNKNOWN',
      message:
        "We lost access to the account before X confirmed this post. Check your timeline, and retry only if it isn't there.",
    });
  }
});

test('a look whose token X refuses waits no longer than for the process that renews it', async () => {
  const { account, heir, username } = await takenOver();
  const access = await (await accessTo(app, [account.id])).get(account.id);
  const living = livingDeps(app);
  const renew = async () => ({ kind: 'unavailable', until: inSeconds(9) }) as const;
  app.clock.advance(60_000);
  await db().execute(sql`update lanes set looks = 20 where account_id = ${account.id}`);
  await fault(app, 'unauthorized', { endpoint: 'timeline', username });
  const attempt = await look(heir.number, account.id);
  const deps = { ...living, tokens: { ...living.tokens, renew } };
  expect(await reconcileAttempt(deps, attempt, access)).toBeUndefined();
  expect((await laneOf(app, account.id)).lookAt).toEqual(inSeconds(9));
});

test('I3 a takeover raises the epoch, and only one of two workers gets it', async () => {
  const { account, owner, heir, claimed } = await inHand();
  const other = await buildWorker(app);
  await owner.die();
  await expect
    .poll(() => {
      return inTransaction(db(), async (tx) => {
        const { taken } = await takeOverLanes(tx, heir.number, app.clock.databaseNow());
        expect(await takeOver(other)).toEqual(NOBODY);
        return taken;
      });
    })
    .toBe(1);
  expect(await laneOf(app, account.id)).toMatchObject({ epoch: claimed.epoch + 1, worker: heir.number });
  expect(await takeOver(other)).toEqual(NOBODY);
});

test.each([
  { outcome: 'failed', code: 'X_REFUSED', message: 'No' },
  { outcome: 'retry', code: 'X_UNAVAILABLE', message: 'No', waitMs: 1_000 },
  { outcome: 'not_sent', waitMs: 1_000 },
  { outcome: 'released' },
  { outcome: 'absent' },
] as const)('I3 $outcome of the former worker changes nothing', async (outcome) => {
  const { account, post, claimed } = await takenOver();
  const before = [await laneOf(app, account.id), await postOf(post.id), await selectAttempts(db(), post.id)];
  expect(await settleAs(app, claimed, outcome)).toEqual([]);
  const unknown = {
    reason: 'timeout',
    calledAt: inSeconds(-1),
    certainAfterSeconds: 15,
    lookAfterMs: 500,
  } as const;
  await updateUnknown(db(), claimed, { ...unknown, now: app.clock.databaseNow() });
  await updateLook(db(), claimed, app.clock.databaseNow(), 500);
  const after = [await laneOf(app, account.id), await postOf(post.id), await selectAttempts(db(), post.id)];
  expect(after).toEqual(before);
});

test('I3 posted of the former worker holds, and the look that another worker has begun ends the attempt', async () => {
  const { user, account, post, heir, claimed } = await takenOver();
  const next = await buildPost(app, { user, accountId: account.id, scheduledAt: inSeconds(60) });
  const begun = await look(heir.number, account.id);
  const now = app.clock.databaseNow();
  const unknown = {
    reason: 'duplicate',
    calledAt: inSeconds(-1),
    certainAfterSeconds: 15,
    lookAfterMs: 500,
  } as const;
  await updateUnknown(db(), begun, { ...unknown, now });
  await db().execute(sql`update lanes set not_before = ${inSeconds(20)} where account_id = ${account.id}`);
  const lane = await laneOf(app, account.id);
  const late = { outcome: 'posted', tweetId: '71', calledAt: inSeconds(-8), waitMs: 60_000 } as const;
  expect(await settleAs(app, claimed, late)).toHaveLength(1);
  expect(await postOf(post.id)).toMatchObject({ status: 'posted', tweetId: '71' });
  // Its own attempt ended, and nothing of the one that the lane has in hand.
  expect(await laneOf(app, account.id)).toEqual({ ...lane, nextPost: next.id, nextDue: next.dueAt });
  expect(await selectAttempts(db(), post.id)).toContainEqual(
    expect.objectContaining({
      outcome: 'posted',
      calledAt: inSeconds(-8),
      unknownReason: null,
      unknownSince: null,
    }),
  );
  app.clock.advance(30_000);
  const attempt = await look(heir.number, account.id);
  const settlement = await reconcileAttempt(livingDeps(app), attempt, undefined);
  expect(settlement).toEqual({ ...idsOf(attempt), outcome: 'released' });
  await settleAs(app, attempt, { outcome: 'released' });
  expect(await postOf(post.id)).toMatchObject({ status: 'posted', tweetId: '71' });
  expect(await laneOf(app, account.id)).toMatchObject({ openPost: null, nextPost: next.id });
});

test('I3 posted of the former worker wins over absent, and nobody takes the post again', async () => {
  const { account, post, heir, claimed } = await takenOver();
  const attempt = await look(heir.number, account.id);
  await settleAs(app, attempt, { outcome: 'absent' });
  expect(await laneOf(app, account.id)).toMatchObject({ openPost: null, nextPost: post.id, absents: 1 });
  await settleAs(app, claimed, { outcome: 'posted', tweetId: '72' });
  expect(await postOf(post.id)).toMatchObject({ status: 'posted', tweetId: '72', errorCode: null });
  expect(await laneOf(app, account.id)).toMatchObject({ openPost: null, nextPost: null });
});

test('I3 posted of the former worker wins over failed', async () => {
  const { account, post, heir, claimed } = await takenOver();
  const attempt = await look(heir.number, account.id);
  await settleAs(app, attempt, { outcome: 'failed', code: 'OUTCOME_UNKNOWN', message: 'We do not know' });
  expect(await postOf(post.id)).toMatchObject({ status: 'failed', postedAt: null });
  await settleAs(app, claimed, { outcome: 'posted', tweetId: '73' });
  expect(await postOf(post.id)).toMatchObject({
    status: 'posted',
    tweetId: '73',
    postedAt: app.clock.now(),
    errorCode: null,
    errorMessage: null,
  });
});

test('I3 posted of the former worker leaves a newer attempt to be reconciled, which sends nothing and changes nothing', async () => {
  const { account, post, heir, claimed, username } = await takenOver();
  await settleAs(app, await look(heir.number, account.id), { outcome: 'absent' });
  const newer = await claimOfAccount(app, account.id);
  await settleAs(app, claimed, { outcome: 'posted', tweetId: '74' });
  expect(await laneOf(app, account.id)).toMatchObject({ openPost: post.id, epoch: newer.epoch });
  // X refuses the same text, so the newer attempt is a duplicate of the one before it.
  await fault(app, 'duplicate', { endpoint: 'tweets', username });
  const access = await (await accessTo(app, [account.id])).get(account.id);
  expect(await publishPost(livingDeps(app), newer, access)).toBeUndefined();
  expect(await laneOf(app, account.id)).toMatchObject({ unknownReason: 'duplicate', openPost: post.id });
  app.clock.advance(500);
  const attempt = await look(1_000, account.id);
  expect(attempt.isPosted).toBe(true);
  await settleAs(app, attempt, { outcome: 'released' });
  expect(await postOf(post.id)).toMatchObject({ status: 'posted', tweetId: '74' });
  expect((await laneOf(app, account.id)).openPost).toBeNull();
  expect(await tweetsOf(app, username)).toEqual([]);
});

test('I3 what a newer attempt says after a late posted does not change the post', async () => {
  const { account, post, heir, claimed } = await takenOver();
  await settleAs(app, await look(heir.number, account.id), { outcome: 'absent' });
  const newer = await claimOfAccount(app, account.id);
  await settleAs(app, claimed, { outcome: 'posted', tweetId: '75' });
  const before = await postOf(post.id);
  await settleAs(app, newer, { outcome: 'failed', code: 'X_REFUSED', message: 'No' });
  expect(await postOf(post.id)).toEqual(before);
  expect((await laneOf(app, account.id)).openPost).toBeNull();
});
