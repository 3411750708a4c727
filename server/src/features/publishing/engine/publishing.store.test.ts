import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../../test/factories.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { connect } from '../../generation/generation.fixture.ts';
import { posts } from '../../post/post.tables.ts';
import { selectAttempts } from '../lanes/history.store.ts';
import { addHold, holdAccount } from '../lanes/hold-account.ts';
import { lockLanes, requireOwnPost } from '../lanes/lock-lanes.ts';
import { addPosts, requeuePost, rewritePost } from '../lanes/schedule-posts.ts';
import { claimOf, claimOfAccount, claimPosts, laneOf, settleAs } from '../publishing.fixture.ts';
import type { ClaimedPost } from '../publishing.types.ts';
import {
  accountsDueBefore,
  claimLanes,
  countRetries,
  findLost,
  nextWake,
  takeLooks,
  updateLook,
  updateUnknown,
} from './publishing.store.ts';
import { deleteStop, insertStop } from './stops.store.ts';

/* The engine's statements, each with what it must not do. */

const at = (time: string) => new Date(`2026-03-02T${time}Z`);
const NOW = at('12:00:00');

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: NOW.toISOString() });
});
beforeEach(async () => {
  await db().execute(sql`delete from x_accounts`);
  app.clock.set(NOW);
});
afterAll(() => app.close());

const db = () => app.platform.db;
const postOf = async (id: number) => (await db().select().from(posts).where(eq(posts.id, id)))[0];
const idsOfClaim = async () => (await claimPosts(app)).map((post) => post.postId);

/** An account with posts that are due at these times. */
async function dueAt(...times: string[]) {
  const user = await buildUser(app);
  const accountId = await connect(app, user.id);
  const built = [];
  for (const time of times) built.push(await buildPost(app, { user, accountId, scheduledAt: at(time) }));
  return { user, accountId, built };
}

/** A post that a worker has claimed at noon. */
async function claimedPost(): Promise<ClaimedPost> {
  const { accountId } = await dueAt('12:00:00');
  return claimOfAccount(app, accountId);
}

/** Records that X did not answer in time. */
const leaveUnknown = (claimed: ClaimedPost) =>
  updateUnknown(db(), claimed, {
    reason: 'timeout',
    calledAt: NOW,
    now: app.clock.databaseNow(),
    certainAfterSeconds: 15,
    lookAfterMs: 500,
  });

test('a claim takes the account’s next post, counts in its lane, and clears what an earlier attempt left there', async () => {
  const { user, accountId, built } = await dueAt('12:00:00', '11:59:00');
  const [later, next] = built.map(({ id }) => id);
  const known = { dueAt: at('11:59:30'), retryCount: 4, updatedAt: at('11:45:00') };
  await db()
    .update(posts)
    .set(known)
    .where(eq(posts.id, next ?? 0));
  const open = { userId: user.id, worker: 1_000, epoch: 1, startedAt: NOW };
  const claimed = await claimOfAccount(app, accountId);
  expect(claimed).toMatchObject({ ...open, ...known, postId: next, content: built[1]?.content });
  expect(await laneOf(app, accountId)).toMatchObject({ ...open, openPost: next, nextPost: next });
  await settleAs(app, claimed, { outcome: 'posted', tweetId: '11' });
  await db().execute(sql`update lanes set looks = 3, called_at = ${NOW}, unknown_reason = 'timeout', unknown_since = ${NOW},
    certain_at = ${NOW}, look_at = ${NOW} where account_id = ${accountId}`);
  expect(await claimOfAccount(app, accountId)).toMatchObject({ postId: later, epoch: 2 });
  expect(await laneOf(app, accountId)).toMatchObject({
    openPost: later,
    calledAt: null,
    unknownReason: null,
    unknownSince: null,
    certainAt: null,
    lookAt: null,
    looks: 0,
  });
});

test('I4 a lane with an open post is not claimed, whatever else of the account is due', async () => {
  const { accountId } = await dueAt('11:58:00', '11:59:00', '12:00:00');
  await claimOfAccount(app, accountId);
  expect(await idsOfClaim()).toEqual([]);
  await db().execute(sql`update lanes set look_at = ${NOW} where account_id = ${accountId}`);
  expect(await idsOfClaim()).toEqual([]);
});

test('a post an hour late is left to be moved, and one a moment younger is claimed', async () => {
  const late = await dueAt('11:00:00');
  const young = await dueAt('11:00:00.001');
  const latest = await dueAt('10:59:00');
  // Later still, but held.
  const held = await dueAt('10:00:00');
  await addHold(db(), { accountId: held.accountId, now: NOW }, 'paused', null);
  const ids = [latest.accountId, late.accountId];
  expect(await accountsDueBefore(db(), at('11:00:00'), NOW, 10)).toEqual(ids);
  expect(await accountsDueBefore(db(), at('11:00:00'), NOW, 1)).toEqual([latest.accountId]);
  expect(await idsOfClaim()).toEqual([young.built[0]?.id]);
});

test('I4 workers that claim at the same time never claim the same lane, and together claim all', async () => {
  const due: number[] = [];
  for (let count = 0; count < 6; count += 1) due.push((await dueAt('11:59:00', '12:00:00')).accountId);
  const claims = await Promise.all(
    [1, 2, 3].map((worker) => claimLanes(db(), claimOf(app, { worker, limit: 3 }))),
  );
  const rest = await claimLanes(db(), claimOf(app, { worker: 5, limit: 12 }));
  const taken = [...claims, rest].flat();
  expect(taken.map((lane) => lane.accountId).sort((a, b) => a - b)).toEqual(due);
  for (const { accountId, worker, postId } of taken)
    expect(await laneOf(app, accountId)).toMatchObject({ worker, openPost: postId, epoch: 1 });
});

test('a locked lane is skipped without waiting', async () => {
  const busy = await dueAt('11:59:00');
  const free = await dueAt('12:00:00');
  await inTransaction(db(), async (tx) => {
    await lockLanes(tx, [busy.accountId]);
    expect(await idsOfClaim()).toEqual([free.built[0]?.id]);
  });
  expect(await idsOfClaim()).toEqual([busy.built[0]?.id]);
});

test('a settled attempt is not changed by a second settlement, nor by a late unknown outcome', async () => {
  const claimed = await claimedPost();
  expect(await settleAs(app, claimed, { outcome: 'posted', tweetId: '21' })).toHaveLength(1);
  const before = [await selectAttempts(db(), claimed.postId), await laneOf(app, claimed.accountId)];
  const post = await postOf(claimed.postId);
  expect(post).toMatchObject({ status: 'posted', postedAt: NOW, tweetId: '21' });
  app.clock.set(at('12:00:10'));
  for (const repeat of [
    { outcome: 'posted', tweetId: '21' },
    { outcome: 'failed', code: 'X_REFUSED', message: 'No' },
  ] as const)
    expect(await settleAs(app, claimed, repeat)).toEqual([]);
  const now = app.clock.databaseNow();
  await leaveUnknown(claimed);
  await updateLook(db(), claimed, now, 500);
  expect([await selectAttempts(db(), claimed.postId), await laneOf(app, claimed.accountId)]).toEqual(before);
  expect(await postOf(claimed.postId)).toEqual(post);
});

test('only failures of X count as retries, and only those since the last retry by hand', async () => {
  const claimed = await claimedPost();
  const { accountId, postId } = claimed;
  const retry = { outcome: 'retry', code: 'X_UNAVAILABLE', message: 'No', waitMs: 60_000 } as const;
  const failed = { outcome: 'failed', code: 'X_UNAVAILABLE', message: 'No luck' } as const;
  await settleAs(app, claimed, retry);
  for (const outcome of [retry, { outcome: 'not_sent', waitMs: 60_000 } as const, failed]) {
    app.clock.advance(60_000);
    await settleAs(app, await claimOfAccount(app, accountId), outcome);
  }
  expect(await countRetries(db(), claimed)).toBe(2);
  expect(await postOf(postId)).toMatchObject({ status: 'failed', retryCount: 2 });
  const where = { accountId, now: at('12:30:00') };
  await requeuePost(db(), where, postId);
  expect(await countRetries(db(), { postId, dueAt: (await postOf(postId))?.dueAt ?? NOW })).toBe(0);
});

test('a lane that its worker forgot is found after 15 seconds, and its timeline is checked', async () => {
  const { accountId } = await claimedPost();
  const find = (inHand: number[], worker = 1_000) =>
    findLost(db(), { worker, now: app.clock.databaseNow(), inHand });
  app.clock.set(at('12:00:14.999'));
  expect(await find([])).toBe(0);
  app.clock.set(at('12:00:15'));
  expect(await find([accountId])).toBe(0);
  expect(await find([], 7)).toBe(0);
  expect(await find([])).toBe(1);
  expect(await find([])).toBe(0);
  expect(await laneOf(app, accountId)).toMatchObject({ lookAt: at('12:00:15'), certainAt: at('12:00:30') });
  const looks = await takeLooks(db(), { worker: 1_000, now: app.clock.databaseNow(), limit: 100 });
  expect(looks.find((each) => each.accountId === accountId)).toMatchObject({ looks: 1, certainInMs: 15_000 });
});

test('a timeline check is taken once, by the worker that owns the lane, and again if it breaks off', async () => {
  const claimed = await claimedPost();
  await leaveUnknown(claimed);
  const look = (worker: number, limit = 100) =>
    takeLooks(db(), { worker, now: app.clock.databaseNow(), limit });
  const taken = async (worker: number) =>
    (await look(worker)).some((each) => each.accountId === claimed.accountId);
  expect(await taken(1_000)).toBe(false);
  app.clock.set(at('12:00:00.500'));
  expect(await taken(7)).toBe(false);
  expect([await taken(1_000), await taken(1_000)]).toEqual([true, false]);
  app.clock.set(at('12:00:30.499'));
  expect(await taken(1_000)).toBe(false);
  app.clock.set(at('12:00:30.500'));
  expect(await taken(1_000)).toBe(true);
});

/* The order of posts. */

test('posts of an account that are due together go out by their planned times, then as they were made', async () => {
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  const now = app.clock.now();
  const built = [];
  for (const seconds of [3, 1, 2, 2]) {
    const scheduledAt = new Date(now.getTime() - 60_000 + seconds * 1_000);
    built.push((await buildPost(app, { user, accountId, scheduledAt, dueAt: now })).id);
  }
  const [third, first, twin, laterTwin] = built;
  // Written last, which does not change the order.
  const edit = { postId: twin ?? 0, content: 'Written last', detail: {} };
  await rewritePost(db(), { accountId, now }, edit);
  const order: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    const claimed = await claimOfAccount(app, accountId);
    order.push(claimed.postId);
    await settleAs(app, claimed, { outcome: 'posted', tweetId: String(count) });
  }
  expect(order).toEqual([first, twin, laterTwin, third]);
});

test('while the next post of an account is being edited, no later one overtakes it', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user);
  const now = app.clock.now();
  const [next] = await Promise.all(
    [2, 1].map((seconds) =>
      buildPost(app, { user, accountId: account.id, scheduledAt: new Date(now.getTime() - seconds * 1_000) }),
    ),
  );
  await inTransaction(db(), async (tx) => {
    await requireOwnPost(tx, { userId: user.id }, next?.id ?? 0);
    expect(await claimPosts(app)).toEqual([]);
  });
  expect((await claimPosts(app)).map((claimed) => claimed.postId)).toEqual([next?.id]);
});

/** An account with a post due at noon and one ten seconds later, and another account with one at that time. */
async function threePosts() {
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  const { id: otherAccount } = await connectX(app, await buildUser(app));
  const build = (time: string, account: number) =>
    buildPost(app, { user, accountId: account, scheduledAt: at(time) });
  const [first, second] = [await build('12:00:00', accountId), await build('12:00:10', accountId)];
  const other = await build('12:00:10', otherAccount);
  const claimedAt = async (time: string) => {
    app.clock.set(at(time));
    return (await claimPosts(app)).map((post) => post.postId);
  };
  return { accountId, first, second, other, claimedAt };
}

test.each([
  { outcome: 'retry', code: 'X_UNAVAILABLE', message: 'No' },
  { outcome: 'not_sent' },
  { outcome: 'released' },
] as const)(
  'a post that waits after "$outcome" delays the later ones of its account, and no other account',
  async (put) => {
    const { accountId, first, second, other, claimedAt } = await threePosts();
    await settleAs(app, await claimOfAccount(app, accountId), { ...put, waitMs: 60_000 });
    expect(await claimedAt('12:00:30')).toEqual([other.id]);
    expect(await claimedAt('12:00:59.999')).toEqual([]);
    app.clock.set(at('12:01:00'));
    const again = await claimOfAccount(app, accountId);
    expect(again.postId).toBe(first.id);
    await settleAs(app, again, { outcome: 'posted', tweetId: '1' });
    expect(await claimedAt('12:01:00')).toEqual([second.id]);
  },
);

test('a post planned before one that waits goes out first, but not before that wait is over', async () => {
  const { accountId, first, claimedAt } = await threePosts();
  await settleAs(app, await claimOfAccount(app, accountId), { outcome: 'not_sent', waitMs: 60_000 });
  const posts = [{ content: 'Before all', at: at('11:59:00'), local: '2026-03-02T11:59:00' }];
  const where = { accountId, now: app.clock.now() };
  const [id] = await addPosts(db(), where, { userId: first.userId, jobId: null, posts });
  expect(await claimedAt('12:00:05')).toEqual([]);
  app.clock.set(at('12:01:00'));
  expect(await claimOfAccount(app, accountId)).toMatchObject({ postId: id });
});

/* When the engine must wake: too late delays posts, too early makes it poll. */

test('the engine wakes for the first post that may go out, the next probe of a stop, the end of a hold, and a timeline check', async () => {
  const user = await buildUser(app);
  async function postAt(time: string): Promise<number> {
    const accountId = await connect(app, user.id);
    await buildPost(app, { user, accountId, scheduledAt: at(time) });
    return accountId;
  }
  async function wake(worker = 1_000) {
    const { inMs, firstDueAt } = await nextWake(db(), worker, app.clock.databaseNow());
    return [inMs === null ? null : new Date(NOW.getTime() + inMs), firstDueAt];
  }
  expect(await wake()).toEqual([null, null]);
  await holdAccount(app.platform, db(), await postAt('12:10:00'), 'paused');
  expect(await wake()).toEqual([null, null]);
  await postAt('12:40:00');
  await postAt('12:30:00');
  expect(await wake()).toEqual([at('12:30:00'), at('12:30:00')]);
  // While publishing is stopped, the later of the probe and the first post counts.
  await insertStop(db(), { reason: 'no credits', now: NOW, tryAt: at('12:01:00') });
  expect(await wake()).toEqual([at('12:30:00'), at('12:30:00')]);
  const waits = await postAt('11:59:00');
  expect(await wake()).toEqual([at('12:01:00'), at('11:59:00')]);
  await deleteStop(db());
  expect(await wake()).toEqual([at('11:59:00'), at('11:59:00')]);
  await db().execute(sql`update lanes set not_before = ${at('12:03:00')} where account_id = ${waits}`);
  expect(await wake()).toEqual([at('12:03:00'), at('11:59:00')]);
  for (const time of ['12:02:45', '12:02:15'])
    await holdAccount(app.platform, db(), await postAt('12:55:00'), 'rate_limited', at(time));
  expect((await wake())[0]).toEqual(at('12:02:15'));
  for (const lookAfterMs of [700, 500]) {
    const claimed = await claimOfAccount(app, await postAt('12:00:00'));
    const unknown = { reason: 'timeout', calledAt: NOW, certainAfterSeconds: 15, lookAfterMs } as const;
    await updateUnknown(db(), claimed, { ...unknown, now: app.clock.databaseNow() });
  }
  expect((await wake())[0]).toEqual(at('12:00:00.500'));
  expect((await wake(1_001))[0]).toEqual(at('12:02:15'));
});
