import { sql } from 'drizzle-orm';
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
import { buildWriter, connect, givePlan } from '../../generation/generation.fixture.ts';
import { historyOf, rowsOf } from '../own/own-posts.fixture.ts';

let app: TestApp;
let user: BuiltUser;
let accountId: number;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
  user = await buildUser(app, { timeZone: 'America/New_York' });
  // `subscribe` buys what the catalogue mirrors from Stripe: fill it.
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
  test.each(['PUT', 'PATCH'] as const)(
    'POST-46 POST-47 %s changes text and time, on the person’s wall clock',
    async (method) => {
      const { id } = await post();
      const changed = { content: `Better by ${method}`, scheduledTime: '2026-12-01T15:30:00.000Z' };
      const answer = await edit(id, changed, user.token, method);
      const local = '2026-12-01T10:30:00';
      expect(answer).toMatchObject({
        status: 200,
        body: { post: { ...changed, scheduledTimeLocal: local } },
      });
      const row = (await rowsOf(app, user.id)).find((each) => each.id === id);
      expect(row?.due_at).toBe('2026-12-01 15:30:00+00');
      const detail = { text: true, from: '2026-11-21T13:00:00.000Z', to: changed.scheduledTime, local };
      expect(await historyOf(app, id)).toEqual([{ kind: 'edited', detail, at: '2026-11-21 12:00:00+00' }]);
    },
  );

  test('an edit that changes nothing leaves no trace', async () => {
    const same = await post({ updatedAt: new Date('2026-11-20T12:00:00Z') });
    const body = { content: same.content, scheduledTime: same.scheduledAt.toISOString() };
    const kept = await edit(same.id, body);
    expect(kept.body.post).toMatchObject({ id: String(same.id), updatedAt: same.updatedAt.toISOString() });
    expect(await historyOf(app, same.id)).toEqual([]);
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

  test('a failed post with a new time is pending again; with new words alone it stays failed', async () => {
    const failed = {
      status: 'failed',
      retryCount: 3,
      errorCode: 'X_UNAVAILABLE',
      errorMessage: 'No luck',
    } as const;
    const { id } = await post({ ...failed, failureToldAt: app.clock.now() });
    const scheduledTime = inHours(2);
    const timed = await edit(id, { scheduledTime });
    const again = { status: 'Pending', retryCount: 0, errorCode: null, errorMessage: null, scheduledTime };
    expect(timed.body.post).toMatchObject(again);
    const row = (await rowsOf(app, user.id)).find((each) => each.id === id);
    expect(row).toMatchObject({ due_at: '2026-11-21 14:00:00+00', failure_told_at: null });

    const past = inHours(-1);
    const late = await post({ ...failed, scheduledAt: new Date(past) });
    // The time that it has is no new one, though it has passed.
    const worded = await edit(late.id, { content: 'Other words', scheduledTime: past });
    const same = { status: 'Failed', retryCount: 3, errorCode: 'X_UNAVAILABLE', scheduledTime: past };
    expect(worded.body.post).toMatchObject({ ...same, content: 'Other words' });
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
    expect(await edit(id, { scheduledTime: inHours(31 * 24) })).toMatchObject({
      status: 400,
      body: {
        code: 'TIME_OUT_OF_RANGE',
        message:
          'Choose a time in the future and within your schedule period. It ends on 21 December 2026 at 07:00.',
      },
    });
    expect(await edit(id, {})).toMatchObject({
      status: 400,
      body: { message: 'Change the text or the time' },
    });
    expect(await edit(id, { content: 'x'.repeat(281) })).toMatchObject({
      status: 400,
      body: {
        code: 'POST_TOO_LONG',
        message: 'A post may have at most 280 characters; this one has 281.',
      },
    });
  });

  test('POST-34 another person’s post, and one that is gone, are not found, however long the text is', async () => {
    const { id } = await post();
    const { id: out } = await post({ status: 'posted' });
    const tooLong = { content: 'a'.repeat(4_000) };
    const stranger = await buildUser(app);
    const gone = 'Post not found in database. It may have been deleted or replaced.';
    for (const answer of [await edit(id, tooLong, stranger.token), await edit(999_999, tooLong)])
      expect(answer).toMatchObject({ status: 404, body: { code: 'POST_NOT_FOUND', message: gone } });
    expect((await edit(out, tooLong)).body.code).toBe('POST_LOCKED');
    expect((await edit(id, tooLong)).body.code).toBe('POST_TOO_LONG');
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

  test('POST-52 pending and failed posts of one account go at once; published and claimed posts stay', async () => {
    const owner = await buildUser(app);
    const clear = (body?: object, { token } = owner) =>
      call<Answer>(app, 'DELETE', '/api/posts/pending-failed', { token, body });
    expect(await clear()).toMatchObject({
      status: 409,
      body: { code: 'X_NOT_CONNECTED', message: 'Please select a Twitter/X account before scheduling.' },
    });
    const own = (await connectX(app, owner)).id;
    const second = await connect(app, owner.id);
    await buildPost(app, { user: owner, accountId: second });
    for (const status of ['pending', 'failed', 'processing', 'posted'] as const)
      await buildPost(app, { user: owner, accountId: own, status });
    const cleared = await clear({ twitterAccountId: own });
    expect(cleared.body).toEqual({ deleted: 2, message: '2 posts deleted.' });
    await buildPost(app, { user: owner, accountId: own });
    // Where none is named, the selected one is meant.
    expect((await clear()).body).toEqual({ deleted: 1, message: '1 post deleted.' });
    const left = (await postsOf(app, owner)).map(({ status }) => status);
    expect(left.toSorted()).toEqual(['Pending', 'Posted', 'Processing']);
    const { rows } = await app.platform.db.execute(sql`
      select way, deleted_by, status from deleted_posts where user_id = ${owner.id} order by post_id`);
    const trace = { way: 'pending_failed', deleted_by: owner.id };
    expect(rows).toEqual(['pending', 'failed', 'pending'].map((status) => ({ ...trace, status })));
    expect(await clear({ twitterAccountId: own }, user)).toMatchObject({ status: 404 });
  });
});

describe('pausing', () => {
  test('POST-40 POST-41 POST-49 POST-50 POST-51 POST-56 paused if either is paused; resuming all leaves single accounts paused', async () => {
    const owner = await buildUser(app);
    await subscribe(app, owner, { plan: 'pro' });
    const [first, second] = [(await connectX(app, owner)).id, (await connectX(app, owner)).id];
    for (const own of [first, second])
      await buildPost(app, { user: owner, accountId: own, scheduledAt: new Date(inHours(5)) });
    const send = (path: string, body: object) =>
      call<Answer>(app, 'POST', `/api/posts/${path}`, { token: owner.token, body });
    const status = async (query = '') =>
      (await call(app, 'GET', `/api/posts/pause-status${query}`, { token: owner.token })).body;
    const holds = async () => (await postsOf(app, owner)).map((each) => each.holdReason);
    const message = 'Posts paused. Nothing will go out until you resume.';
    const running = { postsPaused: false, message: 'Posts go out as planned.' };
    const paused = { postsPaused: true, message: 'Posts are paused.' };

    expect((await send('pause', { twitter_account_id: first })).body).toEqual({ postsPaused: true, message });
    expect([await status(), await holds()]).toEqual([running, ['paused', null]]);
    expect(await send('pause', { twitter_account_id: first, twitterAccountId: second })).toMatchObject({
      status: 400,
      body: { code: 'ACCOUNT_IDS_DIFFER' },
    });
    expect((await send('pause', {})).body).toEqual({ postsPaused: true, message });
    expect([await status(), await holds()]).toEqual([paused, ['paused', 'paused']]);
    // The one is resumed, and still paused with all.
    const resumed = { postsPaused: true, message: 'Posts resumed.' };
    expect((await send('unpause', { twitterAccountId: first })).body).toEqual(resumed);
    expect(await holds()).toEqual(['paused', 'paused']);
    await send('pause', { twitterAccountId: first });
    expect((await send('unpause', {})).body).toEqual({ postsPaused: false, message: 'Posts resumed.' });
    expect(await holds()).toEqual(['paused', null]);
    expect(await status(`?twitterAccountId=${first}`)).toEqual(paused);
    expect(await status(`?twitterAccountId=${second}`)).toEqual(running);
    const now = app.clock.now();
    await app.platform.db.execute(
      sql`update posts set scheduled_at = ${now}, due_at = ${now} where account_id = ${first}`,
    );
    expect((await send('unpause', { twitterAccountId: first })).body).toEqual({
      postsPaused: false,
      message: 'Posts resumed. 1 post came due while paused and moved to the next free time.',
    });
    expect(await holds()).toEqual([null, null]);
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
  const owner = await buildWriter(app, { state: 'canceled' });
  const own = owner.accountId;
  const pending = await buildPost(app, { user: owner, accountId: own });
  const failed = await buildPost(app, { user: owner, accountId: own, status: 'failed' });

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
});
