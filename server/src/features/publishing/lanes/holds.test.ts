import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, connectX } from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { spokenTime } from '../../emails/emails.rules.ts';
import { emails } from '../../emails/emails.tables.ts';
import { shownPosts } from '../../post/post.tables.ts';
import type { ShownStatus } from '../../post/post-words.rules.ts';
import { settleBatch } from '../engine/settler.ts';
import { duePost, shown } from '../publishing.fixture.ts';
import { accountHoldLog, accountHolds, restores } from '../publishing.tables.ts';
import { type ClaimedPost, idsOf } from '../publishing.types.ts';
import { changePosts, holdRestored } from './change-posts.ts';
import { selectHoldLog } from './history.store.ts';
import { holdAccount, releaseAccount, releaseEnded } from './hold-account.ts';
import { insertHold, insertRestore, selectEnded, selectLimits, selectRestored } from './holds.store.ts';
import { claimOfAccount, livingDeps, settleAs } from './lanes.fixture.ts';
import { moveOverdue } from './move-overdue.ts';

let app: TestApp;
let names = 0;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(new Date(app.clock.now().getTime() + 60_000)));

const deps = () => ({ ...app.platform, publicUrl: app.config.publicUrl });

/** A post that a worker is publishing. */
async function inHand() {
  names += 1;
  const due = await duePost(app, `hold_${names}`);
  return { ...due, claimed: await claimOfAccount(app, due.account.id) };
}

/** Settles as released, as a part of a transaction. */
function release(tx: Db, claimed: ClaimedPost): Promise<unknown> {
  return settleBatch({ ...livingDeps(app), db: tx }, [{ ...idsOf(claimed), outcome: 'released' }]);
}

/** Begins the second transaction while the first is open, lets it get as far as it can, then ends the first. */
async function overlapping(
  first: (tx: Db) => Promise<unknown>,
  second: (tx: Db) => Promise<unknown>,
): Promise<void> {
  let other: Promise<unknown> | undefined;
  await inTransaction(app.platform.db, async (tx) => {
    await first(tx);
    other = inTransaction(app.platform.db, second);
    await untilBlockedOrDone(app.platform.db, other);
  });
  await other;
}

const holdOf = async ({ user, post }: Awaited<ReturnType<typeof duePost>>) =>
  (await shown(app, user, post.id)).holdReason;

test('a post that is settled while its hold ends is not held by it for ever', async () => {
  const due = await inHand();
  const until = new Date(app.clock.now().getTime() + 1_000);
  await inTransaction(app.platform.db, (tx) =>
    holdAccount(deps(), tx, due.account.id, 'rate_limited', until),
  );
  app.clock.advance(2_000);
  let ended: Promise<number> | undefined;
  await inTransaction(app.platform.db, async (tx) => {
    await release(tx, due.claimed);
    ended = releaseEnded(deps());
    await untilBlockedOrDone(app.platform.db, ended);
  });
  // Whoever writes the lane is not waited for; the next look ends the hold.
  expect(await ended).toBe(0);
  expect(await releaseEnded(deps())).toBe(1);
  expect(await shown(app, due.user, due.post.id)).toMatchObject({ status: 'Pending', holdReason: null });
});

test('a post that is settled while its account is paused is held, whichever of the two is first', async () => {
  const settled = await inHand();
  await overlapping(
    (tx) => release(tx, settled.claimed),
    (tx) => holdAccount(deps(), tx, settled.account.id, 'paused'),
  );
  expect(await holdOf(settled)).toBe('paused');

  const paused = await inHand();
  await overlapping(
    (tx) => holdAccount(deps(), tx, paused.account.id, 'paused'),
    (tx) => release(tx, paused.claimed),
  );
  expect(await holdOf(paused)).toBe('paused');
});

test('two holds of an account that end at the same time leave none behind', async () => {
  names += 1;
  const due = await duePost(app, `hold_${names}`);
  const { id } = due.account;
  await inTransaction(app.platform.db, async (tx) => {
    await holdAccount(deps(), tx, id, 'paused');
    await holdAccount(deps(), tx, id, 'subscription');
  });
  await overlapping(
    (tx) => releaseAccount(deps(), tx, id, 'paused'),
    (tx) => releaseAccount(deps(), tx, id, 'subscription'),
  );
  expect(await holdOf(due)).toBeNull();
});

test('a release wakes the workers, one of a hold that was not there does not', async () => {
  names += 1;
  const { account } = await duePost(app, `hold_${names}`);
  const heard: number[] = [];
  const begin = app.clock.now().getTime();
  // A late word from another test names an earlier minute.
  const off = app.platform.events.on('posts_due', ({ at }) => void (at >= begin && heard.push(at)));
  await inTransaction(app.platform.db, (tx) => holdAccount(deps(), tx, account.id, 'paused'));
  await inTransaction(app.platform.db, (tx) => releaseAccount(deps(), tx, account.id, 'subscription'));
  app.clock.advance(1_000);
  await inTransaction(app.platform.db, (tx) => releaseAccount(deps(), tx, account.id, 'paused'));
  await expect.poll(() => heard).toEqual([app.clock.now().getTime()]);
  off();
});

test('a failed post that is tried again while its account is let go is not held', async () => {
  const due = await inHand();
  const { postId, accountId } = due.claimed;
  await settleAs(app, due.claimed, { outcome: 'failed', code: 'X_REFUSED', message: 'No' });
  await inTransaction(app.platform.db, (tx) => holdAccount(deps(), tx, accountId, 'paused'));
  await overlapping(
    (tx) => releaseAccount(deps(), tx, accountId, 'paused'),
    (tx) => changePosts(tx, { accountId, now: app.clock.now() }, 'retry', { postId }),
  );
  expect(await shown(app, due.user, postId)).toMatchObject({ status: 'Pending', holdReason: null });
});

test('posts that came due are moved when the last hold of their account goes, and not before', async () => {
  names += 1;
  const due = await duePost(app, `hold_${names}`);
  const { id } = due.account;
  const planned = due.post.scheduledAt.toISOString();
  const timesOf = async () => {
    const { scheduledTime, movedFrom } = await shown(app, due.user, due.post.id);
    return { scheduledTime, movedFrom };
  };
  const { db } = app.platform;
  expect(await releaseAccount(deps(), db, id, 'paused')).toBe(0);
  expect(await timesOf()).toEqual({ scheduledTime: planned, movedFrom: null });
  for (const reason of ['paused', 'subscription'] as const) await holdAccount(deps(), db, id, reason);
  expect(await releaseAccount(deps(), db, id, 'paused')).toBe(0);
  expect(await timesOf()).toEqual({ scheduledTime: planned, movedFrom: null });
  expect(await releaseAccount(deps(), db, id, 'subscription')).toBe(1);
  expect(await timesOf()).toMatchObject({ movedFrom: planned });
});

test('of overdue posts those that are paused or may go out keep their time, and the email counts the others', async () => {
  names += 1;
  const { user, account, post } = await duePost(app, `hold_${names}`);
  const { db, sealer } = app.platform;
  const begin = app.clock.now();
  const add = (minutes: number, more: { isPaused?: boolean; status?: 'failed' } = {}) =>
    buildPost(app, {
      user,
      accountId: account.id,
      scheduledAt: new Date(begin.getTime() + minutes * 60_000),
      ...more,
    });
  const second = await add(1);
  const stay = [await add(1, { isPaused: true }), await add(1, { status: 'failed' }), await add(60)];
  await holdAccount(deps(), db, account.id, 'paused');
  app.clock.advance(2 * 60_000);
  expect(await releaseAccount(deps(), db, account.id, 'paused', 'You resumed your posts.')).toBe(2);
  const movedFrom = async (id: number) => (await shown(app, user, id)).movedFrom;
  for (const { id, scheduledAt } of [post, second])
    expect(await movedFrom(id)).toBe(scheduledAt.toISOString());
  for (const { id } of stay) expect(await movedFrom(id)).toBeNull();
  const { scheduledTimeLocal } = await shown(app, user, post.id);
  // Where nothing is overdue, no email says that nothing moved.
  await holdAccount(deps(), db, account.id, 'paused');
  expect(await releaseAccount(deps(), db, account.id, 'paused', 'You resumed your posts.')).toBe(0);
  const sent = await db.select().from(emails).where(eq(emails.userId, user.id));
  expect(sent.map((each) => [each.templateKey, each.recipient])).toEqual([['posts_moved', user.email]]);
  expect(JSON.parse(sealer.open(sent[0]?.sealedVariables ?? ''))).toEqual({
    count: '2',
    username: account.username,
    reason: 'You resumed your posts.',
    first: spokenTime(String(scheduledTimeLocal)),
    link: 'http://localhost:3000/dashboard',
  });
});

test('a post that gets another time from its owner while overdue posts are moved keeps that time', async () => {
  names += 1;
  const due = await duePost(app, `hold_${names}`);
  const now = app.clock.now();
  const where = { accountId: due.account.id, now };
  const plan = { at: new Date(now.getTime() + 86_400_000), local: '2026-12-01T09:00:00' };
  let moved: number | undefined;
  await overlapping(
    (tx) => changePosts(tx, where, 'edit', { postId: due.post.id, plan, detail: {} }),
    async (tx) => {
      moved = await moveOverdue(deps(), tx, { accountId: due.account.id, until: now });
    },
  );
  expect(moved).toBe(0);
  expect(await shown(app, due.user, due.post.id)).toMatchObject({
    scheduledTime: plan.at.toISOString(),
    movedFrom: null,
  });
});

test('DASH-06 an account says until when X takes no posts from it, and nothing once that has passed', async () => {
  names += 1;
  const { user, account } = await duePost(app, `hold_${names}`);
  const limitOf = async () => {
    const response = await app.http.inject({
      url: '/api/twitter/accounts',
      headers: { authorization: `Bearer ${user.token}` },
    });
    return response.json<{ accounts: { limited_until: string | null }[] }>().accounts[0]?.limited_until;
  };
  const until = new Date(app.clock.now().getTime() + 900_000);
  const hold = (reason: 'rate_limited' | 'paused' | 'unanswered', end: Date | null) =>
    inTransaction(app.platform.db, (tx) => holdAccount(deps(), tx, account.id, reason, end));
  await hold('paused', null);
  await hold('unanswered', until);
  expect(await limitOf()).toBeNull();
  await hold('rate_limited', new Date(until.getTime() - 60_000));
  // X may say again that it takes none, and for longer.
  await hold('rate_limited', until);
  expect(await limitOf()).toBe(until.toISOString());
  app.clock.set(until);
  expect(await limitOf()).toBeNull();
});

/* What holds of an account write, at a noon that is long past for the tests above. */

const at = (time: string) => new Date(`2026-03-02T${time}Z`);
const NOON = at('12:00:00');
const db = () => app.platform.db;
let user: BuiltUser;
let accountId: number;
const where = () => ({ accountId, now: NOON });
const build = (status: ShownStatus) => buildPost(app, { user, accountId, status });
const rowsOf = (id: number) =>
  db().select().from(shownPosts).where(eq(shownPosts.accountId, id)).orderBy(asc(shownPosts.id));
async function ownAccount(): Promise<void> {
  user = await buildUser(app);
  accountId = (await connectX(app, user)).id;
}
/** The log of the account's holds. */
function logOf(id: number) {
  const { at: time, kind, reason, until } = accountHoldLog;
  const log = db().select({ time, kind, reason, until }).from(accountHoldLog);
  return log.where(eq(accountHoldLog.accountId, id)).orderBy(asc(accountHoldLog.id));
}

test('hold and release: shown on what may still go out, until the last hold has gone', async () => {
  await ownAccount();
  for (const status of ['pending', 'processing', 'failed', 'posted'] as const) await build(status);
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

test('hold: a second one for the same reason moves its end, if that is another; the log keeps both', async () => {
  await ownAccount();
  const hold = { reason: 'rate_limited', until: at('12:15:00') } as const;
  await changePosts(db(), where(), 'hold', hold);
  const again = { accountId, now: at('12:01:00') };
  await changePosts(db(), again, 'hold', { ...hold, until: at('12:30:00') });
  const own = eq(accountHolds.accountId, accountId);
  expect(await db().select().from(accountHolds).where(own)).toEqual([
    { accountId, reason: 'rate_limited', until: at('12:30:00'), createdAt: NOON },
  ]);
  expect(await logOf(accountId)).toEqual([
    { time: NOON, kind: 'held', reason: 'rate_limited', until: at('12:15:00') },
    { time: at('12:01:00'), kind: 'held', reason: 'rate_limited', until: at('12:30:00') },
  ]);
  await changePosts(db(), again, 'hold', { reason: 'paused', until: null });

  // Once more until the same time is not logged.
  const same = { reason: 'rate_limited', until: at('12:30:00') } as const;
  const last = { accountId, now: at('12:02:00') };
  await changePosts(db(), last, 'hold', same);
  await changePosts(db(), last, 'hold', { reason: 'paused', until: null });
  expect(await logOf(accountId)).toHaveLength(3);

  // Those that have ended are found, the longest ended first; only they end, and the log says when.
  const [first, end, later] = [accountId, at('12:20:00'), at('12:30:00')];
  await ownAccount();
  await changePosts(db(), where(), 'hold', { ...hold, until: end });
  await changePosts(db(), where(), 'hold', { reason: 'paused', until: null });
  await changePosts(db(), where(), 'hold', { reason: 'unanswered', until: at('12:25:00') });
  expect(await selectEnded(db(), at('12:19:59.999'), 2)).toEqual([]);
  expect(await selectEnded(db(), later, 3)).toEqual([accountId, first]);
  expect(await selectEnded(db(), later, 1)).toEqual([accountId]);
  expect(await selectLimits(db(), [accountId], at('12:19:59.999'))).toEqual(new Map([[accountId, end]]));
  expect(await selectLimits(db(), [accountId], end)).toEqual(new Map());
  expect(await changePosts(db(), { accountId, now: end }, 'release_ended', {})).toBe(1);
  expect(await selectEnded(db(), later, 3)).toEqual([accountId, first]);
  expect(await changePosts(db(), { accountId, now: later }, 'release_ended', {})).toBe(1);
  expect(await selectEnded(db(), later, 2)).toEqual([first]);
  await changePosts(db(), { accountId, now: at('12:35:00') }, 'release', { reason: 'paused' });
  const left = await db()
    .select()
    .from(accountHolds)
    .where(inArray(accountHolds.accountId, [first, accountId]));
  expect(left.map((each) => [each.accountId, each.reason])).toEqual([
    [first, 'rate_limited'],
    [first, 'paused'],
  ]);
  expect((await logOf(accountId)).slice(3)).toEqual([
    { time: end, kind: 'released', reason: 'rate_limited', until: null },
    { time: later, kind: 'released', reason: 'unanswered', until: null },
    { time: at('12:35:00'), kind: 'released', reason: 'paused', until: null },
  ]);

  // A post's history has what held its account in its life, from its first moment to its last.
  const during = async (createdAt: Date, endedAt: Date | null) =>
    (await selectHoldLog(db(), { accountId, createdAt, endedAt })).map((each) => [
      each.at,
      each.kind,
      each.detail,
    ]);
  expect(await during(NOON, at('12:19:59.999'))).toEqual([
    [NOON, 'held', { reason: 'rate_limited', until: '2026-03-02T12:20:00.000Z' }],
    [NOON, 'held', { reason: 'paused', until: null }],
    [NOON, 'held', { reason: 'unanswered', until: '2026-03-02T12:25:00.000Z' }],
  ]);
  expect(await during(at('12:00:00.001'), end)).toEqual([
    [end, 'released', { reason: 'rate_limited', until: null }],
  ]);
  expect(await during(at('12:30:00.001'), null)).toEqual([
    [at('12:35:00'), 'released', { reason: 'paused', until: null }],
  ]);
});

describe('a restore', () => {
  test('holds the account of a post that is failed or in hand, too, and leaves another hold shown', async () => {
    const built: Record<string, { id: number; hold: string | null }> = {};
    for (const status of ['pending', 'processing', 'failed', 'posted', 'paused'] as const) {
      await ownAccount();
      await build(status === 'paused' ? 'pending' : status);
      if (status === 'paused') await changePosts(db(), where(), 'hold', { reason: 'paused', until: null });
      built[status] = { id: accountId, hold: null };
    }
    const count = await holdRestored(db(), at('11:00:00'), NOON);
    expect(await db().select().from(restores)).toEqual([
      { id: expect.any(Number), backupFrom: at('11:00:00'), restoredAt: NOON },
    ]);
    const held = await db().select().from(accountHolds).where(eq(accountHolds.reason, 'restored'));
    expect(held).toHaveLength(count);
    expect(held.find((hold) => hold.accountId === built.failed?.id)).toEqual({
      accountId: built.failed?.id,
      reason: 'restored',
      until: null,
      createdAt: NOON,
    });
    expect(await logOf(built.failed?.id ?? 0)).toEqual([
      { time: NOON, kind: 'held', reason: 'restored', until: null },
    ]);
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
    const own = await buildApp({ now: NOON.toISOString() });
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
