import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, postsOf } from '../../../../test/factories.ts';
import { connect, givePlan } from '../../generation/generation.fixture.ts';
import { runEngine, shown, tweetsOf } from '../../publishing/publishing.fixture.ts';
import { ask, kindsOf, type OwnAnswer, rowsOf, timed } from '../own/own-posts.fixture.ts';

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
  // The plan would not allow it: straight into the table.
  const second = await connect(app, user.id);
  const plan = (given: Given = {}) => buildPost(app, { user, accountId: first.id, ...given });
  return { user, first: first.id, second, username: first.username, plan };
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
      a.id,
    ];
    const before = await postsOf(app, user);
    const asBefore = ({ id }: { id: number }) => before.find((post) => post.id === String(id));
    const { status, body } = await ask(app, user, 'bulk/delete', { ids });
    expect(status).toBe(200);
    // As they were, those of the account that was connected first before the others.
    expect(body.posts).toEqual([a, failed, b].map(asBefore));
    const gone = 'Post not found in database. It may have been deleted or replaced.';
    const refused = [
      ['17-3', 'POST_NOT_SAVED', 'This post is not saved yet. Wait a moment, then try again.'],
      [String(posted.id), 'POST_LOCKED', 'Posted posts cannot be changed'],
      [String(processing.id), 'POST_LOCKED', 'Post is still being processed. Please wait a moment.'],
      [String(theirs.id), 'POST_NOT_FOUND', gone],
      ['999999999', 'POST_NOT_FOUND', gone],
    ];
    expect(body.refused).toEqual(refused.map(([id, code, message]) => ({ id, code, message })));
    expect((await postsOf(app, user)).map(({ id }) => Number(id))).toEqual([posted.id, processing.id]);
    expect(await postsOf(app, stranger.user)).toMatchObject([{ id: String(theirs.id), status: 'Pending' }]);
    const { rows } = await app.platform.db.execute(sql`
      select post_id, account_id, way, deleted_by from deleted_posts
      where user_id in (${user.id}, ${stranger.user.id}) order by post_id`);
    const trace = { way: 'several', deleted_by: user.id };
    expect(rows).toEqual([
      { post_id: a.id, account_id: first, ...trace },
      { post_id: b.id, account_id: second, ...trace },
      { post_id: failed.id, account_id: first, ...trace },
    ]);
  });

  test('move by days of the person’s calendar and keep the wall clock through the change of the clocks', async () => {
    app.clock.set('2027-03-26T12:00:00Z');
    const { user, plan, second } = await person('Europe/Paris');
    const evening = await plan({ scheduledAt: new Date('2027-03-27T17:00:00Z') });
    const night = await plan({ scheduledAt: new Date('2027-03-27T01:30:00Z'), accountId: second });
    const soon = await plan({ scheduledAt: new Date('2027-03-26T13:00:00Z') });
    const posted = await plan({ status: 'posted' });
    const ids = [evening.id, night.id, soon.id, posted.id];
    const moved = await ask(app, user, 'bulk/move', { ids, days: 1 });
    expect(moved.body.posts).toMatchObject([
      { scheduledTime: '2027-03-28T16:00:00.000Z', scheduledTimeLocal: '2027-03-28T18:00:00' },
      { scheduledTime: '2027-03-27T13:00:00.000Z', scheduledTimeLocal: '2027-03-27T14:00:00' },
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
      { id: posted.id },
    ]);
    expect(await kindsOf(app, user, evening.id)).toEqual(['edited']);

    await ask(app, user, 'bulk/move', { ids: [evening.id, soon.id], days: -1 });
    const past = await ask(app, user, 'bulk/move', { ids: [evening.id, soon.id], days: -1 });
    expect(refusals(past)).toEqual({ [soon.id]: 'TIME_IN_PAST' });
    expect(past.body.posts).toMatchObject([{ scheduledTimeLocal: '2027-03-26T18:00:00' }]);
    const far = await ask(app, user, 'bulk/move', { ids: [evening.id], days: 31 });
    expect(refusals(far)).toEqual({ [evening.id]: 'TIME_OUT_OF_RANGE' });
    app.clock.set('2026-11-21T12:00:00Z');
  });

  test('a full calendar moves as one; what would crowd a day is refused', async () => {
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

  test('100 are moved together, and two such calls at once do not lock each other out', async () => {
    const { user, first, second } = await person();
    const posts = [];
    for (let count = 0; count < 100; count += 1)
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

  test('does not go out while others do, and names no hold of the account', async () => {
    const user = await buildUser(app);
    const account = await connectX(app, user, 'one_waits');
    const due = { user, accountId: account.id, scheduledAt: inHours(0) };
    const waits = await buildPost(app, { ...due, content: 'waits' });
    await buildPost(app, { ...due, content: 'goes' });
    const before = await shown(app, user, waits.id);
    const answer = await pause(user, [waits.id], true);
    // A page takes the later state of a post.
    const updatedAt = '2026-11-21T12:00:00.001Z';
    expect(answer.body).toEqual({ posts: [{ ...before, isPaused: true, updatedAt }], refused: [] });
    await runEngine(app);
    expect((await tweetsOf(app, 'one_waits')).map(({ text }) => text)).toEqual(['goes']);
    expect(await shown(app, user, waits.id)).toMatchObject({ status: 'Pending', isPaused: true });
  });

  test('keeps its pause and its time through an outage and an edit; once resumed, what came due takes a free slot', async () => {
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
        movedFrom: null,
      },
    ]);
    expect(await kindsOf(app, user, due.id)).toEqual(['paused', 'resumed', 'moved']);
    app.clock.set('2026-11-21T12:00:00Z');
  });
});
