import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, postsOf } from '../../../../test/factories.ts';
import { buildWriter, givePlan } from '../../generation/generation.fixture.ts';
import { runEngine, shown, tweetsOf } from '../../publishing/publishing.fixture.ts';
import { ask, kindsOf, type OwnAnswer, postWith, rowsOf, timed } from '../own/own-posts.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
});
afterAll(() => app.close());

type Given = Omit<NonNullable<Parameters<typeof buildPost>[1]>, 'user'>;
/** A person with two accounts, and a way to plan posts on them. */
async function person(timeZone = 'Asia/Kolkata') {
  const user = await buildUser(app, { timeZone });
  await givePlan(app, user.id, { tier: 'pro', posts_per_day: '40' });
  const first = await connectX(app, user);
  const second = (await secondAccount(user)).id;
  const plan = (given: Given = {}) => buildPost(app, { user, accountId: first.id, ...given });
  return { user, first: first.id, second, username: first.username, plan };
}
/** Another account of a person whose plan would not allow it: straight into the table. */
async function secondAccount(user: BuiltUser): Promise<{ id: number }> {
  const { connect } = await import('../../generation/generation.fixture.ts');
  return { id: await connect(app, user.id) };
}
const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000);
const refusals = (answer: { body: OwnAnswer }) =>
  Object.fromEntries(answer.body.refused.map(({ id, code }) => [id, code]));

describe('several posts at once', () => {
  test('are deleted on all accounts; what is locked, another’s, gone or unsaved is refused one by one', async () => {
    const { user, plan, first, second } = await person();
    const stranger = await person();
    const [a, b, failed, posted, processing, theirs] = [
      await plan(),
      await plan({ accountId: second }),
      await plan({ status: 'failed' }),
      await plan({ status: 'posted' }),
      await plan({ status: 'processing' }),
      await stranger.plan(),
    ];
    const ids = [
      a.id,
      String(b.id),
      failed.id,
      posted.id,
      processing.id,
      theirs.id,
      999_999_999,
      '17-3',
      '17-3',
      a.id,
    ];
    const before = await postsOf(app, user);
    const asBefore = ({ id }: { id: number }) => before.find((post) => post.id === String(id));
    const { status, body } = await ask(app, user, 'bulk/delete', { ids });
    expect(status).toBe(200);
    // As they were, those of the account that was connected first before the others.
    expect(body.posts).toEqual([a, failed, b].map(asBefore));
    const gone = 'Post not found in database. It may have been deleted or replaced.';
    expect(body.refused).toEqual([
      {
        id: '17-3',
        code: 'POST_NOT_SAVED',
        message: 'This post is not saved yet. Wait a moment, then try again.',
      },
      { id: String(posted.id), code: 'POST_LOCKED', message: 'Posted posts cannot be changed' },
      {
        id: String(processing.id),
        code: 'POST_LOCKED',
        message: 'Post is still being processed. Please wait a moment.',
      },
      { id: String(theirs.id), code: 'POST_NOT_FOUND', message: gone },
      { id: '999999999', code: 'POST_NOT_FOUND', message: gone },
    ]);
    expect(await postsOf(app, user)).toEqual(
      before.filter(({ id }) => [posted.id, processing.id].includes(Number(id))),
    );
    expect(await postsOf(app, stranger.user)).toMatchObject([{ id: String(theirs.id), status: 'Pending' }]);
    const { rows } = await app.platform.db.execute(sql`
      select post_id, account_id, way, deleted_by, deleted_at from deleted_posts
      where user_id in (${user.id}, ${stranger.user.id}) order by post_id`);
    const trace = { way: 'several', deleted_by: user.id, deleted_at: '2026-11-21 12:00:00+00' };
    expect(rows).toEqual([
      { post_id: a.id, account_id: first, ...trace },
      { post_id: b.id, account_id: second, ...trace },
      { post_id: failed.id, account_id: first, ...trace },
    ]);
  });

  test('POST-39 are view-only once the subscription is canceled', async () => {
    const writer = await buildWriter(app, { state: 'canceled' });
    const user = { id: writer.id, email: '', token: writer.token };
    const { id } = await buildPost(app, { user, accountId: writer.accountId });
    for (const [path, more, what] of [
      ['delete', {}, 'delete'],
      ['move', { days: 1 }, 'editing'],
      ['pause', { paused: true }, 'pausing'],
      ['restore', {}, 'scheduling'],
    ] as const) {
      expect(await ask(app, writer, `bulk/${path}`, { ids: [id], ...more })).toMatchObject({
        status: 403,
        body: { code: 'SUBSCRIPTION_CANCELED', message: `Subscription canceled - ${what} disabled` },
      });
    }
    expect(await postsOf(app, writer)).toMatchObject([{ id: String(id), isPaused: false }]);
  });

  test('move by days of the person’s calendar and keep the wall clock through the change of the clocks', async () => {
    app.clock.set('2027-03-26T12:00:00Z');
    const { user, plan, second } = await person('Europe/Paris');
    const evening = await plan({ scheduledAt: new Date('2027-03-27T17:00:00Z') });
    const night = await plan({ scheduledAt: new Date('2027-03-27T01:30:00Z'), accountId: second });
    const soon = await plan({ scheduledAt: new Date('2027-03-26T13:00:00Z') });
    const posted = await plan({ status: 'posted' });
    const ids = [evening.id, night.id, soon.id, posted.id];
    const before = await postsOf(app, user);
    app.clock.advance(1_000);
    const moved = await ask(app, user, 'bulk/move', { ids, days: 1 });
    const asBefore = ({ id }: { id: number }) => before.find((post) => post.id === String(id));
    const updatedAt = '2027-03-26T12:00:01.000Z';
    expect(moved.body.posts).toEqual([
      {
        ...asBefore(evening),
        scheduledTime: '2027-03-28T16:00:00.000Z',
        scheduledTimeLocal: '2027-03-28T18:00:00',
        updatedAt,
      },
      {
        ...asBefore(soon),
        scheduledTime: '2027-03-27T13:00:00.000Z',
        scheduledTimeLocal: '2027-03-27T14:00:00',
        updatedAt,
      },
    ]);
    expect(moved.body.refused).toEqual([
      {
        id: String(posted.id),
        code: 'POST_LOCKED',
        message: 'Cannot edit a post that has already been published.',
      },
      {
        id: String(night.id),
        code: 'TIME_SKIPPED',
        message:
          'The clocks in Europe/Paris go forward then: there is no 02:30 on 28 March 2027. Choose another time.',
      },
    ]);
    expect(await rowsOf(app, user.id)).toMatchObject([
      { id: evening.id, due_at: '2027-03-28 16:00:00+00', moved_from: null },
      { id: night.id, due_at: '2027-03-27 01:30:00+00' },
      { id: soon.id, due_at: '2027-03-27 13:00:00+00' },
      { id: posted.id, due_at: posted.dueAt.toISOString().replace('T', ' ').replace('.000Z', '+00') },
    ]);
    expect(await shown(app, user, night.id)).toMatchObject({ scheduledTime: '2027-03-27T01:30:00.000Z' });
    const history = await call<OwnAnswer>(app, 'GET', `/api/posts/${evening.id}/timeline`, user);
    expect(history.body.events.map(({ kind, data }) => [kind, data])).toEqual([
      [
        'edited',
        { from: '2027-03-27T17:00:00.000Z', to: '2027-03-28T16:00:00.000Z', local: '2027-03-28T18:00:00' },
      ],
    ]);

    const back = await ask(app, user, 'bulk/move', { ids: [evening.id, soon.id], days: -1 });
    expect(back.body.refused).toEqual([]);
    const past = await ask(app, user, 'bulk/move', { ids: [evening.id, soon.id], days: -1 });
    expect(refusals(past)).toEqual({ [soon.id]: 'TIME_IN_PAST' });
    expect(past.body.refused[0]?.message).toBe(
      'Choose a time in the future and within your schedule period. That moment has passed.',
    );
    expect(past.body.posts).toMatchObject([
      { scheduledTime: '2027-03-26T17:00:00.000Z', scheduledTimeLocal: '2027-03-26T18:00:00' },
    ]);
    const far = await ask(app, user, 'bulk/move', { ids: [evening.id], days: 31 });
    expect(refusals(far)).toEqual({ [evening.id]: 'TIME_OUT_OF_RANGE' });
    expect(far.body.refused[0]?.message).toContain('It ends on 25 April 2027 at 14:00.');
    app.clock.set('2026-11-21T12:00:00Z');
  });

  test('a calendar without room moves as one; what would crowd a day stays, by the words of an edit', async () => {
    const { user, plan } = await person('UTC');
    await app.platform.db.execute(
      sql`update billing_products set metadata = '{"tier":"standard"}' where id = ${`plan_${user.id}`}`,
    );
    const days = await Promise.all(
      [22, 22, 23, 23, 24, 24].map((day, index) =>
        plan({ scheduledAt: new Date(`2026-11-${day}T${index % 2 ? 18 : 13}:00:00Z`) }),
      ),
    );
    const ids = days.map(({ id }) => id);
    for (const by of [1, -1, 2]) {
      const moved = await ask(app, user, 'bulk/move', { ids: ids.toReversed(), days: by });
      expect(moved.body.refused).toEqual([]);
    }
    const crowded = await ask(app, user, 'bulk/move', { ids: ids.slice(0, 2), days: 1 });
    const code = 'POSTS_PER_DAY_REACHED';
    expect(refusals(crowded)).toEqual({ [ids[0] ?? 0]: code, [ids[1] ?? 0]: code });
    expect(crowded.body.refused[0]?.message).toBe(
      'Your plan allows 2 posts a day. 25 November 2026 is full: move or delete one of its posts first.',
    );
  });

  test('a failed post that moves is planned anew', async () => {
    const { user, plan } = await person();
    const failed = await plan({
      status: 'failed',
      retryCount: 3,
      errorCode: 'X_REFUSED',
      errorMessage: 'No',
    });
    const moved = await ask(app, user, 'bulk/move', { ids: [failed.id], days: 2 });
    const at = new Date(failed.scheduledAt.getTime() + 2 * 86_400_000);
    expect(moved.body.posts).toEqual([
      postWith({
        id: String(failed.id),
        content: failed.content,
        scheduledTime: at.toISOString(),
        scheduledTimeLocal: '2026-11-23T18:30:00',
        twitterAccountId: String(failed.accountId),
        createdAt: failed.createdAt.toISOString(),
        // Later than before, although the clock stands still.
        updatedAt: '2026-11-21T12:00:00.001Z',
      }),
    ]);
  });

  test('no day, no post or too many of them is refused as a whole', async () => {
    const { user, plan } = await person();
    const { id } = await plan();
    for (const body of [
      { ids: [id], days: 0 },
      { ids: [id], days: 61 },
      { ids: [], days: 1 },
      { ids: Array.from({ length: 401 }, (_, index) => index + 1), days: 1 },
    ]) {
      expect(await ask(app, user, 'bulk/move', body)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED' },
      });
    }
  });

  test('400 are moved together, and two such calls at once do not lock each other out', async () => {
    const { user, first, second } = await person();
    const posts = [];
    for (let count = 0; count < 400; count += 1)
      posts.push(
        await buildPost(app, {
          user,
          accountId: count % 2 ? first : second,
          scheduledAt: inHours(count + 1),
        }),
      );
    const ids = posts.map(({ id }) => id);
    const answers = await Promise.all([
      ask(app, user, 'bulk/move', { ids, days: 1 }),
      ask(app, user, 'bulk/move', { ids: ids.toReversed(), days: 1 }),
    ]);
    for (const { status, body } of answers) expect([status, body.refused]).toEqual([200, []]);
    expect(await shown(app, user, ids[0] ?? 0)).toMatchObject({ scheduledTime: inHours(49).toISOString() });
  });
});

describe('a single post that is paused', () => {
  const pause = (user: BuiltUser, ids: number[], paused: boolean) =>
    ask(app, user, 'bulk/pause', { ids, paused });

  test('does not go out while others do, and says so without naming a hold of the account', async () => {
    const user = await buildUser(app);
    const account = await connectX(app, user, 'one_waits');
    const [waits, goes] = [
      await buildPost(app, { user, accountId: account.id, content: 'waits', scheduledAt: inHours(0) }),
      await buildPost(app, { user, accountId: account.id, content: 'goes', scheduledAt: inHours(0) }),
    ];
    const before = await shown(app, user, waits.id);
    const rows = await rowsOf(app, user.id);
    const answer = await pause(user, [waits.id], true);
    // A page takes the later state of a post.
    const updatedAt = '2026-11-21T12:00:00.001Z';
    expect(answer.body).toEqual({ posts: [{ ...before, isPaused: true, updatedAt }], refused: [] });
    const paused = { ...rows[0], is_paused: true, updated_at: '2026-11-21 12:00:00.001+00' };
    expect(await rowsOf(app, user.id)).toEqual([paused, rows[1]]);
    await runEngine(app);
    expect((await tweetsOf(app, 'one_waits')).map(({ text }) => text)).toEqual(['goes']);
    expect(await shown(app, user, goes.id)).toMatchObject({ status: 'Posted' });
    expect(await shown(app, user, waits.id)).toMatchObject({ status: 'Pending', isPaused: true });
  });

  test('stays so when its account, or all, are resumed, and shows what holds its account meanwhile', async () => {
    const { user, plan } = await person();
    const [one, other] = [await plan({ scheduledAt: inHours(1) }), await plan({ scheduledAt: inHours(2) })];
    await pause(user, [one.id], true);
    await ask(app, user, 'pause', {});
    expect(await shown(app, user, one.id)).toMatchObject({ isPaused: true, holdReason: 'paused' });
    app.clock.set(inHours(3));
    await ask(app, user, 'unpause', {});
    expect(await shown(app, user, one.id)).toMatchObject({
      isPaused: true,
      holdReason: null,
      scheduledTime: one.scheduledAt.toISOString(),
    });
    expect(await shown(app, user, other.id)).toMatchObject({
      isPaused: false,
      movedFrom: other.scheduledAt.toISOString(),
    });
    app.clock.set('2026-11-21T12:00:00Z');
  });

  test('keeps its pause and its time through an outage and an edit; what came due takes a free slot on resume', async () => {
    const { user, plan, username } = await person();
    const due = await plan({
      ...timed('2026-11-22T09:00:00Z', 'Asia/Kolkata'),
    });
    const ahead = await plan({
      ...timed('2026-11-24T09:00:00Z', 'Asia/Kolkata'),
    });
    await pause(user, [due.id, ahead.id], true);
    await call(app, 'PATCH', `/api/posts/${ahead.id}`, {
      token: user.token,
      body: { scheduledTime: '2026-11-25T09:00:00Z' },
    });
    expect(await shown(app, user, ahead.id)).toMatchObject({ isPaused: true });
    app.clock.set('2026-11-23T12:00:00Z');
    await runEngine(app);
    expect(await tweetsOf(app, username)).toEqual([]);
    expect(await shown(app, user, due.id)).toMatchObject({ movedFrom: null, isPaused: true });

    const another = await plan(timed('2026-11-23T12:00:00Z', 'Asia/Kolkata'));
    const resumed = await pause(user, [due.id, ahead.id], false);
    expect(await shown(app, user, another.id)).toMatchObject({
      scheduledTime: another.scheduledAt.toISOString(),
      movedFrom: null,
    });
    expect(resumed.body.posts).toMatchObject([
      {
        id: String(due.id),
        isPaused: false,
        holdReason: null,
        // The next day and time of the account's rhythm that is free.
        scheduledTime: '2026-11-25T12:00:00.000Z',
        scheduledTimeLocal: '2026-11-25T17:30:00',
        movedFrom: '2026-11-22T09:00:00.000Z',
      },
      {
        id: String(ahead.id),
        isPaused: false,
        scheduledTime: '2026-11-25T09:00:00.000Z',
        scheduledTimeLocal: '2026-11-25T14:30:00',
        movedFrom: null,
      },
    ]);
    expect(await kindsOf(app, user, due.id)).toEqual(['paused', 'resumed', 'moved']);
    app.clock.set('2026-11-21T12:00:00Z');
  });

  test('paused or resumed twice changes nothing more; what is failed, out or in hand is refused', async () => {
    const { user, plan } = await person();
    const { id } = await plan();
    await Promise.all([pause(user, [id], true), pause(user, [id], true), pause(user, [id], true)]);
    expect(await kindsOf(app, user, id)).toEqual(['paused']);
    expect((await pause(user, [id], true)).body).toEqual({
      posts: [await shown(app, user, id)],
      refused: [],
    });
    expect(await shown(app, user, id)).toMatchObject({ isPaused: true });
    const [failed, posted, processing] = [
      await plan({ status: 'failed' }),
      await plan({ status: 'posted' }),
      await plan({ status: 'processing' }),
    ];
    const answer = await pause(user, [failed.id, posted.id, processing.id], true);
    expect(answer.body.posts).toEqual([]);
    expect(answer.body.refused.map(({ id, code, message }) => [Number(id), code, message])).toEqual([
      [failed.id, 'POST_LOCKED', 'A failed post cannot be paused.'],
      [posted.id, 'POST_LOCKED', 'Cannot edit a post that has already been published.'],
      [processing.id, 'POST_LOCKED', 'Post is still being processed. Please wait a moment before editing.'],
    ]);
  });

  test('does not go out when its account is resumed, or after an edit to a time that has come', async () => {
    const user = await buildUser(app);
    const account = await connectX(app, user, 'still_waits');
    const post = await buildPost(app, { user, accountId: account.id, scheduledAt: inHours(1) });
    await pause(user, [post.id], true);
    await ask(app, user, 'pause', {});
    await ask(app, user, 'unpause', {});
    app.clock.set(inHours(1));
    await runEngine(app);
    expect(await tweetsOf(app, 'still_waits')).toEqual([]);
    await call(app, 'PATCH', `/api/posts/${post.id}`, {
      token: user.token,
      body: { scheduledTime: inHours(1).toISOString() },
    });
    app.clock.set(inHours(1));
    await runEngine(app);
    expect(await tweetsOf(app, 'still_waits')).toEqual([]);
    app.clock.set('2026-11-21T12:00:00Z');
  });

  test('that is published now is resumed', async () => {
    const user = await buildUser(app);
    const account = await connectX(app, user, 'resumed_now');
    const post = await buildPost(app, { user, accountId: account.id });
    await pause(user, [post.id], true);
    expect((await ask(app, user, `${post.id}/publish-now`)).body.post).toMatchObject({ isPaused: false });
    expect(await kindsOf(app, user, post.id)).toEqual(['paused', 'resumed', 'edited']);
    await runEngine(app);
    expect(await tweetsOf(app, 'resumed_now')).toHaveLength(1);
  });
});
