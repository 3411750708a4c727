import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { startSilentProxy } from '../../../../test/silent-proxy.ts';
import { INSTANCE } from '../../../platform/instance.ts';
import { CALL_DEADLINE_MS } from '../../../providers/x/x.rules.ts';
import {
  accessTo,
  buildWorker,
  claimOfAccount,
  duePost,
  fault,
  laneOf,
  livingDeps,
  tweetsOf,
} from '../publishing.fixture.ts';
import { workers } from '../publishing.tables.ts';
import { ALIVE_SECONDS, mayBegin } from './liveness.rules.ts';
import { publishPost } from './publish-post.ts';
import { createWorkerSession, type WorkerSession } from './worker-session.ts';
import { existsAlive, takeOverLanes } from './workers.store.ts';

let app: TestApp;
let start: Date;
const later = (seconds: number) => new Date(start.getTime() + seconds * 1_000);
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-02T12:00:00.000Z' });
});
beforeEach(async () => {
  await app.platform.db.execute(sql`delete from x_accounts`);
  await app.platform.db.delete(workers);
  app.clock.advance(3_600_000);
  start = app.clock.now();
});
afterAll(() => app.close());

/** A living worker. */
async function living(url?: (databaseUrl: string) => Promise<string>) {
  const beats: number[] = [];
  const databaseUrl = url ? await url(app.databaseUrl) : app.databaseUrl;
  const session = createWorkerSession(databaseUrl, { clock: app.clock, log: app.platform.log }, (number) =>
    beats.push(number),
  );
  await session.start();
  onTestFinished(() => session.stop());
  const number = numberOf(session);
  return { session, beats, number };
}

function numberOf(session: WorkerSession): number {
  const number = session.number();
  if (number === undefined) throw new Error('this worker has no number');
  return number;
}

async function cut(): Promise<void> {
  const { rowCount } = await app.platform.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'drumbeat worker' and datname = current_database()`);
  expect(rowCount).toBe(1);
}

const aliveUntil = async (number: number) =>
  (await app.platform.db.select().from(workers).where(eq(workers.number, number)))[0]?.aliveUntil;

/** What the worker does with a post that it claimed before something happened to it. */
async function sends(session: WorkerSession, happens: () => Promise<unknown>) {
  const { account, username } = await duePost(app, `x_${crypto.randomUUID().slice(0, 8)}`);
  const post = await claimOfAccount(app, account.id, { worker: numberOf(session) });
  const access = await (await accessTo(app, [account.id])).get(account.id);
  await happens();
  const settlement = await publishPost({ ...livingDeps(app), session }, post, access);
  return { outcome: settlement?.outcome, tweets: (await tweetsOf(app, username)).length };
}

const NOTHING_SENT = { outcome: 'released', tweets: 0 };

test('a worker sends a heartbeat every second, valid for eight', async () => {
  const { beats, number } = await living();
  expect(await app.platform.db.select().from(workers)).toMatchObject([
    { number, instance: INSTANCE, startedAt: later(0), aliveUntil: later(8) },
  ]);
  for (const second of [1, 2, 3]) {
    app.clock.advance(1_000);
    await expect.poll(() => beats.length).toBe(second + 1);
    expect(await aliveUntil(number)).toEqual(later(8 + second));
  }
  expect(new Set(beats)).toEqual(new Set([number]));
  const isAlive = (seconds: number) => existsAlive(app.platform.db, sql`${later(seconds)}::timestamptz`);
  expect([await isAlive(10.999), await isAlive(11)]).toEqual([true, false]);
});

test('I1 a heartbeat counts from when it was sent, however late its answer comes', async () => {
  const { session, beats, number } = await living();
  await app.platform.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from workers where number = ${number} for update`);
    app.clock.advance(1_000);
    app.clock.advance(2_001);
  });
  await expect.poll(() => beats).toHaveLength(2);
  expect(session.stillMayBegin(number)).toBe(false);
});

test('I1 a worker that was frozen asks the database before it calls, and sends if it was not declared dead', async () => {
  const { session, number } = await living();
  const frozen = async () => app.clock.advance(60_000);
  expect(await sends(session, frozen)).toEqual({ outcome: 'posted', tweets: 1 });
  expect(await aliveUntil(number)).toEqual(later(68));
});

test('I1 a worker that was frozen and declared dead sends nothing', async () => {
  const { session, number } = await living();
  const heir = await buildWorker(app);
  const outcome = await sends(session, async () => {
    // The heir sees what the frozen worker does not: that eight seconds have passed.
    const now = sql`${later(8)}::timestamptz`;
    expect(await takeOverLanes(app.platform.db, heir.number, now)).toMatchObject({ taken: 1 });
    app.clock.advance(8_000);
  });
  expect(outcome).toEqual(NOTHING_SENT);
  expect(session.number()).not.toBe(number);
});

test('I1 a worker whose connection is cut sends nothing', async () => {
  const { session } = await living();
  const outcome = await sends(session, async () => {
    await cut();
    await expect.poll(() => session.number()).toBeUndefined();
  });
  expect(outcome).toEqual(NOTHING_SENT);
});

test('I1 a worker whose connection is silent sends nothing after its deadline', async () => {
  let silence = () => 0;
  const { session } = await living(async (databaseUrl) => {
    const proxy = await startSilentProxy(databaseUrl);
    onTestFinished(() => proxy.close());
    silence = proxy.silence;
    return proxy.url;
  });
  const outcome = await sends(session, async () => {
    expect(silence()).toBe(1);
    app.clock.advance(2_001);
  });
  expect(outcome).toEqual(NOTHING_SENT);
});

test('I1 a worker that loses its number while the connection to X opens sends nothing', async () => {
  const { session, number } = await living();
  const { account, username } = await duePost(app, 'opening');
  const post = await claimOfAccount(app, account.id, { worker: number });
  const access = await (await accessTo(app, [account.id])).get(account.id);
  const deps = livingDeps(app);
  const mayBegin = async (asked: number) => {
    const may = await session.mayBegin(asked);
    await cut();
    await expect.poll(() => session.number()).toBeUndefined();
    return may;
  };
  const given = { ...deps, session: { ...session, mayBegin } };
  expect(await publishPost(given, post, access)).toMatchObject({ outcome: 'released', waitMs: 1_000 });
  expect(await tweetsOf(app, username)).toEqual([]);
});

test('I1 a call that is repeated with a new token asks once more whether it may begin', async () => {
  const { session, number } = await living();
  const { account, username } = await duePost(app, 'renewal');
  const post = await claimOfAccount(app, account.id, { worker: number });
  const access = await (await accessTo(app, [account.id])).get(account.id);
  if (!access) throw new Error('this account has no token');
  await fault(app, 'unauthorized', { endpoint: 'tweets', username });
  const deps = livingDeps(app);
  async function renew() {
    await cut();
    await expect.poll(() => session.number()).toBeUndefined();
    return access as NonNullable<typeof access>;
  }
  const given = { ...deps, session, tokens: { ...deps.tokens, renew } };
  expect(await publishPost(given, post, access)).toMatchObject({ outcome: 'released' });
  expect(await tweetsOf(app, username)).toEqual([]);
});

test('I6 a worker that loses its lock’s connection has no number until it gets a new one', async () => {
  const { session, number, beats } = await living();
  await cut();
  await expect.poll(() => session.number()).toBeUndefined();
  expect(await session.mayBegin(number)).toBe(false);
  app.clock.advance(500);
  await expect.poll(() => session.number()).toBeGreaterThan(number);
  await expect.poll(() => beats.at(-1)).toBe(session.number());
});

test('I6 an abandoned connection that ends late does not cost the new number', async () => {
  const nears: Socket[] = [];
  const { session, number, beats } = await living(async (databaseUrl) => {
    const { port, hostname } = new URL(databaseUrl);
    // The worker does not notice that the database ended a connection until the test lets it.
    const door = createServer({ allowHalfOpen: true }, (near) => {
      nears.push(near);
      const far = connect(Number(port), hostname);
      for (const each of [near, far]) each.on('error', () => undefined);
      near.pipe(far).pipe(near, { end: false });
    });
    await once(door.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void door.close());
    const here = { hostname: '127.0.0.1', port: String((door.address() as AddressInfo).port) };
    return Object.assign(new URL(databaseUrl), here).href;
  });
  onTestFinished(() => nears.forEach((near) => void near.destroy()));
  await app.platform.db.delete(workers).where(eq(workers.number, number));
  app.clock.advance(1_000);
  await expect.poll(() => session.number()).toBeUndefined();
  app.clock.advance(500);
  await expect.poll(() => session.number()).toBeGreaterThan(number);
  const next = numberOf(session);
  const beatsOfNext = () => beats.filter((each) => each === next).length;
  await expect.poll(beatsOfNext).toBe(1);
  nears[0]?.end();
  await once(nears[0] as Socket, 'close');
  // A statement takes longer than the worker takes to hear of it.
  await app.platform.db.execute(sql`select 1`);
  app.clock.advance(1_000);
  await expect.poll(beatsOfNext).toBe(2);
  expect(session.number()).toBe(next);
});

test('the open lanes of a worker that stops are taken over at once', async () => {
  const { session, number } = await living();
  const { account } = await duePost(app, 'stopping');
  await claimOfAccount(app, account.id, { worker: number });
  const heir = await buildWorker(app);
  const { db } = app.platform;
  expect(await takeOverLanes(db, heir.number, app.clock.databaseNow())).toMatchObject({ taken: 0 });
  await session.stop();
  // It was not killed, so no token renewal of it is in progress.
  const taken = await takeOverLanes(db, heir.number, app.clock.databaseNow());
  expect(taken).toEqual({ taken: 1, killed: [] });
  expect((await db.select().from(workers)).map((each) => each.number)).toEqual([heir.number]);
  expect(await laneOf(app, account.id)).toMatchObject({ worker: heir.number, certainAt: later(7) });
});

const moment = fc.double({ min: 0, max: 1e12, noNaN: true });

test('I1 a call begins only if it ends, with a second to spare, while the last heartbeat is valid', () => {
  expect([CALL_DEADLINE_MS, ALIVE_SECONDS]).toEqual([5_000, 8]);
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 20_000 }), (sentAt, age) => {
      const now = sentAt + age;
      expect(mayBegin(sentAt, now)).toBe(now - sentAt + 5_000 + 1_000 <= 8_000);
    }),
  );
});
