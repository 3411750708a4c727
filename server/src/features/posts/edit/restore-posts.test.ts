import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, postsOf } from '../../../../test/factories.ts';
import { buildWriter, givePlan } from '../../generation/generation.fixture.ts';
import { runEngine, shown, tweetsOf } from '../../publishing/publishing.fixture.ts';
import { ask, historyOf, kindsOf, postWith, rowsOf } from '../own/own-posts.fixture.ts';

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
    const jobId = '7d4f9a52-0000-4000-8000-000000000001';
    const more = { content: 'Back again', generationJobId: jobId, createdAt: new Date('2026-11-01') };
    const post = await plan({ ...more, movedFrom: new Date('2026-11-20T13:00:00Z') });
    await ask(app, user, 'bulk/pause', { ids: [post.id], paused: true });
    await ask(app, user, 'bulk/pause', { ids: [post.id], paused: false });
    const before = await shown(app, user, post.id);
    const [row] = await rowsOf(app, user.id);
    await remove(post.id);
    expect(await postsOf(app, user)).toEqual([]);
    minutes(9);
    const answer = await restore(post.id);
    expect(answer.status).toBe(200);
    expect(answer.body.post).toEqual({ ...before, updatedAt: app.clock.now().toISOString() });
    expect(await rowsOf(app, user.id)).toEqual([{ ...row, updated_at: '2026-11-21 12:09:00+00' }]);
    expect(await kindsOf(app, user, post.id)).toEqual(['paused', 'resumed', 'restored']);
    const [to, local] = [post.scheduledAt.toISOString(), '2026-11-21T14:00:00'];
    expect((await historyOf(app, post.id)).at(-1)).toEqual({
      kind: 'restored',
      detail: { to, local },
      at: '2026-11-21 12:09:00+00',
    });
    app.clock.set(post.scheduledAt);
    await runEngine(app);
    expect(await tweetsOf(app, username)).toHaveLength(1);
    const { rows } = await app.platform.db.execute(
      sql`select 1 from deleted_posts where post_id = ${post.id}`,
    );
    expect(rows).toEqual([]);
  });

  test('gives a post whose time has passed or is taken the next free slot', async () => {
    const late = await plan({
      scheduledAt: new Date('2026-11-21T12:05:00Z'),
      scheduledLocal: '2026-11-21T13:05:00',
    });
    const taken = await plan({
      scheduledAt: new Date('2026-11-22T09:00:00Z'),
      scheduledLocal: '2026-11-22T10:00:00',
    });
    await remove(late.id);
    await remove(taken.id);
    await plan({ scheduledAt: taken.scheduledAt, scheduledLocal: '2026-11-22T10:00:00' });
    minutes(6);
    // The day has room for it, its time has not.
    await givePlan(app, user.id, { tier: 'pro', posts_per_day: '40' });
    const answer = await ask(app, user, 'bulk/restore', { ids: [late.id, taken.id] });
    const again = (post: typeof late, scheduledTime: string, scheduledTimeLocal: string) =>
      postWith({
        id: String(post.id),
        content: post.content,
        scheduledTime,
        scheduledTimeLocal,
        twitterAccountId: String(accountId),
        movedFrom: post.scheduledAt.toISOString(),
        createdAt: '2026-11-21T12:00:00.000Z',
        updatedAt: '2026-11-21T12:06:00.000Z',
      });
    expect(answer.body).toEqual({
      posts: [
        again(late, '2026-11-29T09:00:00.000Z', '2026-11-29T10:00:00'),
        again(taken, '2026-12-06T09:00:00.000Z', '2026-12-06T10:00:00'),
      ],
      refused: [],
    });
  });

  test('of two posts of one time the first gets it back, and the other the next free slot', async () => {
    await givePlan(app, user.id, { tier: 'pro', posts_per_day: '40' });
    const [first, second] = [await plan(), await plan()];
    const ids = [first.id, second.id];
    await ask(app, user, 'bulk/delete', { ids });
    const { posts } = (await ask(app, user, 'bulk/restore', { ids })).body;
    expect(posts.map(({ scheduledTime }) => scheduledTime)).toEqual([
      '2026-11-21T13:00:00.000Z',
      '2026-11-22T11:00:00.000Z',
    ]);
  });

  test('works for ten minutes, once; a repeat gives back the post', async () => {
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

  test('leaves a failed post failed, with its reason and its tries', async () => {
    const failed = await plan({
      status: 'failed',
      retryCount: 2,
      errorCode: 'X_REFUSED',
      errorMessage: 'X refused this post: no.',
    });
    await app.platform.db.execute(sql`
      insert into post_attempts (post_id, account_id, started_at, unknown_reason, unknown_since, outcome, error_code, settled_at)
      values (${failed.id}, ${accountId}, now(), 'timeout', now(), 'absent', null, now()),
        (${failed.id}, ${accountId}, now(), null, null, 'failed', 'X_REFUSED', now())`);
    // Its owner has been told of this one, and not yet of another.
    const toldAt = new Date('2026-11-21T11:00:00Z');
    const told = await plan({ status: 'failed', errorCode: 'X_REFUSED', failureToldAt: toldAt });
    const rows = await rowsOf(app, user.id);
    const before = await shown(app, user, failed.id);
    const history = await kindsOf(app, user, failed.id);
    await call(app, 'DELETE', '/api/posts/pending-failed', {
      token: user.token,
      body: { twitterAccountId: accountId },
    });
    minutes(1);
    const answer = await restore(failed.id);
    expect(answer.body.post).toEqual({ ...before, updatedAt: app.clock.now().toISOString() });
    await restore(told.id);
    const later = '2026-11-21 12:01:00+00';
    expect(await rowsOf(app, user.id)).toEqual(
      // Whoever deletes a failed post knows of it.
      rows.map((row) => ({ ...row, failure_told_at: later, updated_at: later })),
    );
    expect((await kindsOf(app, user, failed.id)).filter((kind) => kind !== 'restored')).toEqual(history);
    const attempts = await app.platform.db.execute(sql`
      select outcome, unknown_reason as reason from post_attempts where post_id = ${failed.id} order by id`);
    expect(attempts.rows).toEqual([
      { outcome: 'absent', reason: 'timeout' },
      { outcome: 'failed', reason: null },
    ]);
  });

  test('comes under what holds the account now, and a paused post stays paused', async () => {
    const [post, paused] = [await plan(), await plan()];
    await ask(app, user, 'bulk/pause', { ids: [paused.id], paused: true });
    await remove(post.id);
    await remove(paused.id);
    await ask(app, user, 'pause', {});
    await ask(app, user, 'bulk/restore', { ids: [post.id, paused.id] });
    expect(await shown(app, user, post.id)).toMatchObject({ holdReason: 'paused', isPaused: false });
    await ask(app, user, 'unpause', {});
    expect(await shown(app, user, post.id)).toMatchObject({ holdReason: null });
    expect(await shown(app, user, paused.id)).toMatchObject({ isPaused: true });
    // An account that was disconnected meanwhile is its owner's still.
    await remove(post.id);
    await call(app, 'POST', '/api/oauth/x/disconnect', { token: user.token });
    expect((await restore(post.id)).body.post).toMatchObject({ holdReason: 'disconnected' });
  });

  test('is for its owner alone, and for what they deleted themselves', async () => {
    const post = await plan();
    await remove(post.id);
    const stranger = await buildUser(app);
    expect(await restore(post.id, stranger)).toMatchObject({
      status: 404,
      body: { code: 'POST_NOT_FOUND' },
    });
    await app.platform.db.execute(sql`update deleted_posts set way = 'replaced' where post_id = ${post.id}`);
    expect((await restore(post.id)).body.code).toBe('POST_NOT_FOUND');
    expect(await postsOf(app, user)).toEqual([]);
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

  test('of several gives back what can come back; what is another’s, unsaved or never was is refused', async () => {
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

  test('a connection that dies on the last line leaves the post deleted, and it can be restored again', async () => {
    const post = await plan();
    await remove(post.id);
    await app.platform.db.execute(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
    await app.platform.db.execute(
      sql`create trigger refuse before delete on deleted_posts for each row execute function refuse()`,
    );
    expect((await restore(post.id)).status).toBe(500);
    expect(await postsOf(app, user)).toEqual([]);
    await app.platform.db.execute(sql`drop trigger refuse on deleted_posts`);
    await app.platform.db.execute(sql`drop function refuse`);
    expect((await restore(post.id)).status).toBe(200);
  });
});
