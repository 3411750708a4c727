import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, connectX, sandboxControl } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { queues } from '../../../platform/queues.ts';
import { createSealer } from '../../../platform/secrets.ts';
import { xAccounts } from '../../accounts/accounts.tables.ts';
import { CLAIM_SECONDS } from '../../accounts/tokens/renew-access.ts';
import {
  buildWorker,
  claimOfAccount,
  duePost,
  laneOf,
  runEngine,
  shown,
  tweetsOf,
  workerDeps,
} from '../publishing.fixture.ts';
import { workers } from '../publishing.tables.ts';
import { createRenewalReleaser } from './renew-tokens.ts';
import { selectEnded } from './workers.store.ts';

const MINUTE = 60_000;
let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-02T12:00:00Z' });
});
beforeEach(async () => {
  await app.platform.db.execute('delete from x_accounts');
  await app.platform.db.delete(workers);
  app.clock.advance(3_600_000);
});
afterAll(() => app.close());

const inMinutes = (minutes: number) => new Date(app.clock.now().getTime() + minutes * MINUTE);

/** An account with a post due and a token that ends in so many minutes. */
async function planned(username: string, dueIn: number, tokenEndsIn: number): Promise<number> {
  const user = await buildUser(app);
  const { id } = await connectX(app, user, username);
  await buildPost(app, { user, accountId: id, scheduledAt: inMinutes(dueIn) });
  await app.platform.db
    .update(xAccounts)
    .set({ tokenExpiresAt: inMinutes(tokenEndsIn) })
    .where(eq(xAccounts.id, id));
  return id;
}

async function endOf(id: number): Promise<number> {
  const [row] = await app.platform.db.select().from(xAccounts).where(eq(xAccounts.id, id));
  return ((row?.tokenExpiresAt?.getTime() ?? 0) - app.clock.now().getTime()) / MINUTE;
}

async function renew(): Promise<void> {
  await app.platform.jobs.enqueue(app.platform.db, queues.renewAhead, {}, { key: 'test' });
  await app.platform.jobs.drain();
}

test('tokens of posts due within 20 minutes are renewed if they end within 25, and no others', async () => {
  const soon = await planned('ahead_soon', 20, 24.99);
  const lasts = await planned('ahead_lasts', 15, 25.01);
  const later = await planned('ahead_later', 20.001, 10);
  const held = await planned('ahead_held', 15, 10);
  await app.platform.db.execute(`update lanes set hold = 'paused' where account_id = ${held}`);
  await renew();
  expect(await endOf(soon)).toBeGreaterThan(100);
  for (const [id, end] of [
    [lasts, 25.01],
    [later, 10],
    [held, 10],
  ] as const)
    expect(await endOf(id)).toBeCloseTo(end, 0);
});

/** So many accounts with a due post, all with tokens that last. */
async function manyPlanned(count: number, dueIn: number): Promise<void> {
  const { id } = await buildUser(app);
  const { db } = app.platform;
  await db.execute(sql`
    insert into x_accounts (user_id, twitter_user_id, username, access_token, refresh_token, token_expires_at, connected_at, updated_at)
    select ${id}, 'many' || n, 'many' || n, 'sealed', 'sealed', ${inMinutes(600)}, now(), now() from generate_series(1, ${count}::int) n`);
  await db.execute(sql`update lanes set next_post = 1, next_due = ${inMinutes(dueIn)} where user_id = ${id}`);
}

test('a token that X does not renew in time delays no other renewal', async () => {
  const dead = await planned('ahead_dead', 15, 10);
  const good = await planned('ahead_good', 16, 10);
  // A whole page is due between the two.
  await manyPlanned(500, 15.5);
  await sandboxControl(app, '/sandbox/x/faults', {
    kind: 'server_error',
    endpoint: 'token',
    username: 'ahead_dead',
    count: 1,
  });
  await renew();
  expect(await endOf(good)).toBeGreaterThan(100);
  expect(await endOf(dead)).toBeCloseTo(10, 0);
  await renew();
  expect(await endOf(dead)).toBeGreaterThan(100);
});

test('a token that none of our keys opens fails the post and asks its owner to reconnect', async () => {
  const { user, account, post } = await duePost(app, 'key_lost');
  const lost = createSealer('a secret that this installation never had').seal('x access', 'a token');
  await app.platform.db
    .update(xAccounts)
    .set({ accessToken: lost, refreshToken: lost })
    .where(eq(xAccounts.id, account.id));
  await runEngine(app);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Failed', errorCode: 'AUTH_EXPIRED' });
  expect(await laneOf(app, account.id)).toMatchObject({ openPost: null, hold: 'disconnected' });
  const [row] = await app.platform.db.select().from(xAccounts).where(eq(xAccounts.id, account.id));
  expect(row?.needsReconnect).toBe(true);
  expect((await mailTo(app, user.email)).map((mail) => mail.subject)).toEqual([
    expect.stringContaining('econnect'),
  ]);
});

/* A worker dies while it renews a token: its account must not wait until the claim expires. */

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
  onTestFinished(() => app.engine.stop());
  const began = app.clock.now();
  const { user, account, post, username, owner } = await amidRenewal();
  // A living process renews another token.
  const other = await connectX(app, await buildUser(app));
  const theirs = { refreshingBy: crypto.randomUUID(), refreshingUntil: inMinutes(1.5) };
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

test('renewals are released five seconds after their process ended, unless the engine stops before', async () => {
  const released: string[][] = [];
  const deps = workerDeps(app);
  function releaser(releaseOf: (ended: readonly string[]) => Promise<number>) {
    return createRenewalReleaser({ ...deps, clock: app.clock, tokens: { ...deps.tokens, releaseOf } });
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
});
