import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, call, connectX, postsOf } from '../../../../test/factories.ts';
import { buildWriter, connect, type Writer } from '../../generation/generation.fixture.ts';
import { addHold } from '../../publishing/lanes/hold-account.ts';
import { runEngine, tweetsOf } from '../../publishing/publishing.fixture.ts';
import { ask, historyOf, rowsOf, timed } from './own-posts.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
});
afterAll(() => app.close());

const create = (writer: { token: string }, body: object) =>
  ask(app, writer, 'own', { key: randomUUID(), content: 'My own words', ...body });
const inDays = (days: number) =>
  new Date(Date.parse('2026-11-21T15:00:00Z') + days * 86_400_000).toISOString();

describe('a post of one’s own', () => {
  test('is scheduled at the time that was chosen, and its history says so', async () => {
    const writer = await buildWriter(app, { timeZone: 'Asia/Kolkata' });
    const given = { scheduledTime: '2026-11-25T09:30:00Z', scheduledTimeLocal: '2026-11-25T15:00' };
    const { status, body } = await create(writer, given);
    expect(status).toBe(200);
    expect(body.post).toMatchObject({
      content: 'My own words',
      status: 'Pending',
      scheduledTime: '2026-11-25T09:30:00.000Z',
      scheduledTimeLocal: '2026-11-25T15:00:00',
      twitterAccountId: String(writer.accountId),
    });
    const [row] = await rowsOf(app, writer.id);
    expect(row).toMatchObject({ due_at: '2026-11-25 09:30:00+00', has_link: false, generation_job_id: null });
    const detail = { own: true, at: '2026-11-25T09:30:00.000Z', local: '2026-11-25T15:00:00' };
    expect(await historyOf(app, body.post.id)).toMatchObject([{ kind: 'planned', detail }]);
  });

  test('takes the next free slot of the account’s rhythm, where a day has room for it', async () => {
    const user = await buildWriter(app, { timeZone: 'Asia/Kolkata' });
    for (const time of ['2026-11-22T09:00:00Z', '2026-11-22T18:00:00Z', '2026-11-23T09:00:00Z'])
      await buildPost(app, { user, accountId: user.accountId, ...timed(time, 'Asia/Kolkata') });
    const times = [];
    for (let count = 0; count < 3; count += 1)
      times.push((await create(user, {})).body.post.scheduledTimeLocal);
    // A Sunday has its two, the Monday room for one; the rhythm has no other days.
    expect(times).toEqual(['2026-11-23T23:30:00', '2026-11-29T14:30:00', '2026-11-29T23:30:00']);
  });

  test('is one, however often its key is sent, and ten times at once; another person’s key is another', async () => {
    const [writer, other] = [await buildWriter(app), await buildWriter(app)];
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(writer, { key })));
    expect(new Set(answers.map(({ body }) => body.post.id)).size).toBe(1);
    const late = await create(writer, { key, content: 'Other words', scheduledTime: '2020-01-01T00:00:00Z' });
    expect(late).toMatchObject({ status: 200, body: { post: { content: 'My own words' } } });
    expect(await postsOf(app, writer)).toHaveLength(1);
    expect((await create(other, { key, content: 'His' })).body.post.content).toBe('His');
  });

  test('another person’s account is not found', async () => {
    const [writer, stranger] = [await buildWriter(app), await buildWriter(app)];
    expect(await create(writer, { twitterAccountId: stranger.accountId })).toMatchObject({
      status: 404,
      body: { code: 'X_ACCOUNT_NOT_FOUND', message: 'This X account is not among the connected ones.' },
    });
    expect(await postsOf(app, stranger)).toEqual([]);
  });

  test('counts among the posts a day of the plan, by the person’s calendar, on each account separately', async () => {
    const writer = await buildWriter(app, { timeZone: 'America/New_York' });
    const at = (time: string, more: object = {}) => create(writer, { scheduledTime: time, ...more });
    // In New York all three are on the 23rd.
    expect((await at('2026-11-23T05:00:00Z')).status).toBe(200);
    expect((await at('2026-11-24T04:30:00Z')).status).toBe(200);
    expect(await at('2026-11-23T20:00:00Z')).toMatchObject({
      status: 409,
      body: { code: 'POSTS_PER_DAY_REACHED', message: 'Your plan allows 2 posts a day. 2026-11-23 is full.' },
    });
    const second = await connect(app, writer.id);
    expect((await at('2026-11-23T20:00:00Z', { twitterAccountId: second })).status).toBe(200);
  });

  test('POST-57 what is published now takes room in today, so that a plan cannot be outrun by publishing', async () => {
    const writer = await buildWriter(app);
    for (let count = 0; count < 2; count += 1) {
      const { post } = (await create(writer, { scheduledTime: '2026-11-25T09:00:00Z' })).body;
      expect((await ask(app, writer, `${post.id}/publish-now`)).status).toBe(200);
    }
    const { post } = (await create(writer, { scheduledTime: '2026-11-25T09:00:00Z' })).body;
    expect(await ask(app, writer, `${post.id}/publish-now`)).toMatchObject({
      status: 409,
      body: {
        code: 'POSTS_PER_DAY_REACHED',
        message:
          'Your plan allows 2 posts a day. 21 November 2026 is full: move or delete one of its posts first.',
      },
    });
    const [kept] = (await postsOf(app, writer)).filter(({ id }) => id === post.id);
    expect(kept?.scheduledTime).toBe('2026-11-25T09:00:00.000Z');
  });

  test('PROD-34 counts among the trial’s 14, also when six come at once for the last three', async () => {
    const user = await buildWriter(app, { plan: 'trial', metadata: { tier: 'pro', posts_per_day: '12' } });
    // What was saved before the trial is not counted.
    const createdAt = new Date(app.clock.now().getTime() - 1);
    await buildPost(app, { user, accountId: user.accountId, status: 'posted', createdAt });
    for (let count = 0; count < 11; count += 1) expect((await create(user, {})).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(user, {})));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(3);
    const message = 'Your trial has room for 0 more of its 14 posts.';
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 409, body: { code: 'TRIAL_POSTS_REACHED', message } });
    expect(await postsOf(app, user)).toHaveLength(15);
  });

  test('without a time is refused where every day is full, or the period is about to end', async () => {
    const writer = await buildWriter(app, { plan: 'trial' });
    await app.platform.db.execute(
      sql`update subscriptions set trial_end = ${new Date(app.clock.now().getTime() + 60_000)} where user_id = ${writer.id}`,
    );
    expect(await create(writer, {})).toMatchObject({
      status: 400,
      body: { code: 'TIME_OUT_OF_RANGE', message: 'There is no free time left in your schedule period.' },
    });
    const end = new Date('2026-11-22T20:30:00Z');
    await app.platform.db.execute(
      sql`update subscriptions set trial_end = ${end} where user_id = ${writer.id}`,
    );
    for (let count = 0; count < 4; count += 1) expect((await create(writer, {})).status).toBe(200);
    expect(await create(writer, {})).toMatchObject({
      status: 409,
      body: { code: 'POSTS_PER_DAY_REACHED', message: 'Your plan allows 2 posts a day.' },
    });
  });

  test('takes a verified email, an account and a plan that has not ended', async () => {
    const answers = [];
    for (const person of [
      await buildUser(app, { verified: false }),
      await buildUser(app),
      await buildWriter(app, { account: false }),
      await buildWriter(app, { state: 'canceled' }),
    ])
      answers.push((await create(person, {})).body.code);
    expect(answers).toEqual([
      'EMAIL_NOT_VERIFIED',
      'NO_SUBSCRIPTION',
      'X_NOT_CONNECTED',
      'SUBSCRIPTION_CANCELED',
    ]);
  });
});

describe('a copy', () => {
  const copy = (writer: Writer, id: string | number, body: object = {}) =>
    ask(app, writer, `${id}/duplicate`, { key: randomUUID(), ...body });

  test('stays on its account, whichever is selected, and keeps the text unless another is given', async () => {
    const writer = await buildWriter(app, { timeZone: 'Asia/Tokyo' });
    const second = await connect(app, writer.id);
    const first = (await create(writer, { twitterAccountId: second, scheduledTime: inDays(2) })).body.post;
    const plain = await copy(writer, first.id);
    // The account's only post makes its rhythm: the next slot is a week later.
    const slot = { scheduledTime: '2026-11-30T15:00:00.000Z', scheduledTimeLocal: '2026-12-01T00:00:00' };
    expect([plain.status, plain.body.post]).toEqual([200, { ...first, id: plain.body.post.id, ...slot }]);
    expect(plain.body.post.id).not.toBe(first.id);
    const changed = await copy(writer, first.id, { content: ' Other words\n', scheduledTime: inDays(3) });
    expect(changed.body.post).toMatchObject({ content: 'Other words', scheduledTime: inDays(3) });
    const detail = { of: first.id, at: slot.scheduledTime, local: slot.scheduledTimeLocal };
    expect(await historyOf(app, plain.body.post.id)).toMatchObject([{ kind: 'copied', detail }]);
  });

  test('of another person’s post, an unknown one and one not saved yet are refused', async () => {
    const [writer, stranger] = [await buildWriter(app), await buildWriter(app)];
    const theirs = (await create(stranger, {})).body.post;
    for (const id of [theirs.id, 999_999_999])
      expect(await copy(writer, id)).toMatchObject({ status: 404, body: { code: 'POST_NOT_FOUND' } });
    expect(await copy(writer, '1732-4')).toMatchObject({ status: 409, body: { code: 'POST_NOT_SAVED' } });
    expect(await postsOf(app, writer)).toEqual([]);
  });
});

test('POST-02 POST-22 each call refuses a temporary id with another code than an unknown one', async () => {
  const { token } = await buildWriter(app);
  const calls = [
    ['PUT', '', { content: 'x' }],
    ['PATCH', '', { content: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/retry', undefined],
    ['GET', '/timeline', undefined],
    ['POST', '/publish-now', undefined],
    ['POST', '/restore', undefined],
    ['POST', '/duplicate', { key: randomUUID() }],
  ] as const;
  for (const [method, path, body] of calls) {
    expect(await call(app, method, `/api/posts/1732-4${path}`, { token, body })).toMatchObject({
      status: 409,
      body: {
        code: 'POST_NOT_SAVED',
        message: 'This post is not saved yet. Wait a moment, then try again.',
      },
    });
  }
});

describe('publishing now', () => {
  test('a pending post’s time is now, and the worker takes it at once; a repeat is refused', async () => {
    const user = await buildUser(app, { timeZone: 'America/St_Johns' });
    const account = await connectX(app, user, 'right_now');
    const post = await buildPost(app, { user, accountId: account.id, content: 'At once' });
    app.clock.advance(1_000);
    const now = app.clock.now();
    // In winter the clocks of St John's are three and a half hours behind.
    const local = new Date(now.getTime() - 3.5 * 3_600_000).toISOString().slice(0, 19);
    const answer = await ask(app, user, `${post.id}/publish-now`);
    const planned = { scheduledTime: now.toISOString(), scheduledTimeLocal: local };
    expect(answer).toMatchObject({ status: 200, body: { post: planned } });
    const detail = { now: true, from: post.scheduledAt.toISOString(), to: now.toISOString(), local };
    expect(await historyOf(app, post.id)).toMatchObject([{ kind: 'edited', detail }]);
    await runEngine(app);
    expect((await tweetsOf(app, 'right_now')).map(({ text }) => text)).toEqual(['At once']);
    expect(await ask(app, user, `${post.id}/publish-now`)).toMatchObject({
      status: 409,
      body: { code: 'POST_LOCKED', message: 'Cannot edit a post that has already been published.' },
    });
  });

  test('a failed post, one on its way and another person’s are left alone', async () => {
    const user = await buildWriter(app);
    const of = (status: 'failed' | 'processing') =>
      buildPost(app, { user, accountId: user.accountId, status });
    const now = async (id: number, who: { token: string } = user) =>
      (await ask(app, who, `${id}/publish-now`)).body;
    expect(await now((await of('processing')).id)).toMatchObject({
      code: 'POST_LOCKED',
      message: 'Post is still being processed. Please wait a moment before editing.',
    });
    const { id } = await of('failed');
    expect(await now(id)).toMatchObject({
      code: 'POST_LOCKED',
      message: 'This post failed. Retry it instead.',
    });
    expect(await now(id, await buildUser(app))).toMatchObject({ code: 'POST_NOT_FOUND' });
    await app.platform.db.execute(sql`update users set email_verified_at = null where id = ${user.id}`);
    expect(await now(id)).toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
  });

  test.each([
    ['paused', 'Posts of this account are paused. Resume them first.'],
    ['disconnected', 'This X account is not connected. Reconnect it first.'],
    ['subscription', 'Posts are on hold because you have no active subscription.'],
    [
      'rate_limited',
      'X asked us to wait with posts of this account. They go out as soon as X takes them again.',
    ],
  ] as const)('a hold (%s) refuses it and says why', async (reason, message) => {
    const user = await buildWriter(app);
    const { id } = await buildPost(app, { user, accountId: user.accountId });
    const where = { accountId: user.accountId, now: app.clock.now() };
    await addHold(app.platform.db, where, reason, null);
    expect(await ask(app, user, `${id}/publish-now`)).toMatchObject({
      status: 409,
      body: { code: 'POST_LOCKED', message, data: { holdReason: reason } },
    });
  });
});
