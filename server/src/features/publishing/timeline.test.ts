import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX } from '../../../test/factories.ts';
import { existsDoubtSince, selectAttempts, selectOutcomes } from './lanes/history.store.ts';
import { holdAccount } from './lanes/hold-account.ts';
import { fault, runEngine, tweetsOf } from './publishing.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

type Entry = { at: string; kind: string; text: string; data: Record<string, unknown> };
function timeline(user: BuiltUser, postId: number) {
  return call<{ events: Entry[] }>(app, 'GET', `/api/posts/${postId}/timeline`, { token: user.token });
}

test('a post’s history tells its owner what happened, in order and in words', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user, 'history');
  const post = await buildPost(app, { user, accountId: account.id });
  const change = (body: object) => call(app, 'PUT', `/api/posts/${post.id}`, { token: user.token, body });
  // X's clock is the real one: the timeline would not show posts of the future.
  const begin = app.clock.now();
  app.clock.set(begin);
  const due = new Date(begin.getTime() + 5_000);
  const first = new Date(app.clock.now().getTime() + 7_200_000).toISOString();
  await change({ content: post.content, scheduledTime: first });
  await change({ content: 'Other words', scheduledTime: due.toISOString() });
  app.clock.advance(1_000);
  await call(app, 'POST', '/api/posts/pause', { token: user.token, body: { twitterAccountId: account.id } });
  app.clock.advance(1_000);
  await call(app, 'POST', '/api/posts/unpause', {
    token: user.token,
    body: { twitterAccountId: account.id },
  });
  await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username: 'history' });
  app.clock.set(due);
  await runEngine(app);
  app.clock.advance(20_000);
  await runEngine(app);

  const { status, body } = await timeline(user, post.id);
  expect(status).toBe(200);
  const after = (seconds: number) => new Date(begin.getTime() + seconds * 1_000).toISOString();
  const to = due.toISOString();
  const hold = { reason: 'paused', until: null };
  const [tweet] = await tweetsOf(app, 'history');
  const from = post.scheduledAt.toISOString();
  expect(body.events.map(({ at, kind, text, data }) => [at, kind, text, data])).toEqual([
    [
      after(0),
      'edited',
      `Edited: the time, to ${first.slice(0, 19)}.`,
      { from, to: first, local: first.slice(0, 19) },
    ],
    [
      after(0),
      'edited',
      `Edited: the text and the time, to ${to.slice(0, 19)}.`,
      { text: true, from: first, to, local: to.slice(0, 19) },
    ],
    [after(1), 'held', 'On hold because posts of this account were paused.', hold],
    [after(2), 'released', 'No longer on hold. It was held because posts of this account were paused.', hold],
    [to, 'claimed', 'Picked up by a worker.', {}],
    [to, 'called', 'Sent to X.', {}],
    [
      to,
      'unknown',
      'Outcome unknown: X had an error of its own. We check the timeline on X.',
      { reason: 'server_error' },
    ],
    [after(25), 'settled', 'Posted: found on the timeline.', { outcome: 'posted', tweetId: tweet?.id }],
  ]);
});

test('a failure, a retry by hand and its end are in the history', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user, 'second_try');
  const post = await buildPost(app, { user, accountId: account.id, scheduledAt: app.clock.now() });
  await fault(app, 'duplicate', { endpoint: 'tweets', username: 'second_try' });
  await runEngine(app);
  app.clock.advance(1_000);
  const retry = call(app, 'POST', `/api/posts/${post.id}/retry`, { token: user.token });
  await expect
    .poll(async () => (await timeline(user, post.id)).body.events.some((event) => event.kind === 'retried'))
    .toBe(true);
  app.clock.advance(1_000);
  await runEngine(app);
  await retry;
  const events = (await timeline(user, post.id)).body.events;
  expect(events.map((event) => event.kind)).toEqual([
    'claimed',
    'called',
    'settled',
    'retried',
    'claimed',
    'called',
    'settled',
  ]);
  expect(events[2]).toMatchObject({
    text: 'Failed: X refused this post because you posted the same text recently. Change a few words and retry.',
    data: { outcome: 'failed', code: 'DUPLICATE_TWEET' },
  });
  expect(events.at(-1)).toMatchObject({ text: 'Posted.' });
});

test('another person may not read it; support and admins may', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user, 'private');
  const post = await buildPost(app, { user, accountId: account.id });
  app.clock.set(app.clock.now());
  app.clock.advance(1_000);
  expect(await timeline(await buildUser(app), post.id)).toMatchObject({
    status: 404,
    body: { code: 'POST_NOT_FOUND' },
  });
  expect(await timeline(await buildUser(app, { roles: ['ops'] }), post.id)).toMatchObject({ status: 404 });
  const readers: number[] = [];
  for (const role of ['admin', 'support'] as const) {
    const staff = await buildUser(app, { roles: [role] });
    expect((await timeline(staff, post.id)).status).toBe(200);
    readers.push(staff.id);
    const unsafe = await buildUser(app, { roles: [role], twoFactor: false });
    expect((await timeline(unsafe, post.id)).status).toBe(404);
  }
  // What staff read of somebody is on record; what one reads of oneself is not.
  expect((await timeline(user, post.id)).status).toBe(200);
  const { rows } = await app.platform.db.execute(sql`
    select actor_user_id, target_type, target_id, details, created_at as at from audit_log
    where action = 'posts.timeline_read' order by id`);
  const target = { target_type: 'user', target_id: String(user.id), details: { postId: post.id } };
  expect(rows.map(({ at, ...row }) => ({ ...row, at: new Date(String(at)) }))).toEqual(
    readers.map((actor_user_id) => ({ actor_user_id, ...target, at: app.clock.now() })),
  );
});

test('a history leaves out what held the account before the post was made, and after it was posted', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user, 'held_around');
  const change = (path: 'pause' | 'unpause') =>
    call(app, 'POST', `/api/posts/${path}`, { token: user.token, body: { twitterAccountId: account.id } });
  await change('pause');
  await change('unpause');
  app.clock.advance(1_000);
  const post = await buildPost(app, { user, accountId: account.id, scheduledAt: app.clock.now() });
  // What holds another account meanwhile is no part of it either.
  await holdAccount(app.platform, app.platform.db, (await buildPost(app)).accountId, 'paused');
  await runEngine(app);
  app.clock.advance(1_000);
  await change('pause');
  const { events } = (await timeline(user, post.id)).body;
  expect(events.map((event) => event.kind)).toEqual(['claimed', 'called', 'settled']);
});

test('the attempts at posts are what was noted, what posted them and what is in hand, post by post and in order', async () => {
  const { db } = app.platform;
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  const at = (time: string) => new Date(`2026-03-02T${time}Z`);
  const own = { user, accountId };
  const out = { ...own, status: 'posted', tweetId: '81', postedAt: at('11:00:02') } as const;
  const first = await buildPost(app, { ...out, startedAt: at('11:00:00'), calledAt: at('11:00:01') });
  const found = await buildPost(app, { ...out, tweetId: '82', startedAt: at('11:10:00') });
  const older = await buildPost(app, { ...out, tweetId: '83' });
  const open = await buildPost(app, { ...own, status: 'processing' });
  const note = (
    postId: number,
    started: string,
    outcome: string,
    more: Partial<Record<'tweet' | 'code' | 'reason', string>> = {},
  ) =>
    db.execute(sql`
      insert into post_attempts (post_id, account_id, started_at, called_at, unknown_reason, unknown_since, outcome, tweet_id, error_code, error_message, settled_at)
      values (${postId}, ${accountId}, ${at(started)}, ${at('08:00:01')}, ${more.reason ?? null}, ${more.reason ? at('08:00:02') : null}, ${outcome},
        ${more.tweet ?? null}, ${more.code ?? null}, ${more.code ? 'No' : null}, ${at('12:00:00')})`);
  await note(first.id, '10:00:00', 'not_sent');
  await note(first.id, '09:00:00', 'retry', { code: 'X_UNAVAILABLE' });
  await note(found.id, '08:00:00', 'posted', { tweet: '82', reason: 'timeout' });
  await db.execute(sql`
    update lanes set started_at = ${at('11:20:00')}, called_at = ${at('11:20:01')}, unknown_reason = 'server_error', unknown_since = ${at('11:20:02')}
    where account_id = ${accountId}`);

  const nothing = {
    unknownReason: null,
    unknownSince: null,
    tweetId: null,
    errorCode: null,
    errorMessage: null,
  };
  const settled = { ...nothing, calledAt: at('08:00:01'), settledAt: at('12:00:00') };
  const attempts = [
    {
      ...settled,
      startedAt: at('09:00:00'),
      outcome: 'retry',
      errorCode: 'X_UNAVAILABLE',
      errorMessage: 'No',
    },
    { ...settled, startedAt: at('10:00:00'), outcome: 'not_sent' },
    {
      ...nothing,
      startedAt: at('11:00:00'),
      calledAt: at('11:00:01'),
      outcome: 'posted',
      tweetId: '81',
      settledAt: at('11:00:02'),
    },
  ];
  expect(await selectAttempts(db, first.id)).toEqual(attempts);
  expect(
    await selectOutcomes(
      db,
      [open, older, found, first].map(({ id }) => id),
    ),
  ).toEqual([
    ...attempts.map((attempt) => ({ ...attempt, postId: first.id })),
    {
      ...settled,
      postId: found.id,
      startedAt: at('08:00:00'),
      unknownReason: 'timeout',
      unknownSince: at('08:00:02'),
      outcome: 'posted',
      tweetId: '82',
    },
    {
      ...nothing,
      postId: open.id,
      startedAt: at('11:20:00'),
      calledAt: at('11:20:01'),
      unknownReason: 'server_error',
      unknownSince: at('11:20:02'),
      outcome: null,
      settledAt: null,
    },
  ]);

  // What ended in doubt is told from what X answered, and from the doubts of other posts.
  await note(open.id, '08:00:00', 'absent');
  const doubted = (id: number, since: string) => existsDoubtSince(db, id, at(since));
  expect(await Promise.all([first, found, older, open].map(({ id }) => doubted(id, '11:59:59.999')))).toEqual(
    [false, true, false, true],
  );
  expect(await doubted(found.id, '12:00:00')).toBe(false);
});
