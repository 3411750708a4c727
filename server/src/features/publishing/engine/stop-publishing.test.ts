import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  comeBack,
  connectX,
  postsOf,
} from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { posts } from '../../post/post.tables.ts';
import { deleteOldTraces } from '../lanes/delete-posts.ts';
import {
  buildWorker,
  claimOfAccount,
  duePost,
  fault,
  livingDeps,
  runEngine,
  settleAs,
  shown,
  tweetsOf,
} from '../publishing.fixture.ts';
import { getOldestOverdueSeconds, getPublishingState } from '../publishing.queries.ts';
import { publishingPauses, publishingStop } from '../publishing.tables.ts';
import { idsOf } from '../publishing.types.ts';
import { settleBatch } from './settler.ts';
import { endPause } from './stop-publishing.ts';
import { insertStop, selectPause, takeProbe } from './stops.store.ts';

let app: TestApp;
const error = vi.fn();
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-02T12:00:00Z' });
  app.platform.log.error = error;
});
beforeEach(async () => {
  for (const table of [
    'x_accounts',
    'workers',
    'publishing_stop',
    'publishing_pauses',
    'maintenance_windows',
  ])
    await db().execute(sql.raw(`delete from ${table}`));
  await fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' });
});
afterAll(() => app.close());

const db = () => app.platform.db;
const stops = () => db().select().from(publishingStop);
const alarms = () => error.mock.calls.filter(([, text]) => String(text).includes('402')).length;
const minutes = (count: number) => app.clock.advance(count * 60_000);

/** What staff see: the metric, and the check of health. */
async function seen(): Promise<(string | undefined)[]> {
  app.clock.advance(5_000);
  const { body: metrics } = await call<string>(app, 'GET', '/metrics');
  const { token } = await buildUser(app, { roles: ['admin'] });
  type Health = { checks: Record<string, string> };
  const { body } = await call<Health>(app, 'GET', '/api/health/full', { token });
  return [/^drumbeat_publish_stopped (\d)$/m.exec(metrics)?.[1], body.checks.publishing];
}

test('402 holds everybody’s posts, fails none and alarms staff; one post is tried after growing pauses', async () => {
  const people = [];
  for (const name of ['credit_a', 'credit_b', 'credit_c']) people.push(await duePost(app, name));
  await fault(app, 'payment_required', { endpoint: 'tweets', count: 5 });
  expect(await seen()).toEqual(['0', 'ok']);
  const since = app.clock.now();
  await runEngine(app);
  for (const { user, post } of people)
    expect(await shown(app, user, post.id)).toMatchObject({
      status: 'Pending',
      retryCount: 0,
      errorCode: null,
    });
  expect(alarms()).toBe(1);
  const reason = `X has accepted no posts from us since ${since.toISOString()} (402): credits depleted`;
  expect(await seen()).toEqual(['1', reason]);
  const message = expect.stringContaining('publishing');
  expect((await call(app, 'GET', '/api/health/ready')).body).toMatchObject({ message });

  // One post is tried after a minute, then after two.
  for (const [early, due, alarmed] of [
    [0.8, 0.2, 2],
    [1.9, 0.2, 3],
  ] as const) {
    minutes(early);
    expect(await runEngine(app)).toBe(0);
    minutes(due);
    expect(await runEngine(app)).toBe(1);
    expect(alarms()).toBe(alarmed);
  }
  // The stop keeps its beginning, and the latest reason of X.
  const tryAt = new Date(app.clock.now().getTime() + 4 * 60_000);
  expect(await stops()).toMatchObject([{ reason: 'credits depleted', since, failures: 3, tryAt }]);

  // X accepts posts again: the next post goes out alone, then the others.
  minutes(4.1);
  for (let turn = 0; turn < 3; turn += 1) {
    await runEngine(app);
    minutes(1);
  }
  for (const { user, post, username } of people) {
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', retryCount: 0 });
    expect(await tweetsOf(app, username)).toHaveLength(1);
  }
  expect([await stops(), await seen()]).toEqual([[], ['0', 'ok']]);
});

test('a probe whose worker died is made by another a minute later', async () => {
  const { username } = await duePost(app, 'credit_dead');
  await fault(app, 'payment_required', { endpoint: 'tweets', count: 1 });
  await runEngine(app);
  await db().execute(sql`update publishing_stop set try_at = ${app.clock.now()}`);
  await db().execute("update lanes set hold = 'paused'");
  app.clock.advance(1_000);
  await runEngine(app);
  await db().execute('update lanes set hold = null');
  minutes(0.9);
  expect(await runEngine(app)).toBe(0);
  minutes(0.2);
  expect(await runEngine(app)).toBe(1);
  expect(await tweetsOf(app, username)).toHaveLength(1);
});

test('a post that was sent before the stop and is posted after it does not resume publishing', async () => {
  const { user, post, account } = await duePost(app, 'credit_before');
  const { number } = await buildWorker(app);
  const claimed = await claimOfAccount(app, account.id, { worker: number });
  const waits = await duePost(app, 'credit_waits');
  await fault(app, 'payment_required', { endpoint: 'tweets', username: waits.username });
  expect(await runEngine(app)).toBe(1);

  await settleAs(app, claimed, { outcome: 'posted', tweetId: '1' });
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
  expect(await stops()).toHaveLength(1);
  expect(await runEngine(app)).toBe(0);
  expect(await tweetsOf(app, waits.username)).toEqual([]);

  minutes(1.1);
  expect(await runEngine(app)).toBe(1);
  expect(await stops()).toEqual([]);
  expect(await tweetsOf(app, waits.username)).toHaveLength(1);
});

test('a probe is given to one worker, and not before its time', async () => {
  const at = (time: string) => new Date(`2026-03-02T${time}Z`);
  await insertStop(db(), { reason: 'no credits', now: at('12:00:00'), tryAt: at('12:01:00') });
  expect(await takeProbe(db(), at('12:00:59.999'), at('12:02:00'))).toBe(false);
  expect(await takeProbe(db(), at('12:01:00'), at('12:02:00'))).toBe(true);
  expect(await takeProbe(db(), at('12:01:00'), at('12:02:00'))).toBe(false);
  expect(await stops()).toMatchObject([{ since: at('12:00:00'), failures: 1, tryAt: at('12:02:00') }]);
});

test('publishing stays stopped until the posted probe is settled; then all workers wake', async () => {
  const { user, post, account } = await duePost(app, 'credit_broken');
  const now = app.clock.now();
  await insertStop(db(), { reason: 'no credits', now, tryAt: now });
  const claimed = await claimOfAccount(app, account.id, { isProbe: true });
  const posted = { ...idsOf(claimed), isProbe: true, outcome: 'posted', tweetId: '7' } as const;
  const deps = livingDeps(app);
  const { events } = deps;
  const notify: typeof events.notify = (tx, channel, payload) =>
    channel === 'posts_due' ? Promise.reject(new Error('broke off')) : events.notify(tx, channel, payload);
  const broken = settleBatch({ ...deps, events: { ...events, notify } }, [posted]);
  await expect(broken).rejects.toThrow('broke off');
  expect(await stops()).toMatchObject([{ reason: 'no credits', failures: 1 }]);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Processing', tweetId: null });
  app.clock.advance(1);
  const woken: number[] = [];
  onTestFinished(events.on('posts_due', ({ at }) => void woken.push(at)));
  await settleBatch(deps, [posted]);
  expect(await stops()).toEqual([]);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', tweetId: '7' });
  await expect.poll(() => woken).toContain(app.clock.now().getTime());
});

/* Pauses of publishing during maintenance windows. */

let user: BuiltUser;
let staff: BuiltUser;
let account: { id: number; username: string };
let monday = Date.UTC(2026, 10, 23, 8);

/** Begins a test of pauses, on the next Monday at 08:00. */
async function begin(): Promise<void> {
  monday += 7 * 86_400_000;
  app.clock.set(at(0));
  user = await buildUser(app, { timeZone: 'UTC' });
  staff = await buildUser(app, { roles: ['admin'] });
  account = await connectX(app, user);
}

const at = (minute: number): string => new Date(monday + minute * 60_000).toISOString();
const pausedAt = (minute: number) => selectPause(db(), new Date(at(minute)));

/** Plans a window that holds publishing, without an end if none is given. */
async function hold(from: number, until?: number): Promise<string> {
  const end = until === undefined ? {} : { endsAt: at(until) };
  const { body } = await call<{ window: { id: string } }>(app, 'POST', '/api/maintenance/schedule', {
    token: staff.token,
    body: { startsAt: at(from), ...end, holdsPublishing: true },
  });
  return body.window.id;
}

async function cancel(id: string): Promise<void> {
  await comeBack(app, staff);
  const answer = await call(app, 'POST', '/api/maintenance/cancel', { token: staff.token, body: { id } });
  expect(answer.status).toBe(200);
}

async function plan(...minutes: number[]): Promise<void> {
  for (const minute of minutes) {
    const times = { scheduledAt: new Date(at(minute)), scheduledLocal: at(minute).slice(0, 19) };
    await buildPost(app, { user, accountId: account.id, content: `Minute ${minute}`, ...times });
  }
}

const out = async () => (await tweetsOf(app, account.username)).map(({ text }) => text).sort();

/** Runs the engine every five minutes until then. */
async function runUntil(minute: number): Promise<void> {
  while (app.clock.now() < new Date(at(minute))) {
    await runEngine(app);
    minutes(5);
  }
  await runEngine(app);
}

test('a window that holds publishing sends nothing, then moves what came due to free times, with one email', async () => {
  await begin();
  await hold(5, 90);
  await plan(0, 10, 30, 100);
  await runUntil(80);
  expect(await out()).toEqual(['Minute 0']);
  // Even after an hour no post moved into the window, and none counts as overdue.
  expect(await getOldestOverdueSeconds(db(), app.clock.now())).toBe(0);
  expect(await getPublishingState(db(), app.clock.now())).toBe('held by maintenance');
  expect((await mailTo(app, user.email)).filter(({ subject }) => /moved/i.test(subject))).toEqual([]);
  await runUntil(110);
  expect(await out()).toEqual(['Minute 0', 'Minute 100']);
  const moved = (await postsOf(app, user)).filter(({ movedFrom }) => movedFrom !== null);
  expect(moved).toMatchObject([
    { content: 'Minute 10', movedFrom: at(10), status: 'Pending' },
    { content: 'Minute 30', movedFrom: at(30), status: 'Pending' },
  ]);
  for (const { scheduledTime } of moved)
    expect(Date.parse(scheduledTime)).toBeGreaterThan(Date.parse(at(90)));
  const words = `Drumbeat was down for maintenance. Posts for @${account.username} that came due in between`;
  expect((await mailTo(app, user.email)).filter(({ text }) => text.includes(words))).toHaveLength(1);
});

test('a window that is cancelled while it holds lets posts go out at once; others are as they were', async () => {
  await begin();
  const id = await hold(5);
  await hold(60, 70);
  await plan(10, 25);
  await runUntil(20);
  expect(await out()).toEqual([]);
  await cancel(id);
  await runUntil(30);
  expect(await out()).toEqual(['Minute 25']);
  // One that has not begun is cancelled without a trace.
  for (const from of [30, 40]) await endPause(app.platform, db(), Number(await hold(from)));
  expect(await db().select().from(publishingPauses).orderBy(publishingPauses.startsAt)).toEqual([
    { windowId: Number(id), startsAt: new Date(at(5)), endsAt: new Date(at(20)) },
    { windowId: expect.any(Number), startsAt: new Date(at(60)), endsAt: new Date(at(70)) },
  ]);
});

test('the engine wakes by itself when a window that held publishing ends, and when one is cancelled', async () => {
  await begin();
  await hold(5, 30);
  const cancelled = await hold(35);
  await plan(10, 40);
  minutes(29);
  app.engine.start();
  onTestFinished(() => app.engine.stop());
  await app.engine.atRest();
  // Shorter than the engine's longest sleep: what it does by then, it was woken for.
  const poll = { timeout: 20_000, interval: 50 };
  const movedFrom = async () => {
    const rows = await db().select({ at: posts.movedFrom }).from(posts).orderBy(posts.id);
    return rows.map((row) => row.at?.toISOString() ?? null);
  };
  app.clock.set(at(30));
  await expect.poll(movedFrom, poll).toEqual([at(10), null]);
  app.clock.set(at(45));
  await app.engine.atRest();
  expect(await movedFrom()).toEqual([at(10), null]);
  await cancel(cancelled);
  await expect.poll(movedFrom, poll).toEqual([at(10), at(40)]);
});

test('of overlapping windows the latest end counts, none if one has no end; a window that is over cannot end later', async () => {
  await begin();
  const first = await hold(5, 20);
  await hold(10, 30);
  expect(await pausedAt(4)).toEqual({ isPaused: false, until: null, endedAt: null });
  expect(await pausedAt(5)).toEqual({ isPaused: true, until: new Date(at(20)), endedAt: null });
  expect(await pausedAt(20)).toEqual({
    isPaused: true,
    until: new Date(at(30)),
    endedAt: new Date(at(20)),
  });
  expect(await pausedAt(30)).toEqual({ isPaused: false, until: null, endedAt: new Date(at(30)) });
  app.clock.set(at(40));
  await cancel(first);
  expect(await pausedAt(35)).toEqual({ isPaused: false, until: null, endedAt: new Date(at(30)) });
  app.clock.set(at(0));
  await hold(12);
  expect(await pausedAt(15)).toMatchObject({ isPaused: true, until: null });
  // Windows that ended two days ago are deleted.
  app.clock.advance(2 * 86_400_000);
  await deleteOldTraces(app.platform);
  expect(await pausedAt(25)).toEqual({ isPaused: true, until: null, endedAt: null });
});
