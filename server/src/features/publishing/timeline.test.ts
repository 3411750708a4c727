import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX } from '../../../test/factories.ts';
import { holdAccount } from './hold-account.ts';
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
  const due = new Date(Date.now() + 5_000);
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
  expect(body.events.map((event) => [event.kind, event.text])).toEqual([
    ['edited', `Edited: the time, to ${first.slice(0, 19)}.`],
    ['edited', `Edited: the text and the time, to ${due.toISOString().slice(0, 19)}.`],
    ['held', 'On hold because posts of this account were paused.'],
    ['released', 'No longer on hold. It was held because posts of this account were paused.'],
    ['claimed', 'Picked up by a worker.'],
    ['called', 'Sent to X.'],
    ['unknown', 'Outcome unknown: X had an error of its own. We check the timeline on X.'],
    ['settled', 'Posted: found on the timeline.'],
  ]);
  const to = due.toISOString();
  expect(body.events[1]?.data).toEqual({ text: true, from: first, to, local: to.slice(0, 19) });
  const [tweet] = await tweetsOf(app, 'history');
  expect(body.events.at(-1)?.data).toEqual({ outcome: 'posted', tweetId: tweet?.id });
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
    select actor_user_id, target_type, target_id, details from audit_log
    where action = 'posts.timeline_read' order by id`);
  const target = { target_type: 'user', target_id: String(user.id), details: { postId: post.id } };
  expect(rows).toEqual(readers.map((actor_user_id) => ({ actor_user_id, ...target })));
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
