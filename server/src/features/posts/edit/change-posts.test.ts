import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  connectX,
  postsOf,
  subscribe,
} from '../../../../test/factories.ts';
import { inGroups } from '../../../../test/in-groups.ts';
import { rowOf as accountRow } from '../../accounts/accounts.fixture.ts';
import { connect, givePlan } from '../../generation/generation.fixture.ts';
import { runEngine } from '../../publishing/publishing.fixture.ts';
import { historyOf, postWith, rowsOf } from '../own/own-posts.fixture.ts';

let app: TestApp;
let user: BuiltUser;
let accountId: number;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
  user = await buildUser(app, { timeZone: 'America/New_York' });
  // Others subscribe to what Stripe sells, which is read where nothing is known yet.
  await call(app, 'GET', '/api/products');
  await givePlan(app, user.id, { tier: 'pro', posts_per_day: '40' });
  accountId = (await connectX(app, user)).id;
});
afterAll(() => app.close());

type Shown = {
  id: string;
  content: string;
  status: string;
  scheduledTime: string;
  scheduledTimeLocal: string;
  retryCount: number;
  errorCode: string | null;
  holdReason: string | null;
};
type Answer = { post: Shown; posts: Shown[]; code: string; message: string; deleted: number };
type Given = Omit<NonNullable<Parameters<typeof buildPost>[1]>, 'user' | 'accountId'>;
const post = (given: Given = {}) => buildPost(app, { user, accountId, ...given });
const edit = (id: number, body: object, token = user.token, method: 'PUT' | 'PATCH' = 'PUT') =>
  call<Answer>(app, method, `/api/posts/${id}`, { token, body });
const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();

describe('editing', () => {
  test('POST-46 POST-47 changes text and time, by PUT or PATCH alike; the wall clock is the person’s', async () => {
    for (const method of ['PUT', 'PATCH'] as const) {
      const { id, createdAt } = await post({ movedFrom: new Date('2026-11-20T12:00:00Z') });
      const [content, minute] = [`Better by ${method}`, method === 'PUT' ? 30 : 31];
      const scheduledTime = `2026-12-01T15:${minute}:00Z`;
      const answer = await edit(id, { content, scheduledTime }, user.token, method);
      const [to, local] = [`2026-12-01T15:${minute}:00.000Z`, `2026-12-01T10:${minute}:00`];
      expect([answer.status, answer.body.post]).toEqual([
        200,
        postWith({
          id: String(id),
          content,
          scheduledTime: to,
          scheduledTimeLocal: local,
          twitterAccountId: String(accountId),
          createdAt: createdAt.toISOString(),
          updatedAt: expect.stringMatching(/^2026-11-21T12:00:00\.00[1-9]Z$/),
        }),
      ]);
      const [row] = (await rowsOf(app, user.id)).filter((each) => each.id === id);
      expect(row?.due_at).toBe(`2026-12-01 15:${minute}:00+00`);
      const detail = { text: true, from: '2026-11-21T13:00:00.000Z', to, local };
      expect(await historyOf(app, id)).toEqual([{ kind: 'edited', detail, at: '2026-11-21 12:00:00+00' }]);
    }
  });

  test('of the words alone, or of the time alone, the history says so; of neither, it says nothing', async () => {
    const [worded, timed] = [await post(), await post()];
    const same = await post({ updatedAt: new Date('2026-11-20T12:00:00Z') });
    await edit(worded.id, { content: 'Other words' });
    await edit(timed.id, { content: timed.content, scheduledTime: '2026-11-21T13:00:01Z' });
    const kept = await edit(same.id, {
      content: same.content,
      scheduledTime: same.scheduledAt.toISOString(),
    });
    expect(kept.body.post).toMatchObject({ id: String(same.id), updatedAt: same.updatedAt.toISOString() });
    const details = [];
    for (const { id } of [worded, timed, same]) details.push(...(await historyOf(app, id)));
    const at = '2026-11-21 12:00:00+00';
    const [from, to] = ['2026-11-21T13:00:00.000Z', '2026-11-21T13:00:01.000Z'];
    expect(details).toEqual([
      { kind: 'edited', detail: { text: true }, at },
      { kind: 'edited', detail: { from, to, local: '2026-11-21T08:00:01' }, at },
    ]);
  });

  test('a day that is full takes no post from another day, until one of its posts leaves; hours of a day are free', async () => {
    const writer = await buildUser(app, { timeZone: 'America/New_York' });
    await givePlan(app, writer.id, { tier: 'standard', posts_per_day: '2' });
    const own = (await connectX(app, writer)).id;
    const at = (local: string) => new Date(`${local}:00-05:00`);
    const plan = (local: string, more: Given = {}) =>
      buildPost(app, { user: writer, accountId: own, scheduledAt: at(local), ...more });
    const [day, next] = [1, 2].map((days) =>
      new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10),
    );
    const [first, , failed] = [
      await plan(`${day}T09:00`),
      await plan(`${day}T23:30`),
      await plan(`${day}T10:00`, { status: 'failed' }),
    ];
    const other = await plan(`${next}T09:00`);
    const move = (id: number, local: string) =>
      edit(id, { scheduledTime: at(local).toISOString() }, writer.token);
    expect(await move(other.id, `${day}T12:00`)).toMatchObject({
      status: 409,
      body: {
        code: 'POSTS_PER_DAY_REACHED',
        message:
          'Your plan allows 2 posts a day. 22 November 2026 is full: move or delete one of its posts first.',
      },
    });
    expect(await move(failed.id, `${day}T12:00`)).toMatchObject({ status: 409 });
    expect(await move(first.id, `${day}T00:00`)).toMatchObject({ status: 200 });
    expect(await move(first.id, `${next}T12:00`)).toMatchObject({ status: 200 });
    expect(await move(other.id, `${day}T12:00`)).toMatchObject({ status: 200 });
    expect(await edit(other.id, { content: 'Words need no room' }, writer.token)).toMatchObject({
      status: 200,
    });
  });

  test('POST-12 POST-30 POST-31 a post that is out, or on its way, is left alone', async () => {
    const posted = await post({ status: 'posted' });
    expect(await edit(posted.id, { content: 'x' })).toMatchObject({
      status: 409,
      body: {
        code: 'POST_LOCKED',
        message: 'Cannot edit a post that has already been published.',
        data: { status: 'Posted' },
      },
    });
    const processing = await post({ status: 'processing' });
    expect(await edit(processing.id, { content: 'x' })).toMatchObject({
      status: 409,
      body: {
        code: 'POST_LOCKED',
        message: 'Post is still being processed. Please wait a moment before editing.',
        data: { status: 'Processing' },
      },
    });
  });

  test('a failed post with a new time is planned anew; with new words alone it stays failed', async () => {
    const failed = {
      status: 'failed',
      retryCount: 3,
      errorCode: 'X_UNAVAILABLE',
      errorMessage: 'No luck',
    } as const;
    const { id: untimed, content } = await post({ ...failed, failureToldAt: app.clock.now() });
    const timed = await edit(untimed, { scheduledTime: inHours(2) });
    expect(timed.body.post).toEqual(
      postWith({
        id: String(untimed),
        content,
        scheduledTime: '2026-11-21T14:00:00.000Z',
        scheduledTimeLocal: '2026-11-21T09:00:00',
        twitterAccountId: String(accountId),
        createdAt: '2026-11-21T12:00:00.000Z',
        updatedAt: '2026-11-21T12:00:00.001Z',
      }),
    );
    const [row] = (await rowsOf(app, user.id)).filter((each) => each.id === untimed);
    expect(row).toMatchObject({ due_at: '2026-11-21 14:00:00+00', failure_told_at: null });
    // Of a refusal X has said how it ended, so the text can change at once, whatever became of other posts.
    const [refused, other] = [await post(failed), await post()];
    const at = app.clock.now();
    await app.platform.db.execute(sql`
      insert into post_attempts (post_id, account_id, started_at, outcome, error_code, settled_at)
      values (${refused.id}, ${accountId}, ${at}, 'failed', 'X_REFUSED', ${at}),
        (${other.id}, ${accountId}, ${at}, 'absent', null, ${at})`);
    await app.platform.db.execute(sql`update posts set is_paused = true where id = ${refused.id}`);
    const pause = { token: user.token, body: { twitterAccountId: accountId } };
    await call(app, 'POST', '/api/posts/pause', pause);
    const worded = await edit(refused.id, { content: 'Other words' });
    await call(app, 'POST', '/api/posts/unpause', pause);
    expect(worded.body.post).toMatchObject({
      status: 'Failed',
      retryCount: 3,
      content: 'Other words',
      errorCode: 'X_UNAVAILABLE',
      errorMessage: 'No luck',
      // What waits for nothing is neither held nor paused.
      holdReason: null,
      isPaused: false,
    });
    // The time that it has is no new one, though it has passed.
    const past = inHours(-1);
    const { id } = await post({ ...failed, scheduledAt: new Date(past) });
    const same = await edit(id, { content: 'Other words', scheduledTime: past });
    expect(same.body.post).toMatchObject({ status: 'Failed', retryCount: 3, scheduledTime: past });
  });

  test('POST-24 POST-25 POST-26 the new time lies ahead and within the schedule period', async () => {
    const { id } = await post();
    for (const scheduledTime of [inHours(-1), app.clock.now().toISOString()]) {
      expect(await edit(id, { scheduledTime })).toMatchObject({
        status: 400,
        body: {
          code: 'TIME_IN_PAST',
          message: 'Choose a time in the future and within your schedule period. That moment has passed.',
          data: { fields: { scheduledTime: expect.stringMatching(/That moment has passed\.$/) } },
        },
      });
    }
    // The end itself is within it.
    expect((await edit(id, { scheduledTime: inHours(30 * 24) })).status).toBe(200);
    expect(await edit(id, { scheduledTime: '2026-12-21T12:00:00.001Z' })).toMatchObject({ status: 400 });
    expect(await edit(id, { scheduledTime: inHours(31 * 24) })).toMatchObject({
      status: 400,
      body: {
        code: 'TIME_OUT_OF_RANGE',
        message:
          'Choose a time in the future and within your schedule period. It ends on 21 December 2026 at 07:00.',
      },
    });
    for (const scheduledTime of ['tomorrow', '2026-13-01T00:00:00Z', 5]) {
      expect(await edit(id, { scheduledTime })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED' },
      });
    }
    expect(await edit(id, {})).toMatchObject({
      status: 400,
      body: { message: 'Change the text or the time' },
    });
    expect(await edit(id, { content: 'x'.repeat(281) })).toMatchObject({
      status: 400,
      body: {
        code: 'POST_TOO_LONG',
        message: 'A post may have at most 280 characters; this one has 281.',
        data: { fields: { content: 'A post may have at most 280 characters; this one has 281.' } },
      },
    });
  });

  test('COST-05 a link that an edit brings in counts in the cycle in which the post is due', async () => {
    const writer = await buildUser(app);
    await givePlan(app, writer.id, { tier: 'pro', posts_per_day: '40', links_per_cycle: '1' });
    const own = await connect(app, writer.id);
    const plan = (day: string, content: string) =>
      buildPost(app, { user: writer, accountId: own, scheduledAt: new Date(`${day}T12:00:01Z`), content });
    const [, now, next] = [
      await plan('2026-11-22', 'Read example.com'),
      await plan('2026-11-23', 'No link'),
      await plan('2026-12-21', 'No link'),
    ];
    const words = { content: 'Read example.org' };
    expect((await edit(now.id, words, writer.token)).body.code).toBe('LINKS_PER_CYCLE_REACHED');
    expect((await edit(next.id, words, writer.token)).status).toBe(200);
  });

  test('POST-34 another person’s post, and one that is gone, are not found', async () => {
    const { id } = await post();
    const stranger = await buildUser(app);
    for (const answer of [
      await edit(id, { content: 'x' }, stranger.token),
      await edit(999_999, { content: 'x' }),
    ]) {
      expect(answer).toMatchObject({
        status: 404,
        body: {
          code: 'POST_NOT_FOUND',
          message: 'Post not found in database. It may have been deleted or replaced.',
        },
      });
    }
  });

  test('a text is measured only for the post’s owner, and only where the post may change', async () => {
    const { id } = await post();
    const { id: out } = await post({ status: 'posted' });
    const tooLong = { content: 'a'.repeat(4_000) };
    const stranger = await buildUser(app);
    expect((await edit(id, tooLong, stranger.token)).body.code).toBe('POST_NOT_FOUND');
    expect((await edit(999_999, tooLong)).body.code).toBe('POST_NOT_FOUND');
    expect((await edit(out, tooLong)).body.code).toBe('POST_LOCKED');
    expect((await edit(id, tooLong)).body.code).toBe('POST_TOO_LONG');
  });

  test('120 edits a minute are one person’s share, refused ones included', async () => {
    const [busy, other] = [await buildUser(app), await buildUser(app)];
    const tries = await inGroups(125, () => edit(999_999, { content: 'x' }, busy.token));
    const codes = tries.map((answer) => answer.body.code);
    expect(codes.filter((code) => code === 'POST_NOT_FOUND')).toHaveLength(120);
    expect(codes.filter((code) => code === 'RATE_LIMIT_EXCEEDED')).toHaveLength(5);
    expect((await edit(999_999, { content: 'x' }, other.token)).status).toBe(404);
  });
});

describe('deleting', () => {
  test('POST-13 POST-48 removes a post that is not out; one that is, or another’s, stays', async () => {
    const { id } = await post();
    const remove = (which: number, token = user.token) =>
      call<Answer>(app, 'DELETE', `/api/posts/${which}`, { token });
    expect(await remove(id, (await buildUser(app)).token)).toMatchObject({
      status: 404,
      body: { code: 'POST_NOT_FOUND' },
    });
    expect(await remove(id)).toMatchObject({ status: 200, body: { message: 'Post deleted.' } });
    expect(await remove(id)).toMatchObject({ status: 404 });
    const posted = await post({ status: 'posted' });
    expect(await remove(posted.id)).toMatchObject({
      status: 409,
      body: { code: 'POST_LOCKED', message: 'Posted posts cannot be changed', data: { status: 'Posted' } },
    });
  });

  test('POST-52 pending and failed posts of one account go at once; what is out or in hand stays', async () => {
    const owner = await buildUser(app);
    const none = await call(app, 'DELETE', '/api/posts/pending-failed', { token: owner.token });
    expect(none).toMatchObject({
      status: 409,
      body: { code: 'X_NOT_CONNECTED', message: 'Please select a Twitter/X account before scheduling.' },
    });
    const own = (await connectX(app, owner)).id;
    const second = await connect(app, owner.id);
    const kept = await buildPost(app, { user: owner, accountId: second });
    for (const status of ['pending', 'failed', 'processing', 'posted'] as const)
      await buildPost(app, { user: owner, accountId: own, status });
    const answer = await call<Answer>(app, 'DELETE', '/api/posts/pending-failed', {
      token: owner.token,
      body: { twitterAccountId: own },
    });
    expect(answer.body).toEqual({ deleted: 2, message: '2 posts deleted.' });
    await buildPost(app, { user: owner, accountId: own });
    // Where none is named, the selected one is meant.
    const one = await call(app, 'DELETE', '/api/posts/pending-failed', { token: owner.token });
    expect(one.body).toEqual({ deleted: 1, message: '1 post deleted.' });
    const left = await call<Answer>(app, 'GET', '/api/posts', { token: owner.token });
    expect(left.body.posts.map((each) => each.status).toSorted()).toEqual([
      'Pending',
      'Posted',
      'Processing',
    ]);
    const { rows } = await app.platform.db.execute(sql`
      select way, deleted_by, deleted_at, status from deleted_posts where user_id = ${owner.id} order by post_id`);
    const trace = { way: 'pending_failed', deleted_by: owner.id, deleted_at: '2026-11-21 12:00:00+00' };
    expect(rows).toEqual(['pending', 'failed', 'pending'].map((status) => ({ ...trace, status })));
    const other = { token: owner.token, body: { twitter_account_id: second } };
    expect((await call(app, 'DELETE', '/api/posts/pending-failed', other)).body).toMatchObject({
      deleted: 1,
    });
    expect((await rowsOf(app, owner.id)).some(({ id }) => id === kept.id)).toBe(false);
    expect(
      await call(app, 'DELETE', '/api/posts/pending-failed', {
        token: user.token,
        body: { twitterAccountId: own },
      }),
    ).toMatchObject({ status: 404 });
  });
});

describe('pausing', () => {
  test('POST-40 POST-41 POST-49 POST-50 POST-51 POST-56 paused if either is paused; resuming all leaves single accounts paused', async () => {
    const owner = await buildUser(app);
    await subscribe(app, owner, { plan: 'pro' });
    const [first, second] = [(await connectX(app, owner)).id, (await connectX(app, owner)).id];
    for (const own of [first, second])
      await buildPost(app, { user: owner, accountId: own, scheduledAt: new Date(inHours(5)) });
    const ask = (path: string, body?: object) =>
      call<Answer & { postsPaused: boolean }>(app, body ? 'POST' : 'GET', `/api/posts/${path}`, {
        token: owner.token,
        ...(body ? { body } : {}),
      });
    const holds = async () => (await postsOf(app, owner)).map((each) => each.holdReason);

    const paused = {
      postsPaused: true,
      message: 'Posts paused. Nothing will go out until you resume.',
    };
    const rows = await Promise.all([first, second].map((id) => accountRow(app, id)));
    app.clock.advance(1_000);
    expect((await ask('pause', { twitter_account_id: first })).body).toEqual(paused);
    expect(await Promise.all([first, second].map((id) => accountRow(app, id)))).toEqual([
      { ...rows[0], postsPaused: true, updatedAt: app.clock.now() },
      rows[1],
    ]);
    expect(await ask('pause', { twitter_account_id: first, twitterAccountId: second })).toMatchObject({
      status: 400,
      body: { code: 'ACCOUNT_IDS_DIFFER' },
    });
    expect((await ask('pause-status')).body).toEqual({
      postsPaused: false,
      message: 'Posts go out as planned.',
    });
    expect(await holds()).toEqual(['paused', null]);
    expect((await ask('pause', {})).body).toEqual(paused);
    expect((await ask('pause-status')).body).toEqual({ postsPaused: true, message: 'Posts are paused.' });
    expect(await holds()).toEqual(['paused', 'paused']);
    // The one is resumed, and still paused with all.
    expect((await ask('unpause', { twitterAccountId: first })).body).toEqual({
      postsPaused: true,
      message: 'Posts resumed.',
    });
    expect(await holds()).toEqual(['paused', 'paused']);
    await ask('pause', { twitterAccountId: first });
    expect((await ask('unpause', {})).body).toEqual({ postsPaused: false, message: 'Posts resumed.' });
    const told = await app.platform.db.execute(
      sql`select action from audit_log where actor_user_id = ${owner.id} and action like 'posts.%'`,
    );
    // Their own pauses are nobody's business.
    expect(told.rows).toEqual([]);
    expect(await holds()).toEqual(['paused', null]);
    expect((await ask(`pause-status?twitterAccountId=${first}`)).body).toEqual({
      postsPaused: true,
      message: 'Posts are paused.',
    });
    expect((await ask(`pause-status?twitterAccountId=${second}`)).body).toEqual({
      postsPaused: false,
      message: 'Posts go out as planned.',
    });
    expect((await ask('unpause', { twitterAccountId: first })).body.postsPaused).toBe(false);
    expect(await holds()).toEqual([null, null]);
    await ask('pause', { twitterAccountId: first });
    await app.platform.db.execute(
      sql`update posts set scheduled_at = ${app.clock.now()}, due_at = ${app.clock.now()} where account_id = ${first}`,
    );
    expect((await ask('unpause', { twitterAccountId: first })).body).toEqual({
      postsPaused: false,
      message: 'Posts resumed. 1 post came due while paused and moved to the next free time.',
    });
    await ask('pause', {});
    const { db, clock } = app.platform;
    await db.execute(
      sql`update posts set scheduled_at = ${clock.now()}, due_at = ${clock.now()} where user_id = ${owner.id}`,
    );
    expect((await ask('unpause', {})).body.message).toBe(
      'Posts resumed. 2 posts came due while paused and moved to the next free times.',
    );
  });

  test('a paused account’s posts do not go out, also one that is saved meanwhile', async () => {
    const owner = await buildUser(app);
    const own = (await connectX(app, owner, 'paused_one')).id;
    await call(app, 'POST', '/api/posts/pause', { token: owner.token, body: {} });
    const due = await buildPost(app, { user: owner, accountId: own, scheduledAt: app.clock.now() });
    await runEngine(app);
    const { body } = await call<Answer>(app, 'GET', '/api/posts', { token: owner.token });
    expect(body.posts).toMatchObject([{ id: String(due.id), status: 'Pending', holdReason: 'paused' }]);
  });

  test('a hold is one row: it writes no post', async () => {
    const owner = await buildUser(app);
    const own = (await connectX(app, owner)).id;
    for (const hours of [1, 2, 3])
      await buildPost(app, { user: owner, accountId: own, scheduledAt: new Date(inHours(hours)) });
    /** Which version of each row is in the table: every write makes another one. */
    const versions = async (table: SQL) =>
      (await app.platform.db.execute(sql`select ctid, xmin from ${table} where account_id = ${own}`)).rows;
    const [posts, lanes] = [sql.raw('posts'), sql.raw('lanes')];
    const before = [await versions(posts), await versions(lanes)];
    for (const [path, holdReason] of [
      ['pause', 'paused'],
      ['unpause', null],
    ] as const) {
      await call(app, 'POST', `/api/posts/${path}`, { token: owner.token, body: { twitterAccountId: own } });
      expect((await postsOf(app, owner)).map((each) => each.holdReason)).toEqual(Array(3).fill(holdReason));
      expect(await versions(posts)).toEqual(before[0]);
    }
    expect(before[0]).toHaveLength(3);
    expect(await versions(lanes)).not.toEqual(before[1]);
  });

  test('a pause or a resume that changes nothing writes nothing, and the history of a post has each once', async () => {
    const owner = await buildUser(app);
    const own = (await connectX(app, owner)).id;
    const { id } = await buildPost(app, { user: owner, accountId: own });
    const versions = async () =>
      (
        await app.platform.db.execute(sql`select 'user' as of, xmin::text from users where id = ${owner.id}
          union all select 'account', xmin::text from x_accounts where id = ${own}
          union all select 'lane', xmin::text from lanes where account_id = ${own}
          union all select 'news', xmin::text from person_changes where user_id = ${owner.id} order by 1, 2`)
      ).rows;
    for (const body of [{ twitterAccountId: own }, {}])
      for (const path of ['pause', 'unpause']) {
        const ask = async () =>
          (await call(app, 'POST', `/api/posts/${path}`, { token: owner.token, body })).status;
        expect(await ask()).toBe(200);
        const before = await versions();
        app.clock.advance(1_000);
        expect([await ask(), await versions()], `${path} again`).toEqual([200, before]);
      }
    const timeline = await call<{ events: { kind: string; data: unknown }[] }>(
      app,
      'GET',
      `/api/posts/${id}/timeline`,
      owner,
    );
    const of = (reason: string) => [
      ['held', { reason, until: null }],
      ['released', { reason, until: null }],
    ];
    expect(timeline.body.events.map(({ kind, data }) => [kind, data])).toEqual([
      ...of('paused'),
      ...of('paused_all'),
    ]);
  });

  test('another person’s account can be neither paused nor resumed, nor asked after', async () => {
    const stranger = await buildUser(app);
    const body = { twitterAccountId: accountId };
    for (const answer of [
      await call(app, 'POST', '/api/posts/pause', { token: stranger.token, body }),
      await call(app, 'POST', '/api/posts/unpause', { token: stranger.token, body }),
      await call(app, 'GET', `/api/posts/pause-status?twitterAccountId=${accountId}`, stranger),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'X_ACCOUNT_NOT_FOUND' } });
  });
});

test('POST-36 POST-38 POST-39 a canceled subscription leaves posts to look at only', async () => {
  const owner = await buildUser(app);
  const { customer } = await subscribe(app, owner, { plan: 'standard' });
  const own = (await connectX(app, owner)).id;
  const pending = await buildPost(app, { user: owner, accountId: own });
  const failed = await buildPost(app, { user: owner, accountId: own, status: 'failed' });
  const subscriptions = await fetch(`${app.sandboxUrl}/v1/subscriptions?customer=${customer}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  const [subscription] = ((await subscriptions.json()) as { data: { id: string }[] }).data;
  await fetch(`${app.sandboxUrl}/v1/subscriptions/${subscription?.id}`, {
    method: 'DELETE',
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  expect((await call(app, 'POST', '/api/subscription/sync', { token: owner.token })).body).toMatchObject({
    status: 'canceled',
  });

  const refused = (message: string) => ({ status: 403, body: { code: 'SUBSCRIPTION_CANCELED', message } });
  expect(await edit(pending.id, { content: 'x' }, owner.token)).toMatchObject(
    refused('Subscription canceled - editing disabled'),
  );
  expect(await call(app, 'DELETE', `/api/posts/${pending.id}`, { token: owner.token })).toMatchObject(
    refused('Subscription canceled - delete disabled'),
  );
  const body = { twitterAccountId: own };
  expect(await call(app, 'DELETE', '/api/posts/pending-failed', { token: owner.token, body })).toMatchObject(
    refused('Subscription canceled - delete disabled'),
  );
  expect(await call(app, 'POST', `/api/posts/${failed.id}/retry`, { token: owner.token })).toMatchObject(
    refused('Subscription canceled - retry disabled'),
  );
  for (const path of ['pause', 'unpause'])
    expect(await call(app, 'POST', `/api/posts/${path}`, { token: owner.token, body })).toMatchObject(
      refused('Subscription canceled - pausing disabled'),
    );
  const ids = [pending.id];
  for (const [path, more, words] of [
    [`${pending.id}/restore`, {}, 'scheduling'],
    ['bulk/restore', { ids }, 'scheduling'],
    [`${failed.id}/publish-now`, {}, 'scheduling'],
    ['feed', {}, 'scheduling'],
    ['bulk/move', { ids, days: 1 }, 'editing'],
    ['bulk/delete', { ids }, 'delete'],
    ['bulk/pause', { ids, paused: true }, 'pausing'],
  ] as const)
    expect(
      await call(app, 'POST', `/api/posts/${path}`, { token: owner.token, body: more }),
      path,
    ).toMatchObject(refused(`Subscription canceled - ${words} disabled`));
  const list = await call<Answer>(app, 'GET', '/api/posts', { token: owner.token });
  expect(list.body.posts).toHaveLength(2);
  expect(list.body.posts.find((each) => each.id === String(pending.id))).toMatchObject({
    holdReason: 'subscription',
  });
});
