import { inArray, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  comeBack,
  connectX,
  postsOf,
} from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { posts as postTable } from '../post/post.tables.ts';
import { moveMisfired } from './engine/move-misfired.ts';
import { rhythmOf } from './lanes/free-slots.rules.ts';
import { readCalendar } from './lanes/read-calendar.ts';
import { selectPlanned } from './lanes/waiting.store.ts';
import { runEngine, shown, tweetsOf } from './publishing.fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let app: TestApp;
let user: BuiltUser;
let account: { id: number };
beforeEach(async () => {
  app = await buildApp({ now: '2026-11-23T08:00:00Z' });
  user = await buildUser(app, { timeZone: 'Europe/Paris' });
  account = await connectX(app, user, 'outage');
});

/** Posts at these distances from now, in milliseconds; the wall clock is that of Paris in winter. */
async function plan(...distances: number[]): Promise<void> {
  for (const distance of distances) {
    const scheduledAt = new Date(app.clock.now().getTime() + distance);
    const scheduledLocal = new Date(scheduledAt.getTime() + HOUR).toISOString().slice(0, 19);
    await buildPost(app, {
      user,
      accountId: account.id,
      content: `Planned ${scheduledLocal}`,
      scheduledAt,
      scheduledLocal,
    });
  }
}

const posts = () => postsOf(app, user);

async function turns(count: number, stepMs: number): Promise<number[]> {
  const standing: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    await runEngine(app);
    standing.push((await tweetsOf(app, 'outage')).length);
    app.clock.advance(stepMs);
  }
  return standing;
}

describe('after an outage', () => {
  test('of 10 minutes, what fell due goes out, a minute apart', async () => {
    await plan(0, 2 * MINUTE, 4 * MINUTE);
    app.clock.advance(10 * MINUTE);
    // A turn every half minute: one post now, none half a minute later, and so on.
    expect(await turns(6, 30_500)).toEqual([1, 1, 2, 2, 3, 3]);
    expect((await posts()).map((post) => post.movedFrom)).toEqual([null, null, null]);
    expect(await mailTo(app, user.email)).toEqual([]);
  });

  test('of 3 hours, posts up to an hour late go out and older ones move to the next free slots, with an email', async () => {
    const other = await buildUser(app);
    const { id } = await connectX(app, other);
    const scheduledAt = new Date(app.clock.now().getTime() + 2.5 * HOUR);
    const late = await buildPost(app, { user: other, accountId: id, scheduledAt });
    await plan(HOUR, 2.5 * HOUR, 25 * HOUR);
    app.clock.advance(3 * HOUR);
    await turns(2, 61_000);
    expect(await shown(app, other, late.id)).toMatchObject({ status: 'Posted', movedFrom: null });
    expect(await mailTo(app, other.email)).toEqual([]);
    // Slots of this account are 10:00 and 11:30, on Mondays and Tuesdays; 10:00 on Tuesday is taken. What is less
    // late moves as well, behind the older one.
    expect((await posts()).map((post) => [post.content, post.scheduledTimeLocal, post.movedFrom])).toEqual([
      ['Planned 2026-11-24T10:00:00', '2026-11-24T10:00:00', null],
      ['Planned 2026-11-23T10:00:00', '2026-11-24T11:30:00', '2026-11-23T09:00:00.000Z'],
      ['Planned 2026-11-23T11:30:00', '2026-11-30T10:00:00', '2026-11-23T10:30:00.000Z'],
    ]);
    const mails = await mailTo(app, user.email);
    expect(mails.map((mail) => mail.subject)).toEqual(['2 posts for @outage moved to new times']);
    expect(mails[0]?.text.split('\n\n').slice(0, 4)).toEqual([
      '2 posts have new times',
      'Publishing was interrupted for more than an hour. Posts for @outage that came due in between moved to the next free times, so nothing goes out in a burst. The first is now set for Tuesday 24 November at 11:30.',
      'Nothing was lost, and you can still change or move each post.',
      'http://localhost:3000/dashboard',
    ]);
    const { rows } = await app.platform.db.execute(
      sql`select user_id::int as user, recipient from emails where template_key = 'posts_moved'`,
    );
    expect(rows).toEqual([{ user: user.id, recipient: user.email }]);
  });

  test('of 3 days, nothing goes out at once and nothing is lost', async () => {
    await plan(0, 9 * HOUR, DAY, DAY + 9 * HOUR, 2 * DAY);
    app.clock.advance(3 * DAY + 4 * HOUR);
    await comeBack(app, user);
    expect(await turns(3, 61_000)).toEqual([0, 0, 0]);
    const moved = await posts();
    expect(moved).toHaveLength(5);
    for (const post of moved) {
      expect(post).toMatchObject({ status: 'Pending' });
      expect(Date.parse(`${post.scheduledTimeLocal}+01:00`)).toBeGreaterThan(
        app.clock.now().getTime() - 5 * MINUTE,
      );
    }
    expect(new Set(moved.map((post) => post.scheduledTimeLocal)).size).toBe(5);
    // The posts keep the order of their old times.
    expect(moved.map((post) => post.movedFrom)).toEqual(moved.map((post) => post.movedFrom).toSorted());
  });

  test('a clock that jumps back publishes nothing twice; one that jumps ahead only what is due', async () => {
    await plan(MINUTE, 30 * MINUTE);
    app.clock.advance(2 * MINUTE);
    expect(await turns(1, -HOUR)).toEqual([1]);
    expect(await turns(3, MINUTE)).toEqual([1, 1, 1]);
    app.clock.set('2026-11-23T08:31:00Z');
    expect(await turns(1, 0)).toEqual([2]);
  });
});

describe('after a hold', () => {
  test('POST-55 unpause after a week: overdue posts move, none goes out in a burst', async () => {
    await plan(HOUR, 10 * HOUR, 25 * HOUR);
    await call(app, 'POST', '/api/posts/pause', {
      token: user.token,
      body: { twitterAccountId: account.id },
    });
    app.clock.advance(5 * DAY);
    await comeBack(app, user);
    expect(await turns(1, 0)).toEqual([0]);
    expect((await posts()).map((post) => post.holdReason)).toEqual(['paused', 'paused', 'paused']);
    const resumed = await call(app, 'POST', '/api/posts/unpause', {
      token: user.token,
      body: { twitterAccountId: account.id },
    });
    expect(resumed.body).toMatchObject({
      postsPaused: false,
      message: 'Posts resumed. 3 posts came due while paused and moved to the next free times.',
    });
    expect(await turns(1, 0)).toEqual([0]);
    for (const post of await posts()) {
      expect(post.holdReason).toBeNull();
      expect(Date.parse(`${post.scheduledTimeLocal}+01:00`)).toBeGreaterThan(app.clock.now().getTime());
    }
  });

  test('POST-55 overdue posts move in the order of their times, not in that in which they were made', async () => {
    await plan(25 * HOUR, 10 * HOUR, HOUR);
    const body = { twitterAccountId: account.id };
    await call(app, 'POST', '/api/posts/pause', { token: user.token, body });
    app.clock.advance(5 * DAY);
    await comeBack(app, user);
    await call(app, 'POST', '/api/posts/unpause', { token: user.token, body });
    expect((await posts()).map((post) => [post.content, post.scheduledTimeLocal])).toEqual([
      ['Planned 2026-11-23T10:00:00', '2026-11-30T10:00:00'],
      ['Planned 2026-11-23T19:00:00', '2026-11-30T19:00:00'],
      ['Planned 2026-11-24T10:00:00', '2026-12-01T10:00:00'],
    ]);
  });

  test('an account that is reconnected after a week goes on with its next free slots, and its owner is told', async () => {
    await plan(HOUR, 2 * HOUR);
    await call(app, 'POST', '/api/oauth/x/disconnect', { token: user.token });
    app.clock.advance(6 * DAY);
    await comeBack(app, user);
    expect(await turns(1, 0)).toEqual([0]);
    expect((await posts()).map((post) => post.holdReason)).toEqual(['disconnected', 'disconnected']);
    await connectX(app, user, 'outage');
    expect(await turns(1, 0)).toEqual([0]);
    expect((await posts()).map((post) => [post.status, post.holdReason])).toEqual([
      ['Pending', null],
      ['Pending', null],
    ]);
    expect((await mailTo(app, user.email)).map((mail) => mail.subject)).toEqual([
      '2 posts for @outage moved to new times',
    ]);
  });
});

test('only pending posts move, to the first free times; the email counts them alone', async () => {
  await plan(0);
  await runEngine(app);
  await plan(HOUR);
  // Paused, failed and of another account.
  const scheduledAt = new Date(app.clock.now().getTime() + HOUR);
  const own = { user, accountId: account.id, scheduledAt, scheduledLocal: '2026-11-23T10:00:00' };
  const left = [
    await buildPost(app, { ...own, isPaused: true }),
    await buildPost(app, { ...own, status: 'failed', errorCode: 'X_REFUSED' }),
    await buildPost(app, { scheduledAt: new Date(app.clock.now().getTime() + 5 * HOUR) }),
  ];
  const rows = () =>
    app.platform.db
      .select()
      .from(postTable)
      .where(
        inArray(
          postTable.id,
          left.map(({ id }) => id),
        ),
      );
  const before = await rows();
  app.clock.advance(3 * HOUR);
  await runEngine(app);
  expect(await rows()).toEqual(before);
  expect((await posts()).map(({ status, scheduledTimeLocal }) => [status, scheduledTimeLocal])).toEqual([
    ['Posted', '2026-11-23T09:00:00'],
    ['Pending', '2026-11-23T10:00:00'],
    ['Failed', '2026-11-23T10:00:00'],
    ['Pending', '2026-11-30T09:00:00'],
  ]);
  expect((await mailTo(app, user.email)).map((mail) => mail.subject)).toEqual([
    '1 post for @outage moved to a new time',
  ]);
});

test('what an account planned in the last 60 days tells its rhythm, and whatever waits, in order', async () => {
  const build = (days: number, more: Parameters<typeof buildPost>[1] = {}) =>
    buildPost(app, {
      user,
      accountId: account.id,
      scheduledAt: new Date(app.clock.now().getTime() + days * DAY),
      scheduledLocal: `${days} days`,
      ...more,
    });
  const ahead = await build(1);
  const [first, second] = [await build(-3, { status: 'posted' }), await build(-3, { status: 'failed' })];
  const old = await build(-61, { isPaused: true });
  for (const status of ['posted', 'failed'] as const) await build(-60, { status });
  const recent = await build(-60 + 1 / DAY, { status: 'posted' });
  await buildPost(app);
  expect(await selectPlanned(app.platform.db, account.id, app.clock.now())).toEqual(
    [
      [old, 'pending', true],
      [recent, 'posted', false],
      [first, 'posted', false],
      [second, 'failed', false],
      [ahead, 'pending', false],
    ].map(([post, status, isPaused]) => {
      const { id, scheduledAt, scheduledLocal } = post as typeof ahead;
      return { id, at: scheduledAt, local: scheduledLocal, status, isPaused };
    }),
  );
});

test('a day is as full as what stands on it by the owner’s calendar: out or to come, and not what failed', async () => {
  const build = (at: string, more: Parameters<typeof buildPost>[1] = {}) =>
    buildPost(app, {
      user,
      accountId: account.id,
      scheduledAt: new Date(at),
      scheduledLocal: '2026-11-23T09:00:00',
      ...more,
    });
  const built = [
    await build('2026-11-22T22:59:59Z', { status: 'posted' }),
    // Midnight in Paris.
    await build('2026-11-22T23:00:00Z', { status: 'posted' }),
    await build('2026-11-23T08:00:00Z', { status: 'failed' }),
    await build('2026-11-23T22:59:59Z'),
    await build('2026-11-24T12:00:00Z', { isPaused: true }),
  ];
  await buildPost(app);
  const calendar = await readCalendar(app.platform.db, account.id, 'Europe/Paris', app.clock.now());
  expect(calendar).toEqual({
    rhythm: rhythmOf(built.map(({ scheduledLocal }) => scheduledLocal)),
    taken: new Set(built.map(({ scheduledAt }) => scheduledAt.getTime())),
    perDay: new Map([
      ['2026-11-22', 1],
      ['2026-11-23', 2],
      ['2026-11-24', 1],
    ]),
  });
});

test('moving tells its progress after each account, so that a long move is not taken for a stuck one', async () => {
  await plan(0);
  const { id } = await connectX(app, await buildUser(app));
  await buildPost(app, { user, accountId: id, scheduledAt: app.clock.now() });
  app.clock.advance(2 * HOUR);
  const onProgress = vi.fn();
  const deps = { ...app.platform, publicUrl: app.config.publicUrl };
  expect(await moveMisfired(deps, onProgress)).toBe(2);
  expect(onProgress).toHaveBeenCalledTimes(2);
});
