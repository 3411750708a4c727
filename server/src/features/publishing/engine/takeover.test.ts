import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, connectX, subscribe } from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { posts } from '../../post/post.tables.ts';
import { selectAttempts } from '../lanes/history.store.ts';
import { holdAccount } from '../lanes/hold-account.ts';
import { lockLanes } from '../lanes/lock-lanes.ts';
import {
  accessTo,
  buildWorker,
  claimOf,
  claimOfAccount,
  duePost,
  fault,
  laneOf,
  livingDeps,
  settleAs,
  tweetsOf,
} from '../publishing.fixture.ts';
import { workers } from '../publishing.tables.ts';
import { type AttemptIds, idsOf, type OpenAttempt } from '../publishing.types.ts';
import { publishPost } from './publish-post.ts';
import { claimLanes, findLost, takeLooks, updateLook, updateUnknown } from './publishing.store.ts';
import { reconcileAttempt } from './reconcile-attempt.ts';
import { takeOverLanes } from './workers.store.ts';

/* A worker takes over the open lanes of another one that died or stopped responding. */

let app: TestApp;
let names = 0;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-02T12:00:00Z' });
});
// A takeover must not find the lanes that an earlier test left open.
beforeEach(async () => {
  await db().delete(workers);
  await db().execute(sql`delete from x_accounts`);
});
afterAll(() => app.close());

const db = () => app.platform.db;
const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1_000);
const postOf = async (id: number) => (await db().select().from(posts).where(eq(posts.id, id)))[0];
const takeOver = (heir: { number: number }) => takeOverLanes(db(), heir.number, app.clock.databaseNow());
const NOTHING = { taken: 0, killed: [] };

/** A post that one worker has claimed, and another worker. */
async function claimedByOwner() {
  names += 1;
  const due = await duePost(app, `taken_${names}`, `See https://example.com/${names}`);
  const [owner, heir] = [await buildWorker(app), await buildWorker(app)];
  const claimed = await claimOfAccount(app, due.account.id, { worker: owner.number });
  return { ...due, owner, heir, claimed };
}

/** The same after the owner's heartbeat expired and the heir took the post over. */
async function takenOver() {
  const given = await claimedByOwner();
  app.clock.advance(8_000);
  await db()
    .update(workers)
    .set({ aliveUntil: inSeconds(8) })
    .where(eq(workers.number, given.heir.number));
  expect(await takeOver(given.heir)).toEqual({ taken: 1, killed: [] });
  return given;
}

/** Records that a call ended a second ago without an outcome. */
function leaveUnknown(attempt: AttemptIds, reason: 'timeout' | 'duplicate') {
  const times = { calledAt: inSeconds(-1), now: app.clock.databaseNow() };
  return updateUnknown(db(), attempt, { reason, certainAfterSeconds: 15, lookAfterMs: 500, ...times });
}

async function look(worker: number, accountId: number): Promise<OpenAttempt> {
  const open = await takeLooks(db(), { worker, now: app.clock.databaseNow(), limit: 100 });
  const attempt = open.find((each) => each.accountId === accountId);
  if (!attempt) throw new Error('no timeline check is due for this account');
  return attempt;
}

test('I4 the post of a killed worker can be absent 7 seconds after its lock was found free', async () => {
  const { account, owner, heir, claimed } = await claimedByOwner();
  app.clock.advance(1_999);
  expect(await takeOver(heir)).toEqual(NOTHING);
  await owner.die();
  await expect.poll(() => takeOver(heir)).toEqual({ taken: 1, killed: [owner.instance] });
  expect(await laneOf(app, account.id)).toMatchObject({
    openPost: claimed.postId,
    worker: heir.number,
    lookAt: app.clock.now(),
    certainAt: inSeconds(7),
  });
});

test('I4 the post of a frozen worker can be absent 7 seconds after its heartbeat expired', async () => {
  const { account, heir } = await claimedByOwner();
  const aliveUntil = inSeconds(8);
  app.clock.advance(7_999);
  expect(await takeOver(heir)).toEqual(NOTHING);
  app.clock.advance(1);
  expect(await takeOver(heir)).toEqual({ taken: 1, killed: [] });
  expect((await laneOf(app, account.id)).certainAt).toEqual(new Date(aliveUntil.getTime() + 7_000));
});

test('I4 a worker whose lock is free but whose heartbeat is 2 seconds old counts as frozen: it may only be cut off', async () => {
  const { account, owner, heir } = await claimedByOwner();
  const aliveUntil = inSeconds(8);
  app.clock.advance(2_000);
  await owner.die();
  await expect.poll(() => takeOver(heir)).toEqual({ taken: 1, killed: [] });
  expect((await laneOf(app, account.id)).certainAt).toEqual(new Date(aliveUntil.getTime() + 7_000));
});

test('I4 a takeover keeps why an outcome is unknown and restarts the timeline checks', async () => {
  const { account, owner, heir } = await claimedByOwner();
  const certainAt = inSeconds(15);
  await db().execute(sql`update lanes set unknown_reason = 'timeout', unknown_since = ${app.clock.now()},
    certain_at = ${certainAt}, looks = 3, look_at = ${inSeconds(4)} where account_id = ${account.id}`);
  await owner.die();
  await expect.poll(() => takeOver(heir)).toMatchObject({ taken: 1 });
  expect(await laneOf(app, account.id)).toMatchObject({ certainAt, unknownReason: 'timeout', looks: 0 });
});

test('I4 what a worker claims after it was declared dead is taken over too', async () => {
  const { account, owner, heir } = await takenOver();
  const second = await duePost(app, `taken_late_${names}`);
  await claimOfAccount(app, second.account.id, { worker: owner.number });
  expect(await takeOver(heir)).toMatchObject({ taken: 1 });
  expect(await laneOf(app, second.account.id)).toMatchObject({
    worker: heir.number,
    epoch: 2,
    lookAt: app.clock.now(),
    // Its last heartbeat may have been just now.
    certainAt: inSeconds(8 + 7),
  });
  expect(await laneOf(app, account.id)).toMatchObject({ worker: heir.number });
});

test('I3 a takeover raises the epoch, and only one of two workers gets the lane', async () => {
  const { account, owner, heir, claimed } = await claimedByOwner();
  const other = await buildWorker(app);
  await owner.die();
  await expect
    .poll(() => {
      return inTransaction(db(), async (tx) => {
        const { taken } = await takeOverLanes(tx, heir.number, app.clock.databaseNow());
        expect(await takeOver(other)).toEqual(NOTHING);
        return taken;
      });
    })
    .toBe(1);
  expect(await laneOf(app, account.id)).toMatchObject({ epoch: claimed.epoch + 1, worker: heir.number });
  expect(await takeOver(other)).toEqual(NOTHING);
});

test.each([
  { outcome: 'failed', code: 'X_REFUSED', message: 'No' },
  { outcome: 'retry', code: 'X_UNAVAILABLE', message: 'No', waitMs: 1_000 },
  { outcome: 'not_sent', waitMs: 1_000 },
  { outcome: 'released' },
  { outcome: 'absent' },
] as const)('I3 the result "$outcome" of the former worker changes nothing', async (outcome) => {
  const { account, post, claimed } = await takenOver();
  const before = [await laneOf(app, account.id), await postOf(post.id), await selectAttempts(db(), post.id)];
  expect(await settleAs(app, claimed, outcome)).toEqual([]);
  await leaveUnknown(claimed, 'timeout');
  await updateLook(db(), claimed, app.clock.databaseNow(), 500);
  const after = [await laneOf(app, account.id), await postOf(post.id), await selectAttempts(db(), post.id)];
  expect(after).toEqual(before);
});

test('I3 a late "posted" of the former worker counts, and the other worker’s check ends the attempt without sending', async () => {
  const { user, account, post, heir, claimed } = await takenOver();
  const next = await buildPost(app, { user, accountId: account.id, scheduledAt: inSeconds(60) });
  const begun = await look(heir.number, account.id);
  await leaveUnknown(begun, 'duplicate');
  await db().execute(sql`update lanes set not_before = ${inSeconds(20)} where account_id = ${account.id}`);
  const lane = await laneOf(app, account.id);
  const late = { outcome: 'posted', tweetId: '71', calledAt: inSeconds(-8), waitMs: 60_000 } as const;
  expect(await settleAs(app, claimed, late)).toHaveLength(1);
  expect(await postOf(post.id)).toMatchObject({ status: 'posted', tweetId: '71' });
  // It ended its own attempt, not the one that is open.
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

test.each([
  { outcome: 'absent' },
  { outcome: 'failed', code: 'OUTCOME_UNKNOWN', message: 'We do not know' },
] as const)('I3 a late "posted" wins over "$outcome": the post is not claimed again', async (first) => {
  const { account, post, heir, claimed } = await takenOver();
  await settleAs(app, await look(heir.number, account.id), first);
  const isFailed = first.outcome === 'failed';
  expect(await laneOf(app, account.id)).toMatchObject({
    openPost: null,
    nextPost: isFailed ? null : post.id,
  });
  await settleAs(app, claimed, { outcome: 'posted', tweetId: `7${account.id}` });
  const out = { status: 'posted', tweetId: `7${account.id}`, postedAt: app.clock.now() };
  expect(await postOf(post.id)).toMatchObject({ ...out, errorCode: null, errorMessage: null });
  expect(await laneOf(app, account.id)).toMatchObject({ openPost: null, nextPost: null });
});

test('I3 after a late "posted" a newer attempt is reconciled, sends nothing and changes nothing', async () => {
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

test('I3 the result of a newer attempt does not change a post that is posted late', async () => {
  const { account, post, heir, claimed } = await takenOver();
  await settleAs(app, await look(heir.number, account.id), { outcome: 'absent' });
  const newer = await claimOfAccount(app, account.id);
  await settleAs(app, claimed, { outcome: 'posted', tweetId: '75' });
  const before = await postOf(post.id);
  await settleAs(app, newer, { outcome: 'failed', code: 'X_REFUSED', message: 'No' });
  expect(await postOf(post.id)).toEqual(before);
  expect((await laneOf(app, account.id)).openPost).toBeNull();
});

/* The engine never deadlocks with a change of several accounts. */

/** Which of two accounts the worker claimed first: PostgreSQL finds their lanes in that order. */
const CLAIMED_FIRST = ['older', 'younger'] as const;

/** Two accounts of one person, each with a post that a worker has claimed. */
async function bothClaimed(first: (typeof CLAIMED_FIRST)[number]) {
  const user = await buildUser(app);
  await subscribe(app, user, { plan: 'pro' });
  const ids = [(await connectX(app, user)).id, (await connectX(app, user)).id] as const;
  const [owner, heir] = [await buildWorker(app), await buildWorker(app)];
  for (const accountId of first === 'older' ? ids : ids.toReversed()) {
    await buildPost(app, { user, accountId, scheduledAt: app.clock.now() });
    await claimOfAccount(app, accountId, { worker: owner.number });
  }
  return { ids, owner, heir };
}

/** Pauses the accounts one after the other, in one transaction, while the work goes on. */
async function whilePausing<T>([first, second]: readonly [number, number], begin: () => Promise<T>) {
  let work: Promise<T> | undefined;
  await inTransaction(db(), async (tx) => {
    const pause = (id: number) => holdAccount(app, tx, id, 'paused');
    await pause(first);
    work = begin();
    await untilBlockedOrDone(db(), work);
    await pause(second);
  });
  return work;
}

test.for(CLAIMED_FIRST)(
  'pausing two accounts does not deadlock with a takeover of their lanes, the %s one claimed first',
  async (first) => {
    const { ids, owner, heir } = await bothClaimed(first);
    await db().execute(
      sql`update workers set alive_until = ${app.clock.databaseNow()} where number = ${owner.number}`,
    );
    const taken = await whilePausing(ids, () => takeOverLanes(db(), heir.number, app.clock.databaseNow()));
    expect(taken).toEqual({ taken: 2, killed: [] });
  },
);

test.for(CLAIMED_FIRST)(
  'pausing two accounts does not deadlock with the search for lost lanes, the %s one claimed first',
  async (first) => {
    const { ids, owner } = await bothClaimed(first);
    app.clock.advance(15_000);
    const given = { worker: owner.number, now: app.clock.databaseNow(), inHand: [] };
    expect(await whilePausing(ids, () => findLost(db(), given))).toBe(2);
  },
);

test('a claim or a check that would wait for a lock takes nothing, and the next one takes all', async () => {
  const user = await buildUser(app);
  const { id } = await connectX(app, user);
  await buildPost(app, { user, accountId: id, scheduledAt: app.clock.now() });
  const worker = await buildWorker(app);
  // Stands for the rare moment in which `skip locked` waits.
  await db().execute(sql`
    create function wait_for_lock() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(4711); return new; end $$`);
  await db().execute(sql`
    create trigger lanes_wait before update on lanes for each row execute function wait_for_lock()`);
  onTestFinished(async () => void (await db().execute(sql`drop function wait_for_lock cascade`)));
  async function whileLocked<T>(begin: () => Promise<T>) {
    let work: Promise<T> | undefined;
    await inTransaction(db(), async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(4711)`);
      work = begin();
      await untilBlockedOrDone(db(), work);
      await lockLanes(tx, [id]);
    });
    return work;
  }
  const claim = () => claimLanes(db(), claimOf(app, { worker: worker.number }));
  const look = () => takeLooks(db(), { worker: worker.number, now: app.clock.databaseNow(), limit: 1 });
  expect(await whileLocked(claim)).toEqual([]);
  expect(await claim()).toMatchObject([{ accountId: id, epoch: 1 }]);
  await db().execute(sql`update lanes set look_at = ${app.clock.databaseNow()} where account_id = ${id}`);
  expect(await whileLocked(look)).toEqual([]);
  expect(await look()).toMatchObject([{ accountId: id, looks: 1 }]);
});
