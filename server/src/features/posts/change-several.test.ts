import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, postsOf } from '../../../test/factories.ts';
import { buildWriter, givePlan } from '../generation/generation.fixture.ts';
import { runEngine, shown, tweetsOf } from '../publishing/publishing.fixture.ts';
import { ask, kindsOf, type OwnAnswer } from './own-posts.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
});
afterAll(() => app.close());

type Given = Omit<NonNullable<Parameters<typeof buildPost>[1]>, 'user'>;
/** A person with two accounts, and a way to plan posts on them. */
async function person(timeZone = 'Europe/Paris') {
  const user = await buildUser(app, { timeZone });
  await givePlan(app, user.id, { tier: 'pro', posts_per_day: '40' });
  const first = await connectX(app, user);
  const second = (await secondAccount(user)).id;
  const plan = (given: Given = {}) => buildPost(app, { user, accountId: first.id, ...given });
  return { user, first: first.id, second, username: first.username, plan };
}
/** Another account of a person whose plan would not allow it: straight into the table. */
async function secondAccount(user: BuiltUser): Promise<{ id: number }> {
  const { connect } = await import('../generation/generation.fixture.ts');
  return { id: await connect(app, user.id) };
}
const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000);
const refusals = (answer: { body: OwnAnswer }) =>
  Object.fromEntries(answer.body.refused.map(({ id, code }) => [id, code]));

describe('several posts at once', () => {
  test('are deleted on all accounts; what is locked, another’s, gone or unsaved is refused one by one', async () => {
    const { user, plan, second } = await person();
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
    const answer = await ask(app, user, 'bulk/delete', { ids });
    expect(answer.status).toBe(200);
    expect(answer.body.posts.map(({ id }) => Number(id)).toSorted()).toEqual(
      [a.id, b.id, failed.id].toSorted(),
    );
    expect(refusals(answer)).toEqual({
      [posted.id]: 'POST_LOCKED',
      [processing.id]: 'POST_LOCKED',
      [theirs.id]: 'POST_NOT_FOUND',
      999999999: 'POST_NOT_FOUND',
      '17-3': 'POST_NOT_SAVED',
    });
    expect(answer.body.refused).toHaveLength(5);
    for (const { message } of answer.body.refused) expect(message).toMatch(/\.$|changed$/);
    expect((await postsOf(app, user)).map(({ id }) => Number(id)).toSorted()).toEqual(
      [posted.id, processing.id].toSorted(),
    );
    expect(await postsOf(app, stranger.user)).toHaveLength(1);
    const { rows } = await app.platform.db.execute(
      sql`select way, deleted_by, count(*)::int as n from deleted_posts where user_id = ${user.id} group by 1, 2`,
    );
    expect(rows).toEqual([{ way: 'several', deleted_by: user.id, n: 3 }]);
  });

  test('POST-39 are view-only once the subscription is canceled', async () => {
    const writer = await buildWriter(app, { state: 'canceled' });
    const user = { id: writer.id, email: '', token: writer.token };
    const { id } = await buildPost(app, { user, accountId: writer.accountId });
    for (const [path, more] of [
      ['delete', {}],
      ['move', { days: 1 }],
      ['pause', { paused: true }],
      ['restore', {}],
    ] as const) {
      expect(await ask(app, writer, `bulk/${path}`, { ids: [id], ...more })).toMatchObject({
        status: 403,
        body: { code: 'SUBSCRIPTION_CANCELED' },
      });
    }
    expect(await postsOf(app, writer)).toMatchObject([{ id: String(id), isPaused: false }]);
  });

  test('move by days of the person’s calendar and keep the wall clock through the change of the clocks', async () => {
    app.clock.set('2027-03-26T12:00:00Z');
    const { user, plan, second } = await person();
    const evening = await plan({ scheduledAt: new Date('2027-03-27T17:00:00Z') });
    const night = await plan({ scheduledAt: new Date('2027-03-27T01:30:00Z'), accountId: second });
    const soon = await plan({ scheduledAt: new Date('2027-03-26T13:00:00Z') });
    const posted = await plan({ status: 'posted' });
    const ids = [evening.id, night.id, soon.id, posted.id];
    const moved = await ask(app, user, 'bulk/move', { ids, days: 1 });
    expect(moved.body.posts).toMatchObject([
      {
        id: String(evening.id),
        scheduledTime: '2027-03-28T16:00:00.000Z',
        scheduledTimeLocal: '2027-03-28T18:00:00',
      },
      { id: String(soon.id), scheduledTimeLocal: '2027-03-27T14:00:00' },
    ]);
    expect(refusals(moved)).toEqual({ [night.id]: 'TIME_SKIPPED', [posted.id]: 'POST_LOCKED' });
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
    expect(past.body.posts).toMatchObject([{ scheduledTimeLocal: '2027-03-26T18:00:00' }]);
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
    expect(moved.body.posts).toMatchObject([{ status: 'Pending', retryCount: 0, errorCode: null }]);
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
    const answer = await pause(user, [waits.id], true);
    expect(answer.body).toMatchObject({ posts: [{ isPaused: true, holdReason: null }], refused: [] });
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
      scheduledAt: new Date('2026-11-22T09:00:00Z'),
      scheduledLocal: '2026-11-22T10:00:00',
    });
    const ahead = await plan({
      scheduledAt: new Date('2026-11-24T09:00:00Z'),
      scheduledLocal: '2026-11-24T10:00:00',
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

    const another = await plan({ scheduledAt: app.clock.now() });
    const resumed = await pause(user, [due.id, ahead.id], false);
    expect(await shown(app, user, another.id)).toMatchObject({
      scheduledTime: another.scheduledAt.toISOString(),
      movedFrom: null,
    });
    expect(resumed.body.posts).toMatchObject([
      { id: String(due.id), isPaused: false, holdReason: null, movedFrom: '2026-11-22T09:00:00.000Z' },
      { id: String(ahead.id), isPaused: false, scheduledTime: '2026-11-25T09:00:00.000Z' },
    ]);
    expect(Date.parse(resumed.body.posts[0]?.scheduledTime ?? '')).toBeGreaterThan(app.clock.now().getTime());
    expect(await kindsOf(app, user, due.id)).toEqual(['paused', 'resumed', 'moved']);
    app.clock.set('2026-11-21T12:00:00Z');
  });

  test('paused or resumed twice changes nothing more; what is failed, out or in hand is refused', async () => {
    const { user, plan } = await person();
    const { id } = await plan();
    await Promise.all([pause(user, [id], true), pause(user, [id], true), pause(user, [id], true)]);
    expect(await kindsOf(app, user, id)).toEqual(['paused']);
    expect((await pause(user, [id], true)).body.posts).toMatchObject([{ id: String(id), isPaused: true }]);
    const [failed, posted, processing] = [
      await plan({ status: 'failed' }),
      await plan({ status: 'posted' }),
      await plan({ status: 'processing' }),
    ];
    const answer = await pause(user, [failed.id, posted.id, processing.id], true);
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
    await runEngine(app);
    expect(await tweetsOf(app, 'resumed_now')).toHaveLength(1);
  });
});
