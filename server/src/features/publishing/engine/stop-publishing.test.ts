import { PUBLISHING_STOP } from '@drumbeat/contract/publishing/stream-events.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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
beforeEach(async () => {
  app = await buildApp();
  error.mockClear();
  app.platform.log.error = error;
});
afterEach(() => fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' }));

const stops = () => app.platform.db.select().from(publishingStop);
const minutes = (count: number) => app.clock.advance(count * 60_000);

async function stopped(): Promise<string | undefined> {
  const { body } = await call<string>(app, 'GET', '/metrics');
  return /^drumbeat_publish_stopped (\d)$/m.exec(body)?.[1];
}

async function health(): Promise<Record<string, string>> {
  const staff = await buildUser(app, { roles: ['admin'] });
  const { body } = await call<{ checks: Record<string, string> }>(app, 'GET', '/api/health/full', {
    token: staff.token,
  });
  return body.checks;
}

test('402 holds everybody’s posts, fails none and logs an error; one post is tried after growing pauses', async () => {
  const people = [];
  for (const name of ['credit_a', 'credit_b', 'credit_c']) people.push(await duePost(app, name));
  await fault(app, 'payment_required', { endpoint: 'tweets', count: 5 });
  const since = app.clock.now();
  app.clock.set(since);
  await runEngine(app);
  for (const { user, post } of people)
    expect(await shown(app, user, post.id)).toMatchObject({
      status: 'Pending',
      retryCount: 0,
      errorCode: null,
    });
  expect(error).toHaveBeenCalledTimes(1);

  // One post is tried after a minute, then after two.
  minutes(0.9);
  expect(await runEngine(app)).toBe(0);
  minutes(0.2);
  expect(await runEngine(app)).toBe(1);
  expect(error).toHaveBeenCalledTimes(2);
  minutes(1.5);
  expect(await runEngine(app)).toBe(0);
  minutes(0.6);
  expect(await runEngine(app)).toBe(1);
  // The stop keeps its beginning, and the latest reason of X.
  const [stop, ...more] = await stops();
  const tryAt = new Date(app.clock.now().getTime() + 4 * 60_000);
  expect(stop).toMatchObject({ reason: 'credits depleted', since, failures: 3, tryAt });
  expect(more).toEqual([]);

  // X accepts posts again: the next post goes out alone, then the others.
  minutes(3.5);
  expect(await runEngine(app)).toBe(0);
  minutes(0.6);
  await runEngine(app);
  for (let turn = 0; turn < 3; turn += 1) {
    await runEngine(app);
    minutes(1);
  }
  for (const { user, post, username } of people) {
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', retryCount: 0 });
    expect(await tweetsOf(app, username)).toHaveLength(1);
  }
  expect(await stops()).toEqual([]);
});

test('metrics and health say that publishing is stopped, and when it resumes', async () => {
  await duePost(app, 'credit_seen');
  await fault(app, 'payment_required', { endpoint: 'tweets', count: 1 });
  expect([await stopped(), (await health()).publishing]).toEqual(['0', 'ok']);
  const since = app.clock.now();
  app.clock.set(since);
  await runEngine(app);
  app.clock.advance(5_000);
  expect([await stopped(), (await health()).publishing]).toEqual([
    '1',
    `X has accepted no posts from us since ${since.toISOString()} (402): credits depleted`,
  ]);
  expect((await call(app, 'GET', '/api/health/ready')).body).toMatchObject({
    message: expect.stringContaining('publishing'),
  });
  minutes(1.1);
  await runEngine(app);
  app.clock.advance(5_000);
  expect([await stopped(), (await health()).publishing]).toEqual(['0', 'ok']);
});

test('a probe whose worker died is made by another a minute later', async () => {
  const { username } = await duePost(app, 'credit_dead');
  await fault(app, 'payment_required', { endpoint: 'tweets', count: 1 });
  await runEngine(app);
  await app.platform.db.execute('update publishing_stop set try_at = now()');
  await app.platform.db.execute("update lanes set hold = 'paused'");
  app.clock.advance(1_000);
  await runEngine(app);
  await app.platform.db.execute('update lanes set hold = null');
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
  expect((await health()).publishing).toContain('X has accepted no posts from us');
  expect(await runEngine(app)).toBe(0);
  expect(await tweetsOf(app, waits.username)).toEqual([]);

  minutes(1.1);
  expect(await runEngine(app)).toBe(1);
  expect((await health()).publishing).toBe('ok');
  expect(await tweetsOf(app, waits.username)).toHaveLength(1);
});

/** A post that is claimed as the probe of a stop. */
async function claimedProbe(name: string) {
  const due = await duePost(app, name);
  const { db } = app.platform;
  const now = app.clock.now();
  await insertStop(db, { reason: 'no credits', now, tryAt: now });
  const claimed = await claimOfAccount(app, due.account.id, { isProbe: true });
  return { ...due, posted: { ...idsOf(claimed), isProbe: true, outcome: 'posted', tweetId: '7' } as const };
}

test('a probe is given to one worker, and not before its time', async () => {
  const { db } = app.platform;
  const at = (time: string) => new Date(`2026-03-02T${time}Z`);
  await insertStop(db, { reason: 'no credits', now: at('12:00:00'), tryAt: at('12:01:00') });
  expect(await takeProbe(db, at('12:00:59.999'), at('12:02:00'))).toBe(false);
  expect(await takeProbe(db, at('12:01:00'), at('12:02:00'))).toBe(true);
  expect(await takeProbe(db, at('12:01:00'), at('12:02:00'))).toBe(false);
  expect(await stops()).toEqual([
    { oneRow: true, reason: 'no credits', since: at('12:00:00'), failures: 1, tryAt: at('12:02:00') },
  ]);
});

test('a posted probe wakes all workers and tells open pages', async () => {
  const { posted } = await claimedProbe('credit_wakes');
  app.clock.set('2026-03-02T12:00:00Z');
  const woken = new Promise<number>((resolve) => {
    app.platform.events.on('posts_due', ({ at }) => at === Date.UTC(2026, 2, 2, 12) && resolve(at));
  });
  const pages = new Promise((resolve) => app.platform.events.on(PUBLISHING_STOP, resolve));
  await settleBatch(livingDeps(app), [posted]);
  expect(await woken).toBe(Date.UTC(2026, 2, 2, 12));
  expect(await pages).toEqual({ since: null });
});

test('publishing stays stopped until the posted probe is settled', async () => {
  const { user, post, posted } = await claimedProbe('credit_broken');
  const deps = livingDeps(app);
  const { events } = deps;
  const notify: typeof events.notify = (tx, channel, payload) =>
    channel === 'posts_due' ? Promise.reject(new Error('broke off')) : events.notify(tx, channel, payload);
  const broken = settleBatch({ ...deps, events: { ...events, notify } }, [posted]);
  await expect(broken).rejects.toThrow('broke off');
  expect(await stops()).toMatchObject([{ reason: 'no credits', failures: 1 }]);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Processing', tweetId: null });
  await settleBatch(deps, [posted]);
  expect(await stops()).toEqual([]);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', tweetId: '7' });
});

/* Pauses of publishing during maintenance windows. */

const MINUTE = 60_000;
let user: BuiltUser;
let staff: BuiltUser;
let accountId: number;

/** Begins a test of pauses on a Monday at 08:00. */
async function begin(): Promise<void> {
  app.clock.set('2026-11-23T08:00:00Z');
  user = await buildUser(app, { timeZone: 'UTC' });
  staff = await buildUser(app, { roles: ['admin'] });
  accountId = (await connectX(app, user, 'paused_by_us')).id;
}

const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 23, 8, minutes)).toISOString();

async function schedule(body: {
  startsAt: string;
  endsAt?: string;
  holdsPublishing?: boolean;
}): Promise<string> {
  const answer = await call<{ window: { id: string; holds_publishing: boolean } }>(
    app,
    'POST',
    '/api/maintenance/schedule',
    { token: staff.token, body },
  );
  expect(answer.body.window.holds_publishing).toBe(body.holdsPublishing ?? false);
  return answer.body.window.id;
}

const planned: string[] = [];

async function plan(...minutes: number[]): Promise<void> {
  planned.length = 0;
  for (const minute of minutes) {
    const scheduledAt = new Date(at(minute));
    const scheduledLocal = at(minute).slice(0, 19);
    const content = `Planned for minute ${minute}`;
    planned.push(content);
    await buildPost(app, { user, accountId, content, scheduledAt, scheduledLocal });
  }
}

/** Shorter than the engine's longest sleep: what it does by then, it was woken for. */
const POLL = { timeout: 20_000, interval: 50 };

/** Read from the table: customers wait for the end of the window. */
async function movedFrom(): Promise<unknown[]> {
  const rows = await app.platform.db.select({ at: posts.movedFrom }).from(posts);
  return rows.map((row) => row.at?.toISOString() ?? null);
}

const out = async () => (await tweetsOf(app, 'paused_by_us')).map(({ text }) => text).sort();

/** Runs the engine every three minutes until then. */
async function runUntil(minute: number): Promise<void> {
  while (app.clock.now() < new Date(at(minute))) {
    await runEngine(app);
    app.clock.advance(3 * MINUTE);
  }
  await runEngine(app);
}

test('a window that holds publishing sends nothing, then moves what came due to free times, with one email', async () => {
  await begin();
  await schedule({ startsAt: at(5), endsAt: at(90), holdsPublishing: true });
  await plan(2, 10, 30, 100);
  await runUntil(80);
  expect(await out()).toEqual(['Planned for minute 2']);
  // Even after an hour no post moved into the window, and none counts as overdue.
  const { db, clock } = app.platform;
  expect(await getOldestOverdueSeconds(db, clock.now())).toBe(0);
  expect(await getPublishingState(db, clock.now())).toBe('held by maintenance');
  expect((await mailTo(app, user.email)).filter(({ subject }) => /moved/i.test(subject))).toEqual([]);
  await runUntil(110);
  expect(await out()).toEqual(['Planned for minute 100', 'Planned for minute 2']);
  const moved = (await postsOf(app, user)).filter(({ movedFrom }) => movedFrom !== null);
  expect(moved.map(({ content, movedFrom }) => [content, movedFrom])).toEqual([
    ['Planned for minute 10', at(10)],
    ['Planned for minute 30', at(30)],
  ]);
  for (const { scheduledTime, status } of moved) {
    expect(status).toBe('Pending');
    expect(Date.parse(scheduledTime)).toBeGreaterThan(Date.parse(at(90)));
  }
  const mails = (await mailTo(app, user.email)).filter(({ text }) =>
    text.includes('Drumbeat was down for maintenance. Posts for @paused_by_us that came due in between'),
  );
  expect(mails).toHaveLength(1);
});

test('a window that is cancelled while it holds lets posts go out at once; others are as they were', async () => {
  await begin();
  const id = await schedule({ startsAt: at(5), holdsPublishing: true });
  await schedule({ startsAt: at(60), endsAt: at(70), holdsPublishing: true });
  await plan(10, 25);
  await runUntil(20);
  expect(await out()).toEqual([]);
  const { db, clock } = app.platform;
  expect(await getPublishingState(db, clock.now())).toBe('held by maintenance');
  expect(await getOldestOverdueSeconds(db, clock.now())).toBe(0);
  await call(app, 'POST', '/api/maintenance/cancel', { token: staff.token, body: { id } });
  await runUntil(30);
  expect(await out()).toEqual(['Planned for minute 25']);
  // One that has not begun is cancelled without a trace.
  for (const startsAt of [at(30), at(40)])
    await endPause(app.platform, db, Number(await schedule({ startsAt, holdsPublishing: true })));
  const pauses = db.select().from(publishingPauses).orderBy(publishingPauses.startsAt);
  expect(await pauses).toEqual([
    { windowId: Number(id), startsAt: new Date(at(5)), endsAt: new Date(at(21)) },
    { windowId: expect.any(Number), startsAt: new Date(at(60)), endsAt: new Date(at(70)) },
  ]);
});

/** Lets the engine run until it sleeps. */
async function untilAsleep(): Promise<void> {
  app.engine.start();
  onTestFinished(() => app.engine.stop());
  await app.engine.atRest();
}

test('the engine wakes by itself when a window that held publishing ends', async () => {
  await begin();
  await schedule({ startsAt: at(5), endsAt: at(30), holdsPublishing: true });
  await plan(10);
  app.clock.set(new Date(Date.parse(at(30)) - 1_000).toISOString());
  await untilAsleep();
  app.clock.set(at(30));
  await expect.poll(movedFrom, POLL).toEqual([at(10)]);
});

test('the engine wakes when a window that held publishing is cancelled', async () => {
  await begin();
  const id = await schedule({ startsAt: at(5), holdsPublishing: true });
  await plan(10);
  app.clock.set(at(20));
  await untilAsleep();
  await call(app, 'POST', '/api/maintenance/cancel', { token: staff.token, body: { id } });
  await expect.poll(movedFrom, POLL).toEqual([at(10)]);
});

test('of overlapping windows the latest end counts, none if one has no end; a window that is over cannot end later', async () => {
  await begin();
  const { db } = app.platform;
  const pause = (minute: number) => selectPause(db, new Date(at(minute)));
  const first = await schedule({ startsAt: at(5), endsAt: at(20), holdsPublishing: true });
  await schedule({ startsAt: at(10), endsAt: at(30), holdsPublishing: true });
  expect(await pause(4)).toEqual({ isPaused: false, until: null, endedAt: null });
  expect(await pause(5)).toEqual({ isPaused: true, until: new Date(at(20)), endedAt: null });
  expect(await pause(20)).toEqual({ isPaused: true, until: new Date(at(30)), endedAt: new Date(at(20)) });
  expect(await pause(30)).toEqual({ isPaused: false, until: null, endedAt: new Date(at(30)) });
  app.clock.set(at(40));
  await comeBack(app, staff);
  const cancel = { token: staff.token, body: { id: first } };
  expect(await call(app, 'POST', '/api/maintenance/cancel', cancel)).toMatchObject({ status: 200 });
  expect(await pause(35)).toEqual({ isPaused: false, until: null, endedAt: new Date(at(30)) });
  app.clock.set(at(0));
  await schedule({ startsAt: at(12), holdsPublishing: true });
  expect(await pause(15)).toMatchObject({ isPaused: true, until: null });
  // Windows that ended two days ago are deleted.
  app.clock.advance(2 * 86_400_000);
  await deleteOldTraces(app.platform);
  expect(await pause(25)).toEqual({ isPaused: true, until: null, endedAt: null });
});
