import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, postsOf } from '../../../../test/factories.ts';
import { buildWriter, givePlan } from '../../generation/generation.fixture.ts';
import { runEngine, shown, tweetsOf } from '../../publishing/publishing.fixture.ts';
import { ask, kindsOf, rowsOf, timed } from '../own/own-posts.fixture.ts';

const NOW = '2026-11-21T12:00:00Z';
let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: NOW });
});
afterAll(() => app.close());

let user: BuiltUser;
let accountId: number;
let username: string;
beforeEach(async () => {
  app.clock.set(NOW);
  user = await buildUser(app, { timeZone: 'Europe/Paris' });
  ({ id: accountId, username } = await connectX(app, user));
});
const plan = (given: Omit<NonNullable<Parameters<typeof buildPost>[1]>, 'user'> = {}) =>
  buildPost(app, { user, accountId, scheduledLocal: '2026-11-21T14:00:00', ...given });
const remove = (id: number) => call(app, 'DELETE', `/api/posts/${id}`, { token: user.token });
const restore = (id: number, by: { token: string } = user) => ask(app, by, `${id}/restore`);
const minutes = (count: number) => app.clock.advance(count * 60_000);

describe('undoing a deletion', () => {
  test('brings the post back under its id, at its time, with its history, and it goes out once', async () => {
    const more = { content: 'Back again', createdAt: new Date('2026-11-01') };
    const post = await plan({ ...more, movedFrom: new Date('2026-11-20T13:00:00Z') });
    await ask(app, user, 'bulk/pause', { ids: [post.id], paused: true });
    await ask(app, user, 'bulk/pause', { ids: [post.id], paused: false });
    const [row] = await rowsOf(app, user.id);
    await remove(post.id);
    expect(await postsOf(app, user)).toEqual([]);
    minutes(9);
    const answer = await restore(post.id);
    expect(answer.status).toBe(200);
    expect(answer.body.post).toEqual(await shown(app, user, post.id));
    expect(await rowsOf(app, user.id)).toEqual([{ ...row, updated_at: '2026-11-21 12:09:00+00' }]);
    expect(await kindsOf(app, user, post.id)).toEqual(['paused', 'resumed', 'restored']);
    app.clock.set(post.scheduledAt);
    await runEngine(app);
    expect(await tweetsOf(app, username)).toHaveLength(1);
  });

  test('gives a post whose time has passed or is taken the next free slot', async () => {
    const late = await plan(timed('2026-11-21T12:05:00Z', 'Europe/Paris'));
    const taken = await plan(timed('2026-11-22T09:00:00Z', 'Europe/Paris'));
    await remove(late.id);
    await remove(taken.id);
    await plan(timed('2026-11-22T09:00:00Z', 'Europe/Paris'));
    minutes(6);
    // The day has room for it, its time has not.
    await givePlan(app, user.id, { tier: 'pro', posts_per_day: '40' });
    const { body } = await ask(app, user, 'bulk/restore', { ids: [late.id, taken.id] });
    expect(body.refused).toEqual([]);
    expect(body.posts).toMatchObject([
      { scheduledTimeLocal: '2026-11-29T10:00:00', movedFrom: late.scheduledAt.toISOString() },
      { scheduledTimeLocal: '2026-12-06T10:00:00', movedFrom: taken.scheduledAt.toISOString() },
    ]);
  });

  test('works for ten minutes and once, also ten times at the same moment', async () => {
    const [first, second] = [await plan(), await plan()];
    await remove(first.id);
    await remove(second.id);
    minutes(10);
    const answers = await Promise.all(Array.from({ length: 10 }, () => restore(first.id)));
    for (const { status, body } of answers) expect([status, body.post?.id]).toEqual([200, String(first.id)]);
    expect(await kindsOf(app, user, first.id)).toEqual(['restored']);
    app.clock.advance(1);
    expect(await restore(second.id)).toMatchObject({
      status: 404,
      body: {
        code: 'POST_NOT_FOUND',
        message: 'Post not found in database. It may have been deleted or replaced.',
      },
    });
    expect(await postsOf(app, user)).toHaveLength(1);
  });

  test('leaves a failed post failed, with its reason, its tries and its history', async () => {
    const reason = { errorCode: 'X_REFUSED', errorMessage: 'X refused this post: no.' } as const;
    const failed = await plan({ status: 'failed', retryCount: 2, ...reason });
    await app.platform.db.execute(sql`
      insert into post_attempts (post_id, account_id, started_at, unknown_reason, unknown_since, outcome, error_code, settled_at)
      values (${failed.id}, ${accountId}, now(), 'timeout', now(), 'absent', null, now()),
        (${failed.id}, ${accountId}, now(), null, null, 'failed', 'X_REFUSED', now())`);
    const before = await shown(app, user, failed.id);
    const history = await kindsOf(app, user, failed.id);
    await remove(failed.id);
    minutes(1);
    const answer = await restore(failed.id);
    expect(answer.body.post).toEqual({ ...before, updatedAt: app.clock.now().toISOString() });
    // Who deletes a failed post knows of it: no email about it follows.
    expect(await rowsOf(app, user.id)).toMatchObject([{ failure_told_at: '2026-11-21 12:01:00+00' }]);
    expect((await kindsOf(app, user, failed.id)).filter((kind) => kind !== 'restored')).toEqual(history);
  });

  test('is no way around the plan’s posts a day or the trial’s 14', async () => {
    const writer = await buildWriter(app, { plan: 'trial' });
    const create = () => ask(app, writer, 'own', { key: randomUUID(), content: 'One of fourteen' });
    for (let count = 0; count < 14; count += 1) expect((await create()).status).toBe(200);
    const ids = (await postsOf(app, writer)).slice(-2).map(({ id }) => id);
    await ask(app, writer, 'bulk/delete', { ids });
    expect((await create()).status).toBe(200);
    const both = (await ask(app, writer, 'bulk/restore', { ids })).body;
    const full = {
      code: 'TRIAL_POSTS_REACHED',
      message: 'Your trial has room for 0 more of its 14 posts.',
    };
    expect(both.posts.map(({ id }) => id)).toEqual([ids[0]]);
    expect(both.refused).toEqual([{ id: ids[1], ...full }]);
    expect(await ask(app, writer, `${both.refused[0]?.id}/restore`)).toMatchObject({
      status: 409,
      body: full,
    });
    const paid = await buildWriter(app);
    const at = async (hour: string) => {
      const body = { key: randomUUID(), content: hour, scheduledTime: `2026-11-25T${hour}:00:00Z` };
      return (await ask(app, paid, 'own', body)).body.post;
    };
    const gone = await at('08');
    await at('09');
    await call(app, 'DELETE', `/api/posts/${gone.id}`, { token: paid.token });
    await at('10');
    const back = (await ask(app, paid, `${gone.id}/restore`)).body.post;
    expect(back.scheduledTimeLocal.slice(0, 10)).not.toBe('2026-11-25');
  });

  test('of several posts restores what it can; what is another’s, unsaved or unknown is refused', async () => {
    const [post, here] = [await plan(), await plan()];
    const theirs = await buildPost(app);
    await remove(post.id);
    const ids = [post.id, '17-3', theirs.id, 999_999_999, here.id, String(post.id)];
    const { body } = await ask(app, user, 'bulk/restore', { ids });
    const gone = 'Post not found in database. It may have been deleted or replaced.';
    expect(body).toEqual({
      posts: [await shown(app, user, post.id), await shown(app, user, here.id)],
      refused: [
        {
          id: '17-3',
          code: 'POST_NOT_SAVED',
          message: 'This post is not saved yet. Wait a moment, then try again.',
        },
        { id: String(theirs.id), code: 'POST_NOT_FOUND', message: gone },
        { id: '999999999', code: 'POST_NOT_FOUND', message: gone },
      ],
    });
    expect(await kindsOf(app, user, here.id)).toEqual([]);
  });
});
