import { beforeEach, expect, onTestFinished, test } from 'vitest';
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
import { endPause } from '../engine/stop-publishing.ts';
import { selectPause } from '../engine/stops.store.ts';
import { runEngine, tweetsOf } from '../publishing.fixture.ts';
import { getOldestOverdueSeconds, getPublishingState } from '../publishing.queries.ts';
import { publishingPauses } from '../publishing.tables.ts';
import { deleteOldTraces } from './delete-posts.ts';

const MINUTE = 60_000;
let app: TestApp;
let user: BuiltUser;
let staff: BuiltUser;
let accountId: number;
beforeEach(async () => {
  app = await buildApp({ now: '2026-11-23T08:00:00Z' });
  user = await buildUser(app, { timeZone: 'UTC' });
  staff = await buildUser(app, { roles: ['admin'] });
  accountId = (await connectX(app, user, 'paused_by_us')).id;
});

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
  await schedule({ startsAt: at(5), endsAt: at(30), holdsPublishing: true });
  await plan(10);
  app.clock.set(new Date(Date.parse(at(30)) - 1_000).toISOString());
  await untilAsleep();
  app.clock.set(at(30));
  await expect.poll(movedFrom, POLL).toEqual([at(10)]);
});

test('the engine wakes when a window that held publishing is cancelled', async () => {
  const id = await schedule({ startsAt: at(5), holdsPublishing: true });
  await plan(10);
  app.clock.set(at(20));
  await untilAsleep();
  await call(app, 'POST', '/api/maintenance/cancel', { token: staff.token, body: { id } });
  await expect.poll(movedFrom, POLL).toEqual([at(10)]);
});

test('of overlapping windows the latest end counts, none if one has no end; a window that is over cannot end later', async () => {
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
