import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser, connectX } from '../../../../test/factories.ts';
import { xAccounts } from '../../accounts/accounts.tables.ts';
import { CLAIM_SECONDS } from '../../accounts/tokens/renew-access.ts';
import { buildWorker, claimOfAccount, laneOf } from '../lanes/lanes.fixture.ts';
import { duePost, shown, tweetsOf, workerDeps } from '../publishing.fixture.ts';
import { workers } from '../publishing.tables.ts';
import { createRenewalReleaser } from './release-renewals.ts';
import { selectEnded } from './workers.store.ts';

/* A worker dies while it renews a token: what becomes of the account. */

let app: TestApp;
beforeEach(async () => {
  app = await buildApp({ now: '2026-03-02T12:00:00Z' });
});
afterEach(() => app.engine.stop());

const accountOf = async (id: number) =>
  (await app.platform.db.select().from(xAccounts).where(eq(xAccounts.id, id)))[0];

/** A post that a worker has in hand, whose token it renews. */
async function amidRenewal() {
  const due = await duePost(app, 'amid_renewal');
  const owner = await buildWorker(app);
  await claimOfAccount(app, due.account.id, { worker: owner.number });
  const now = app.clock.now().getTime();
  await app.platform.db
    .update(xAccounts)
    .set({
      tokenExpiresAt: new Date(now - 1_000),
      refreshingBy: owner.instance,
      refreshingUntil: new Date(now + CLAIM_SECONDS * 1_000),
    })
    .where(eq(xAccounts.id, due.account.id));
  return { ...due, owner };
}

/** Ends the owner's connection, and waits until the database has noticed. */
async function kill(owner: { number: number; die(): Promise<void> }): Promise<void> {
  await owner.die();
  const locks = sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${owner.number}`;
  await expect.poll(async () => (await app.platform.db.execute(locks)).rows).toEqual([]);
}

const isTakenOver = (accountId: number) =>
  expect.poll(async () => (await laneOf(app, accountId)).lookAt).not.toBeNull();

test('the renewal of a worker that was killed begins anew five seconds later, and its post goes out', async () => {
  const began = app.clock.now();
  const { user, account, post, username, owner } = await amidRenewal();
  // A process that lives renews another's.
  const other = await connectX(app, await buildUser(app));
  const theirs = { refreshingBy: crypto.randomUUID(), refreshingUntil: new Date('2026-03-02T12:01:30Z') };
  await app.platform.db.update(xAccounts).set(theirs).where(eq(xAccounts.id, other.id));
  await kill(owner);
  app.engine.start();
  await isTakenOver(account.id);
  app.clock.advance(4_900);
  expect(await accountOf(account.id)).toMatchObject({ refreshingBy: owner.instance });
  await expect
    .poll(
      async () => {
        app.clock.advance(500);
        return shown(app, user, post.id);
      },
      { timeout: 20_000 },
    )
    .toMatchObject({ status: 'Posted' });
  expect(await tweetsOf(app, username)).toHaveLength(1);
  expect(app.clock.now().getTime() - began.getTime()).toBeLessThan(15_000);
  expect(await accountOf(account.id)).toMatchObject({ refreshingBy: null, needsReconnect: false });
  expect(await accountOf(other.id)).toMatchObject(theirs);
});

test('only processes of which no worker is left have ended: one that lost its connection has another number by then', async () => {
  const [back, ended] = [await buildWorker(app), await buildWorker(app)];
  const { db } = app.platform;
  await db.delete(workers);
  await buildWorker(app, back.instance);
  const seen = [back.instance, ended.instance];
  expect(await selectEnded(db, seen)).toEqual([ended.instance]);
  const released: string[] = [];
  const looks: Date[] = [];
  const deps = workerDeps(app);
  const clock = {
    ...app.clock,
    after: (ms: number, run: () => void) =>
      app.clock.after(ms, () => {
        looks.push(app.clock.now());
        run();
      }),
  };
  const releaseOf = async (instances: readonly string[]) => released.push(...instances) + 1;
  const warn = vi.fn();
  const log = Object.assign(Object.create(deps.log), { warn }) as typeof deps.log;
  const own = { ...deps, clock, log, tokens: { ...deps.tokens, releaseOf } };
  const releaser = createRenewalReleaser(own);
  releaser.add([]);
  releaser.add(seen);
  const stopped = createRenewalReleaser(own);
  stopped.add(seen);
  stopped.stop();
  app.clock.advance(4_999);
  expect(looks).toEqual([]);
  app.clock.advance(1);
  expect(looks).toHaveLength(1);
  await expect.poll(() => released).toEqual([ended.instance]);
  const anew = 'released token renewals of killed processes';
  await expect.poll(() => warn.mock.calls).toEqual([[{ count: 2 }, anew]]);
  // One that is over keeps none of the others from being called off.
  const several = createRenewalReleaser(own);
  several.add(seen);
  app.clock.advance(2_000);
  several.add(seen);
  app.clock.advance(3_000);
  several.stop();
  app.clock.advance(5_000);
  expect(looks).toHaveLength(2);
  await expect.poll(() => released).toHaveLength(2);
  released.length = 0;
  warn.mockClear();
  looks.length = 1;
  // None has ended: nothing is released, nor is anything said.
  releaser.add([back.instance]);
  app.clock.advance(5_000);
  expect(looks).toHaveLength(2);
  const failing = async () => Promise.reject(new Error('no database'));
  createRenewalReleaser({ ...own, tokens: { ...own.tokens, releaseOf: failing } }).add(seen);
  app.clock.advance(5_000);
  const waits = 'could not release token renewals of killed processes; they wait until their claims expire';
  await expect.poll(() => warn.mock.calls).toEqual([[{ err: 'Error: no database' }, waits]]);
  expect(released).toEqual([]);
});
