import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser, connectX } from '../../../../test/factories.ts';
import { xAccounts } from '../../accounts/accounts.tables.ts';
import { CLAIM_SECONDS } from '../../accounts/tokens/renew-access.ts';
import {
  buildWorker,
  claimOfAccount,
  duePost,
  laneOf,
  shown,
  tweetsOf,
  workerDeps,
} from '../publishing.fixture.ts';
import { workers } from '../publishing.tables.ts';
import { createRenewalReleaser } from './renew-tokens.ts';
import { selectEnded } from './workers.store.ts';

/* A worker dies while it renews a token: its account must not wait until the claim expires. */

let app: TestApp;
beforeEach(async () => {
  app = await buildApp({ now: '2026-03-02T12:00:00Z' });
});
afterEach(() => app.engine.stop());

const accountOf = async (id: number) =>
  (await app.platform.db.select().from(xAccounts).where(eq(xAccounts.id, id)))[0];

/** A post that a worker has claimed while it renews its token. */
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

test('the renewal of a killed worker starts over five seconds later, and its post goes out', async () => {
  const began = app.clock.now();
  const { user, account, post, username, owner } = await amidRenewal();
  // A living process renews another token.
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

test('only processes without any worker have ended: one that lost its connection has another number by then', async () => {
  const [back, ended] = [await buildWorker(app), await buildWorker(app)];
  await app.platform.db.delete(workers);
  await buildWorker(app, back.instance);
  expect(await selectEnded(app.platform.db, [back.instance, ended.instance])).toEqual([ended.instance]);
});

test('renewals are released five seconds after their process ended, unless the engine stops before; an error only delays them', async () => {
  const released: string[][] = [];
  const deps = workerDeps(app);
  const warn = vi.fn();
  const log = Object.assign(Object.create(deps.log), { warn }) as typeof deps.log;
  function releaser(releaseOf: (ended: readonly string[]) => Promise<number>) {
    return createRenewalReleaser({ ...deps, clock: app.clock, log, tokens: { ...deps.tokens, releaseOf } });
  }
  const release = async (ended: readonly string[]) => released.push([...ended]);
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const stopped = releaser(release);
  const running = releaser(release);
  for (const each of [stopped, running]) each.add([first]);
  app.clock.advance(2_000);
  for (const each of [stopped, running]) each.add([second]);
  app.clock.advance(2_999);
  await app.platform.db.execute('select 1');
  expect(released).toEqual([]);
  stopped.stop();
  app.clock.advance(2_001);
  await expect.poll(() => released).toEqual([[first], [second]]);
  releaser(() => Promise.reject(new Error('no database'))).add([first]);
  app.clock.advance(5_000);
  await expect.poll(() => warn.mock.calls.at(-1)?.[0]).toEqual({ err: 'Error: no database' });
});
