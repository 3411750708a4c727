import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX } from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { shownPosts } from '../../post/post.tables.ts';
import type { ShownStatus } from '../../post/post-words.rules.ts';
import { settleBatch } from '../engine/settler.ts';
import { claimOfAccount, duePost, livingDeps, settleAs, shown } from '../publishing.fixture.ts';
import { accountHolds, restores } from '../publishing.tables.ts';
import { type ClaimedPost, idsOf } from '../publishing.types.ts';
import {
  addHold,
  holdAccount,
  markRestored,
  releaseAccount,
  releaseEnded,
  removeHold,
} from './hold-account.ts';
import { insertHold, insertRestore, selectRestored } from './holds.store.ts';
import { moveOverdue } from './move-overdue.ts';
import { requeuePost, rewritePost } from './schedule-posts.ts';

let app: TestApp;
let names = 0;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(new Date(app.clock.now().getTime() + 60_000)));

const deps = () => ({ ...app.platform, publicUrl: app.config.publicUrl });

/** A post that a worker has claimed. */
async function claimedPost() {
  names += 1;
  const due = await duePost(app, `hold_${names}`);
  return { ...due, claimed: await claimOfAccount(app, due.account.id) };
}

/** Settles as released, in this transaction. */
function release(tx: Db, claimed: ClaimedPost): Promise<unknown> {
  return settleBatch({ ...livingDeps(app), db: tx }, [{ ...idsOf(claimed), outcome: 'released' }]);
}

/** Runs the second transaction as far as it gets while the first is open, then ends the first. */
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

test('a post that is settled while its hold expires is not held for ever', async () => {
  const due = await claimedPost();
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
  // A locked lane is skipped; the next run releases the hold.
  expect(await ended).toBe(0);
  expect(await releaseEnded(deps())).toBe(1);
  expect(await shown(app, due.user, due.post.id)).toMatchObject({ status: 'Pending', holdReason: null });
});

test('a post that is settled while its account is paused is held, whichever comes first', async () => {
  const settled = await claimedPost();
  await overlapping(
    (tx) => release(tx, settled.claimed),
    (tx) => holdAccount(deps(), tx, settled.account.id, 'paused'),
  );
  expect(await holdOf(settled)).toBe('paused');

  const paused = await claimedPost();
  await overlapping(
    (tx) => holdAccount(deps(), tx, paused.account.id, 'paused'),
    (tx) => release(tx, paused.claimed),
  );
  expect(await holdOf(paused)).toBe('paused');
});

test('two holds that are released at the same time leave none behind', async () => {
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

test('a failed post that is retried while its account is released is not held', async () => {
  const due = await claimedPost();
  const { postId, accountId } = due.claimed;
  await settleAs(app, due.claimed, { outcome: 'failed', code: 'X_REFUSED', message: 'No' });
  await inTransaction(app.platform.db, (tx) => holdAccount(deps(), tx, accountId, 'paused'));
  await overlapping(
    (tx) => releaseAccount(deps(), tx, accountId, 'paused'),
    (tx) => requeuePost(tx, { accountId, now: app.clock.now() }, postId),
  );
  expect(await shown(app, due.user, postId)).toMatchObject({ status: 'Pending', holdReason: null });
});

test('overdue posts move when the last hold of their account is released, and not before', async () => {
  names += 1;
  const due = await duePost(app, `hold_${names}`);
  const release = (reason: 'paused' | 'subscription') => releaseAccount(deps(), db(), due.account.id, reason);
  expect(await release('paused')).toBe(0);
  for (const reason of ['paused', 'subscription'] as const)
    await holdAccount(deps(), db(), due.account.id, reason);
  expect(await release('paused')).toBe(0);
  expect(await shown(app, due.user, due.post.id)).toMatchObject({ movedFrom: null });
  expect(await release('subscription')).toBe(1);
  const movedFrom = due.post.scheduledAt.toISOString();
  expect(await shown(app, due.user, due.post.id)).toMatchObject({ movedFrom });
});

test('a post that its owner reschedules while overdue posts move keeps the owner’s time', async () => {
  names += 1;
  const due = await duePost(app, `hold_${names}`);
  const now = app.clock.now();
  const where = { accountId: due.account.id, now };
  const slot = { at: new Date(now.getTime() + 86_400_000), local: '2026-12-01T09:00:00' };
  let moved: number | undefined;
  await overlapping(
    (tx) => rewritePost(tx, where, { postId: due.post.id, slot, detail: {} }),
    async (tx) => {
      moved = await moveOverdue(deps(), tx, { accountId: due.account.id, until: now });
    },
  );
  expect(moved).toBe(0);
  expect(await shown(app, due.user, due.post.id)).toMatchObject({
    scheduledTime: slot.at.toISOString(),
    movedFrom: null,
  });
});

test('DASH-06 an account shows until when X rate-limits it, and nothing after that', async () => {
  names += 1;
  const { user, account } = await duePost(app, `hold_${names}`);
  type Accounts = { accounts: { limited_until: string | null }[] };
  const limitOf = async () =>
    (await call<Accounts>(app, 'GET', '/api/twitter/accounts', { token: user.token })).body.accounts[0]
      ?.limited_until;
  const until = new Date(app.clock.now().getTime() + 900_000);
  await holdAccount(deps(), db(), account.id, 'unanswered', until);
  expect(await limitOf()).toBeNull();
  await holdAccount(deps(), db(), account.id, 'rate_limited', until);
  expect(await limitOf()).toBe(until.toISOString());
  app.clock.set(until);
  expect(await limitOf()).toBeNull();
});

/* What holds write, at a noon that is before the time of the tests above. */

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

test('hold and release: shown on unpublished posts, until the last hold is released', async () => {
  await ownAccount();
  for (const status of ['pending', 'processing', 'failed', 'posted'] as const) await build(status);
  const shownHolds = async () => (await rowsOf(accountId)).map((post) => post.holdReason);
  await addHold(db(), where(), 'subscription', null);
  await addHold(db(), where(), 'paused', null);
  expect(await shownHolds()).toEqual(['paused', 'paused', null, null]);
  const release = (reason: 'paused' | 'subscription') => removeHold(db(), where(), reason);
  expect(await release('paused')).toEqual({ wasHeld: true, isFree: false });
  expect(await shownHolds()).toEqual(['subscription', 'subscription', null, null]);
  expect(await release('subscription')).toEqual({ wasHeld: true, isFree: true });
  expect(await shownHolds()).toEqual([null, null, null, null]);
  expect(await release('subscription')).toEqual({ wasHeld: false, isFree: true });
});

describe('a restore', () => {
  test('holds every account with an unpublished post, and leaves another hold shown', async () => {
    const ids: number[] = [];
    for (const status of ['pending', 'processing', 'failed', 'posted', 'pending'] as const) {
      await ownAccount();
      await build(status);
      ids.push(accountId);
    }
    await addHold(db(), where(), 'paused', null);
    await markRestored(db(), at('11:00:00'), NOON);
    expect(await db().select().from(restores)).toMatchObject([
      { backupFrom: at('11:00:00'), restoredAt: NOON },
    ]);
    const held = await db().select().from(accountHolds).where(eq(accountHolds.reason, 'restored'));
    const isHeld = ids.map((id) => held.some((hold) => hold.accountId === id));
    expect(isHeld).toEqual([true, true, true, false, true]);
    const shownHold = async (id = 0) => (await rowsOf(id))[0]?.holdReason;
    expect([await shownHold(ids[0]), await shownHold(ids[3]), await shownHold(ids[4])]).toEqual([
      'restored',
      null,
      'paused',
    ]);
  });

  test('after two restores each account is checked once, from the older backup on', async () => {
    for (const table of ['x_accounts', 'restores']) await db().execute(sql.raw(`delete from ${table}`));
    const ids: number[] = [];
    for (let count = 0; count < 2; count += 1) ids.push((await connectX(app, await buildUser(app))).id);
    // A restore before the accounts were held does not count, nor does another hold.
    await insertRestore(db(), { accountIds: [], backupFrom: at('05:00:00'), now: at('06:00:00') });
    for (const id of ids)
      await insertHold(db(), { accountId: id, reason: 'paused', until: null, now: at('05:00:00') });
    const restore = (backup: string, now: string) =>
      insertRestore(db(), { accountIds: ids, backupFrom: at(backup), now: at(now) });
    expect(await restore('09:00:00', '10:00:00')).toBe(2);
    expect(await restore('08:00:00', '11:00:00')).toBe(0);
    expect(await restore('10:30:00', '11:30:00')).toBe(0);
    const page = (after: number, heldBefore = at('10:00:00')) =>
      selectRestored(db(), { after, heldBefore, limit: 1 });
    expect(await page(0, at('09:59:59.999'))).toEqual([]);
    expect(await page(0)).toEqual([{ accountId: ids[0], since: at('08:00:00') }]);
    expect(await page(ids[0] ?? 0)).toEqual([{ accountId: ids[1], since: at('08:00:00') }]);
    expect(await page(ids[1] ?? 0)).toEqual([]);
  });
});
