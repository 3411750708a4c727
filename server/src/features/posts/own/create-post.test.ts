import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, call, connectX, postsOf } from '../../../../test/factories.ts';
import { inGroups } from '../../../../test/in-groups.ts';
import { buildWriter, connect, type Writer } from '../../generation/generation.fixture.ts';
import { changePosts } from '../../publishing/lanes/change-posts.ts';
import { fault, runEngine, shown, tweetsOf } from '../../publishing/publishing.fixture.ts';
import { ask, historyOf, kindsOf, type OwnAnswer, postWith, rowsOf, timed } from './own-posts.fixture.ts';

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
    const { status, body } = await create(writer, {
      scheduledTime: '2026-11-25T09:30:00Z',
      scheduledTimeLocal: '2026-11-25T15:00',
    });
    const [id, now] = [body.post.id, '2026-11-21T12:00:00.000Z'];
    expect(status).toBe(200);
    expect(body.post).toEqual(
      postWith({
        id: expect.stringMatching(/^\d+$/),
        content: 'My own words',
        scheduledTime: '2026-11-25T09:30:00.000Z',
        scheduledTimeLocal: '2026-11-25T15:00:00',
        twitterAccountId: String(writer.accountId),
        createdAt: now,
        updatedAt: now,
      }),
    );
    expect(await rowsOf(app, writer.id)).toEqual([
      {
        id: Number(id),
        user_id: writer.id,
        account_id: writer.accountId,
        content: 'My own words',
        has_link: false,
        scheduled_at: '2026-11-25 09:30:00+00',
        scheduled_local: '2026-11-25T15:00:00',
        due_at: '2026-11-25 09:30:00+00',
        moved_from: null,
        status: 'pending',
        is_paused: false,
        retry_count: 0,
        tweet_id: null,
        posted_at: null,
        error_code: null,
        error_message: null,
        failure_told_at: null,
        generation_job_id: null,
        started_at: null,
        called_at: null,
        cost_micros: null,
        tier: null,
        created_at: '2026-11-21 12:00:00+00',
        updated_at: '2026-11-21 12:00:00+00',
      },
    ]);
    const detail = { own: true, at: '2026-11-25T09:30:00.000Z', local: '2026-11-25T15:00:00' };
    expect(await historyOf(app, id)).toEqual([{ kind: 'planned', detail, at: '2026-11-21 12:00:00+00' }]);
    const { rows } = await app.platform.db.execute(
      sql`select * from post_requests where user_id = ${writer.id}`,
    );
    const key = expect.stringMatching(/^[\w-]{36}$/);
    expect(rows).toEqual([{ user_id: writer.id, key, post_ids: [id], at: '2026-11-21 12:00:00+00' }]);
  });

  test('takes the next free slot of the account’s rhythm, where a day has room for it', async () => {
    const writer = await buildWriter(app, { timeZone: 'Asia/Kolkata' });
    const user = { id: writer.id, email: '', token: writer.token };
    for (const time of ['2026-11-22T09:00:00Z', '2026-11-22T18:00:00Z', '2026-11-23T09:00:00Z'])
      await buildPost(app, { user, accountId: writer.accountId, ...timed(time, 'Asia/Kolkata') });
    const times = [];
    for (let count = 0; count < 3; count += 1) {
      const { scheduledTime, scheduledTimeLocal } = (await create(writer, {})).body.post;
      times.push([scheduledTime, scheduledTimeLocal]);
    }
    // A Sunday has its two, the Monday room for one; the rhythm has no other days.
    expect(times).toEqual([
      ['2026-11-23T18:00:00.000Z', '2026-11-23T23:30:00'],
      ['2026-11-29T09:00:00.000Z', '2026-11-29T14:30:00'],
      ['2026-11-29T18:00:00.000Z', '2026-11-29T23:30:00'],
    ]);
    // What went out makes the rhythm for 60 days.
    const other = await buildWriter(app);
    for (const time of ['2026-09-22T11:59:00Z', '2026-10-28T08:30:00Z']) {
      const owner = { id: other.id, email: '', token: other.token };
      const scheduledAt = new Date(time);
      await buildPost(app, { user: owner, accountId: other.accountId, status: 'posted', scheduledAt });
    }
    expect((await create(other, {})).body.post.scheduledTimeLocal).toBe('2026-11-25T08:30:00');
  });

  test('is one, however often its key is sent, and ten times at once', async () => {
    const writer = await buildWriter(app);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(writer, { key })));
    expect(new Set(answers.map(({ body }) => body.post.id)).size).toBe(1);
    app.clock.advance(1_000);
    const late = await create(writer, { key, content: 'Other words', scheduledTime: '2020-01-01T00:00:00Z' });
    expect(late).toMatchObject({ status: 200, body: { post: { content: 'My own words' } } });
    expect(await postsOf(app, writer)).toHaveLength(1);
  });

  test('of another person may have the same key', async () => {
    const [ada, bob] = [await buildWriter(app), await buildWriter(app)];
    const key = randomUUID();
    const [hers, his] = [await create(ada, { key }), await create(bob, { key, content: 'His' })];
    expect([hers.body.post.content, his.body.post.content]).toEqual(['My own words', 'His']);
  });

  test('POST-25 POST-26 POST-27 is refused with a code of its own for each fault, and nothing is saved', async () => {
    const writer = await buildWriter(app, { timeZone: 'Europe/Paris' });
    /** A refusal says the same of the whole and of the field. */
    const refused = async (body: object, field = 'scheduledTime') => {
      const { status, body: answer } = await create(writer, body);
      expect(answer.data.fields).toEqual({ [field]: answer.message });
      return [status, answer.code, answer.message];
    };
    expect(await refused({ content: 'x'.repeat(281) }, 'content')).toEqual([
      400,
      'POST_TOO_LONG',
      'A post may have at most 280 characters; this one has 281.',
    ]);
    expect(await refused({ scheduledTime: inDays(-1) })).toEqual([
      400,
      'TIME_IN_PAST',
      'Choose a time in the future and within your schedule period. That moment has passed.',
    ]);
    expect(await refused({ scheduledTime: inDays(31) })).toEqual([
      400,
      'TIME_OUT_OF_RANGE',
      'Choose a time in the future and within your schedule period. It ends on 21 December 2026 at 13:00.',
    ]);
    expect(
      await refused({ scheduledTime: '2027-03-28T01:30:00Z', scheduledTimeLocal: '2027-03-28T02:30' }),
    ).toEqual([
      400,
      'TIME_SKIPPED',
      'The clocks in Europe/Paris go forward then: there is no 02:30 on 28 March 2027. Choose another time.',
    ]);
    expect(await refused({ scheduledTime: inDays(1), scheduledTimeLocal: '2026-11-22T15:00' })).toEqual([
      400,
      'TIME_SKIPPED',
      '15:00 on 22 November 2026 does not match your time zone, Europe/Paris. Choose the time again.',
    ]);
    const stranger = await buildWriter(app);
    expect(await create(writer, { twitterAccountId: stranger.accountId })).toMatchObject({
      status: 404,
      body: { code: 'X_ACCOUNT_NOT_FOUND', message: 'This X account is not among the connected ones.' },
    });
    expect(await refused({ content: '   ' }, 'content')).toEqual([
      400,
      'VALIDATION_FAILED',
      'Write something to post',
    ]);
    expect(await postsOf(app, writer)).toEqual([]);
    expect(await postsOf(app, stranger)).toEqual([]);
  });

  test('counts among the posts a day of the plan, by the person’s calendar, each account for itself', async () => {
    const writer = await buildWriter(app, { timeZone: 'America/New_York' });
    const at = (time: string) => create(writer, { scheduledTime: time });
    // In New York all three are on the 23rd.
    expect((await at('2026-11-23T05:00:00Z')).status).toBe(200);
    expect((await at('2026-11-24T04:30:00Z')).status).toBe(200);
    expect(await at('2026-11-23T20:00:00Z')).toMatchObject({
      status: 409,
      body: {
        code: 'POSTS_PER_DAY_REACHED',
        message: 'Your plan allows 2 posts a day. 2026-11-23 is full.',
      },
    });
    const second = await connect(app, writer.id);
    const other = await create(writer, { scheduledTime: '2026-11-23T20:00:00Z', twitterAccountId: second });
    expect(other.status).toBe(200);
    const small = await buildWriter(app, { metadata: { tier: 'standard', posts_per_day: '1' } });
    expect((await create(small, { scheduledTime: '2026-11-23T05:00:00Z' })).status).toBe(200);
    expect((await create(small, { scheduledTime: '2026-11-23T20:00:00Z' })).body.message).toBe(
      'Your plan allows 1 post a day. 2026-11-23 is full.',
    );
  });

  test('PROD-34 counts among the trial’s 14, also when six come at once for the last three', async () => {
    const writer = await buildWriter(app, { plan: 'trial', metadata: { tier: 'pro', posts_per_day: '12' } });
    // What was saved before the trial is not counted.
    const user = { id: writer.id, email: '', token: writer.token };
    const createdAt = new Date(app.clock.now().getTime() - 1);
    await buildPost(app, { user, accountId: writer.accountId, status: 'posted', createdAt });
    for (let count = 0; count < 11; count += 1) expect((await create(writer, {})).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(writer, {})));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body.code]).toEqual([409, 'TRIAL_POSTS_REACHED']);
      expect(body.message).toBe('Your trial has room for 0 more of its 14 posts.');
    }
    expect(await postsOf(app, writer)).toHaveLength(15);
    // Who goes on and pays has room for more.
    await app.platform.db.execute(sql`
      update subscriptions set state = 'active', period_end = period_end + interval '30 days' where user_id = ${writer.id}`);
    expect((await create(writer, {})).status).toBe(200);
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
    ]) {
      const { status, body } = await create(person, {});
      answers.push([status, body.code, body.message]);
    }
    expect(answers).toEqual([
      [403, 'EMAIL_NOT_VERIFIED', 'Please verify your email to schedule posts.'],
      [409, 'NO_SUBSCRIPTION', 'You have no active plan. Choose one under Plans, then schedule posts.'],
      [409, 'X_NOT_CONNECTED', 'Please select a Twitter/X account before scheduling.'],
      [403, 'SUBSCRIPTION_CANCELED', 'Subscription canceled - scheduling disabled'],
    ]);
  });

  test('shares the 120 edits a minute of its writer', async () => {
    const writer = await buildWriter(app, { account: false });
    const answers = await inGroups(125, () => create(writer, {}));
    expect(answers.filter(({ body }) => body.code === 'RATE_LIMIT_EXCEEDED')).toHaveLength(5);
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
    expect((await copy(writer, first.id, { content: ' \n' })).status).toBe(400);
    const changed = await copy(writer, first.id, { content: ' Other words\n', scheduledTime: inDays(3) });
    expect(changed.body.post).toEqual({
      ...first,
      id: changed.body.post.id,
      content: 'Other words',
      scheduledTime: inDays(3),
      scheduledTimeLocal: '2026-11-25T00:00:00',
    });
    const { body } = await call<OwnAnswer>(app, 'GET', `/api/posts/${plain.body.post.id}/timeline`, {
      token: writer.token,
    });
    expect(body.events).toEqual([
      {
        at: first.createdAt,
        kind: 'copied',
        text: expect.stringContaining('Copied'),
        data: { of: first.id, at: slot.scheduledTime, local: slot.scheduledTimeLocal },
      },
    ]);
  });

  test('of a published post is a new one; with one key there is one', async () => {
    const writer = await buildWriter(app);
    const user = { id: writer.id, email: '', token: writer.token };
    const out = await buildPost(app, { user, accountId: writer.accountId, status: 'posted' });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => copy(writer, out.id, { key })));
    expect(new Set(answers.map(({ body }) => body.post.id)).size).toBe(1);
    expect(await postsOf(app, writer)).toHaveLength(2);
  });

  test('of another person’s post, one that is gone, and one not saved yet are refused', async () => {
    const [writer, stranger] = [await buildWriter(app), await buildWriter(app)];
    const theirs = (await create(stranger, {})).body.post;
    expect(await copy(writer, theirs.id)).toMatchObject({ status: 404, body: { code: 'POST_NOT_FOUND' } });
    expect(await copy(writer, 999_999_999)).toMatchObject({
      status: 404,
      body: { code: 'POST_NOT_FOUND' },
    });
    await app.platform.db.execute(
      sql`update x_accounts set disconnected_at = now() where id = ${stranger.accountId}`,
    );
    expect(await copy(stranger, theirs.id)).toMatchObject({
      status: 404,
      body: { code: 'X_ACCOUNT_NOT_FOUND' },
    });
    expect(await copy(writer, '1732-4')).toMatchObject({ status: 409, body: { code: 'POST_NOT_SAVED' } });
    expect(await postsOf(app, writer)).toEqual([]);
  });
});

test('POST-02 POST-22 a temporary id is told apart from one that does not exist, in every call', async () => {
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
  test('a pending post’s time is now, and the worker takes it at once; a repeat finds it out', async () => {
    const user = await buildUser(app, { timeZone: 'America/St_Johns' });
    const account = await connectX(app, user, 'right_now');
    const post = await buildPost(app, { user, accountId: account.id, content: 'At once' });
    app.clock.advance(1_000);
    const now = app.clock.now();
    // In winter the clocks of St John's are three and a half hours behind.
    const local = new Date(now.getTime() - 3.5 * 3_600_000).toISOString().slice(0, 19);
    const answer = await ask(app, user, `${post.id}/publish-now`);
    expect([answer.status, answer.body.post]).toEqual([
      200,
      postWith({
        id: String(post.id),
        content: 'At once',
        scheduledTime: now.toISOString(),
        scheduledTimeLocal: local,
        twitterAccountId: String(account.id),
        createdAt: post.createdAt.toISOString(),
        updatedAt: now.toISOString(),
      }),
    ]);
    const [from, to] = [post.scheduledAt.toISOString(), now.toISOString()];
    expect(await historyOf(app, post.id)).toEqual([
      { kind: 'edited', detail: { now: true, from, to, local }, at: expect.any(String) },
    ]);
    await runEngine(app);
    expect((await tweetsOf(app, 'right_now')).map(({ text }) => text)).toEqual(['At once']);
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
    expect(await ask(app, user, `${post.id}/publish-now`)).toMatchObject({
      status: 409,
      body: {
        code: 'POST_LOCKED',
        message: 'Cannot edit a post that has already been published.',
        data: { status: 'Posted' },
      },
    });
    expect((await kindsOf(app, user, post.id)).slice(0, 2)).toEqual(['edited', 'claimed']);
  });

  test('a failed post, one on its way, one whose account is held, and another’s are left alone', async () => {
    const user = await buildUser(app);
    const account = await connectX(app, user);
    const failed = await buildPost(app, { user, accountId: account.id, status: 'failed' });
    const post = await buildPost(app, { user, accountId: account.id });
    const sender = await buildUser(app);
    const { id: accountId } = await connectX(app, sender);
    const inHand = await buildPost(app, { user: sender, accountId, status: 'processing' });
    expect(await ask(app, sender, `${inHand.id}/publish-now`)).toMatchObject({
      status: 409,
      body: {
        code: 'POST_LOCKED',
        message: 'Post is still being processed. Please wait a moment before editing.',
        data: { status: 'Processing' },
      },
    });
    expect(await ask(app, user, `${failed.id}/publish-now`)).toMatchObject({
      status: 409,
      body: { code: 'POST_LOCKED', message: 'This post failed. Retry it instead.' },
    });
    const where = { accountId: account.id, now: app.clock.now() };
    for (const [reason, message] of [
      ['paused', 'Posts of this account are paused. Resume them first.'],
      ['disconnected', 'This X account is not connected. Reconnect it first.'],
      ['subscription', 'Posts are on hold because you have no active subscription.'],
      [
        'rate_limited',
        'X asked us to wait with posts of this account. They go out as soon as X takes them again.',
      ],
      ['unanswered', 'X did not answer several times in a row. We try again within the hour.'],
      ['restored', 'We are checking which posts are already on X. This takes a few minutes.'],
    ] as const) {
      await changePosts(app.platform.db, where, 'hold', { reason, until: null });
      const answer = await ask(app, user, `${post.id}/publish-now`);
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'POST_LOCKED', message, data: { holdReason: reason } },
      });
      await changePosts(app.platform.db, where, 'release', { reason });
    }
    await ask(app, user, 'pause', {});
    expect(await ask(app, user, `${post.id}/publish-now`)).toMatchObject({
      status: 409,
      body: { code: 'POST_LOCKED', message: 'All posts are paused. Resume them first.' },
    });
    expect(await ask(app, await buildUser(app), `${post.id}/publish-now`)).toMatchObject({
      status: 404,
      body: { code: 'POST_NOT_FOUND' },
    });
    await ask(app, user, 'unpause', {});
    await app.platform.db.execute(sql`update users set email_verified_at = null where id = ${user.id}`);
    expect((await ask(app, user, `${post.id}/publish-now`)).body.code).toBe('EMAIL_NOT_VERIFIED');
    expect(await shown(app, user, post.id)).toMatchObject({ scheduledTime: post.scheduledAt.toISOString() });
  });
});

test('POST-05 a post says when it went out and as what, or why it did not, and when it was made and changed', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user, 'all_fields');
  const now = app.clock.now();
  const made = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  const due = { user, accountId: account.id, scheduledAt: now };
  const goes = await buildPost(app, { ...due, content: 'Goes out' });
  await runEngine(app);
  await fault(app, 'duplicate');
  const fails = await buildPost(app, { ...due, content: 'Does not' });
  await runEngine(app);
  const [tweet] = await tweetsOf(app, 'all_fields');
  expect(await shown(app, user, goes.id)).toMatchObject({
    ...made,
    status: 'Posted',
    postedAt: now.toISOString(),
    tweetId: tweet?.id,
    tweetUrl: `${app.config.x.webUrl}/i/web/status/${tweet?.id}`,
    errorCode: null,
    errorMessage: null,
  });
  expect(await shown(app, user, fails.id)).toMatchObject({
    ...made,
    status: 'Failed',
    postedAt: null,
    tweetId: null,
    tweetUrl: null,
    errorCode: 'DUPLICATE_TWEET',
    errorMessage: expect.stringMatching(/\S/),
  });
});
