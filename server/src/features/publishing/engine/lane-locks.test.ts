import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, connectX, subscribe } from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { holdAccount } from '../lanes/hold-account.ts';
import { lockLanes } from '../lanes/lock-lanes.ts';
import { buildWorker, claimOf, claimOfAccount } from '../publishing.fixture.ts';
import { claimLanes, findLost, takeLooks } from './publishing.store.ts';
import { takeOverLanes } from './workers.store.ts';

/* The engine never deadlocks with a change of several accounts. */

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-02T12:00:00Z' });
});
// A takeover must not find the lanes that an earlier test left open.
beforeEach(async () => {
  await db().execute(sql`delete from workers`);
  await db().execute(sql`update lanes set worker = null`);
});
afterAll(() => app.close());

const db = () => app.platform.db;
const now = () => app.clock.databaseNow();

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
    await db().execute(sql`update workers set alive_until = ${now()} where number = ${owner.number}`);
    const taken = await whilePausing(ids, () => takeOverLanes(db(), heir.number, now()));
    expect(taken).toEqual({ taken: 2, killed: [] });
  },
);

test.for(CLAIMED_FIRST)(
  'pausing two accounts does not deadlock with the search for lost lanes, the %s one claimed first',
  async (first) => {
    const { ids, owner } = await bothClaimed(first);
    app.clock.advance(15_000);
    const given = { worker: owner.number, now: now(), inHand: [] };
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
  const look = () => takeLooks(db(), { worker: worker.number, now: now(), limit: 1 });
  expect(await whileLocked(claim)).toEqual([]);
  expect(await claim()).toMatchObject([{ accountId: id, epoch: 1 }]);
  await db().execute(sql`update lanes set look_at = ${now()} where account_id = ${id}`);
  expect(await whileLocked(look)).toEqual([]);
  expect(await look()).toMatchObject([{ accountId: id, looks: 1 }]);
});
