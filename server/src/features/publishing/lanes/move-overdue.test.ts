import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
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
import { runEngine, shown, tweetsOf } from '../publishing.fixture.ts';
import { moveMisfired } from './move-overdue.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let app: TestApp;
let user: BuiltUser;
let account: { id: number; username: string };
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-23T08:00:00Z' });
});
beforeEach(async () => {
  await app.platform.db.execute('delete from x_accounts');
  app.clock.set('2026-11-23T08:00:00Z');
  user = await buildUser(app, { timeZone: 'Europe/Paris' });
  account = await connectX(app, user);
});
afterAll(() => app.close());

/** Plans posts so many milliseconds from now; the wall clock is that of Paris in winter. */
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
  const published: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    await runEngine(app);
    published.push((await tweetsOf(app, account.username)).length);
    app.clock.advance(stepMs);
  }
  return published;
}

describe('after an outage', () => {
  test('of 10 minutes, what came due goes out, a minute apart', async () => {
    await plan(0, 2 * MINUTE, 4 * MINUTE);
    app.clock.advance(10 * MINUTE);
    // A turn every half minute: one post now, none half a minute later, and so on.
    expect(await turns(6, 30_500)).toEqual([1, 1, 2, 2, 3, 3]);
    expect((await posts()).map((post) => post.movedFrom)).toEqual([null, null, null]);
    expect(await mailTo(app, user.email)).toEqual([]);
  });

  test('of 3 hours, posts up to an hour late go out; older ones move to the next free slots, with an email', async () => {
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
    expect(mails.map((mail) => mail.subject)).toEqual([
      `2 posts for @${account.username} moved to new times`,
    ]);
    expect(mails[0]?.text).toContain(
      `Publishing was interrupted for more than an hour. Posts for @${account.username} that came due in between moved to the next free times, so nothing goes out in a burst. The first is now set for Tuesday 24 November at 11:30.`,
    );
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
  test('POST-55 after a pause overdue posts move to free times in the order of their times; none goes out in a burst', async () => {
    await plan(25 * HOUR, 10 * HOUR, HOUR);
    const body = { twitterAccountId: account.id };
    await call(app, 'POST', '/api/posts/pause', { token: user.token, body });
    app.clock.advance(5 * DAY);
    await comeBack(app, user);
    expect(await turns(1, 0)).toEqual([0]);
    expect((await posts()).map((post) => post.holdReason)).toEqual(['paused', 'paused', 'paused']);
    const resumed = await call(app, 'POST', '/api/posts/unpause', { token: user.token, body });
    expect(resumed.body).toMatchObject({
      postsPaused: false,
      message: 'Posts resumed. 3 posts came due while paused and moved to the next free times.',
    });
    expect(await turns(1, 0)).toEqual([0]);
    expect((await posts()).map((post) => [post.content, post.scheduledTimeLocal, post.holdReason])).toEqual([
      ['Planned 2026-11-23T10:00:00', '2026-11-30T10:00:00', null],
      ['Planned 2026-11-23T19:00:00', '2026-11-30T19:00:00', null],
      ['Planned 2026-11-24T10:00:00', '2026-12-01T10:00:00', null],
    ]);
  });
});

test('a long move reports progress after each account, so that the engine does not count as stuck', async () => {
  await plan(0);
  const { id } = await connectX(app, await buildUser(app));
  await buildPost(app, { user, accountId: id, scheduledAt: app.clock.now() });
  app.clock.advance(2 * HOUR);
  const onProgress = vi.fn();
  const deps = { ...app.platform, publicUrl: app.config.publicUrl };
  expect(await moveMisfired(deps, onProgress)).toBe(2);
  expect(onProgress).toHaveBeenCalledTimes(2);
});
