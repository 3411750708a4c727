import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  connectX,
  PASSWORD,
} from '../../../../test/factories.ts';
import { deleteOldTraces, deletePosts, deleteTraces } from '../lanes/delete-posts.ts';
import { fault, runEngine, tweetsOf } from '../publishing.fixture.ts';

let app: TestApp;
let support: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  app.clock.set(app.clock.now());
  support = await buildUser(app, { roles: ['support'] });
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
type Entry = { at: string; kind: string; text: string; data: Record<string, unknown> };
const timeline = (reader: BuiltUser, postId: number) =>
  call<{ events: Entry[] }>(app, 'GET', `/api/posts/${postId}/timeline`, { token: reader.token });
const lastEntry = async (postId: number) => (await timeline(support, postId)).body.events?.at(-1);
const remove = (user: BuiltUser, postId: number) =>
  call(app, 'DELETE', `/api/posts/${postId}`, { token: user.token });

async function customer(username?: string) {
  const user = await buildUser(app);
  const accountId = (await connectX(app, user, username)).id;
  const pause = (path: 'pause' | 'unpause') =>
    call(app, 'POST', `/api/posts/${path}`, { token: user.token, body: { twitterAccountId: accountId } });
  const post = (more: object = {}) => buildPost(app, { user, accountId, ...more });
  return { user, accountId, pause, post };
}

test('a post’s history shows its owner what happened, in order, without holds before or after its life', async () => {
  const { user, pause, post: build } = await customer('history');
  await pause('pause');
  await pause('unpause');
  app.clock.advance(1_000);
  const post = await build();
  const due = new Date(app.clock.now().getTime() + 5_000);
  const to = due.toISOString();
  const body = { content: 'Other words', scheduledTime: to };
  await call(app, 'PUT', `/api/posts/${post.id}`, { token: user.token, body });
  await pause('pause');
  await pause('unpause');
  await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username: 'history' });
  app.clock.set(due);
  await runEngine(app);
  app.clock.advance(20_000);
  await runEngine(app);
  app.clock.advance(1_000);
  await pause('pause');

  const { status, body: answer } = await timeline(user, post.id);
  expect(status).toBe(200);
  const [tweet] = await tweetsOf(app, 'history');
  const local = to.slice(0, 19);
  const edited = { text: true, from: post.scheduledAt.toISOString(), to, local };
  expect(answer.events.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    `edited: Edited: the text and the time, to ${local}.`,
    'held: On hold because posts of this account were paused.',
    'released: No longer on hold. It was held because posts of this account were paused.',
    'claimed: Picked up by a worker.',
    'called: Sent to X.',
    'unknown: Outcome unknown: X had an error of its own. We check the timeline on X.',
    'settled: Posted: found on the timeline.',
  ]);
  expect(answer.events[0]?.data).toEqual(edited);
  expect(answer.events.at(-1)?.data).toEqual({ outcome: 'posted', tweetId: tweet?.id });
});

test('a history can be read by the owner and by verified support and admins with two-factor; the audit log names staff who read', async () => {
  const { user, post: build } = await customer();
  const [post, deleted] = [await build(), await build()];
  await remove(user, deleted.id);
  expect((await timeline(user, post.id)).status).toBe(200);
  const readers = [support, await buildUser(app, { roles: ['admin'] })];
  for (const reader of readers)
    for (const { id } of [post, deleted]) expect((await timeline(reader, id)).status).toBe(200);
  const others = [
    await buildUser(app),
    await buildUser(app, { roles: ['ops'] }),
    await buildUser(app, { roles: ['support'], verified: false }),
    await buildUser(app, { roles: ['admin'], twoFactor: false }),
  ];
  for (const reader of others)
    for (const { id } of [post, deleted])
      expect(await timeline(reader, id)).toMatchObject({ status: 404, body: { code: 'POST_NOT_FOUND' } });
  expect((await timeline(user, deleted.id)).status).toBe(404);
  const { rows } = await app.platform.db.execute(sql`
    select actor_user_id as reader, (details ->> 'postId')::int as post from audit_log
    where action = 'posts.timeline_read' and target_type = 'user' and target_id = ${String(user.id)} order by id`);
  expect(rows).toEqual(
    readers.flatMap((reader) => [post, deleted].map(({ id }) => ({ reader: reader.id, post: id }))),
  );
});

test('a trace is kept for 90 days, or until its owner leaves', async () => {
  const { user, post: build } = await customer();
  const { user: leaver, post: buildOfLeaver } = await customer();
  const [kept, gone, left] = [await build(), await buildOfLeaver(), await buildOfLeaver()];
  await remove(user, kept.id);
  await remove(leaver, gone.id);
  expect(await lastEntry(gone.id)).toMatchObject({ kind: 'deleted' });
  const leave = { token: leaver.token, body: { password: PASSWORD } };
  expect((await call(app, 'DELETE', '/api/user', leave)).status).toBe(200);
  for (const { id } of [gone, left]) expect(await lastEntry(id)).toBeUndefined();

  const { db } = app.platform;
  const later = (ms: number) => ({ db, clock: { now: () => new Date(app.clock.now().getTime() + ms) } });
  await deleteOldTraces(later(90 * DAY_MS));
  expect(await lastEntry(kept.id)).toMatchObject({ kind: 'deleted' });
  await deleteOldTraces(later(90 * DAY_MS + 1));
  expect(await lastEntry(kept.id)).toBeUndefined();
});

test('a trace goes with the owner of the post, not with the person who deleted it', async () => {
  const { user: owner, accountId, post: build } = await customer();
  const remover = await buildUser(app);
  const { id } = await build();
  const { db, clock } = app.platform;
  await deletePosts(db, { accountId, now: clock.now() }, [id], { way: 'one', by: remover.id });
  await deleteTraces(db, remover.id);
  expect(await lastEntry(id)).toMatchObject({ kind: 'deleted', data: { by: remover.id } });
  await deleteTraces(db, owner.id);
  expect(await lastEntry(id)).toBeUndefined();
});
