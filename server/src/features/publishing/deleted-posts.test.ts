import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, PASSWORD } from '../../../test/factories.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { deleteOldTraces, deleteTraces } from './by-hand/delete-traces.ts';
import { changePosts } from './lanes/change-posts.ts';

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
async function lastEntry(postId: number): Promise<Entry | undefined> {
  const { status, body } = await timeline(support, postId);
  return status === 200 ? body.events.at(-1) : undefined;
}

async function customer() {
  const user = await buildUser(app);
  return { user, accountId: (await connectX(app, user)).id };
}

test('a post that its owner deletes stays readable to staff, with text, history and who deleted it; to nobody else', async () => {
  const { user, accountId } = await customer();
  const post = await buildPost(app, { user, accountId, content: 'Regretted' });
  await call(app, 'PATCH', `/api/posts/${post.id}`, {
    token: user.token,
    body: { content: 'Regretted more' },
  });
  await call(app, 'POST', '/api/posts/pause', { token: user.token, body: { twitterAccountId: accountId } });
  expect((await call(app, 'DELETE', `/api/posts/${post.id}`, { token: user.token })).status).toBe(200);
  const deletedAt = app.clock.now().toISOString();
  // What becomes of its account later is no part of its history.
  app.clock.advance(1);
  await call(app, 'POST', '/api/posts/unpause', { token: user.token, body: { twitterAccountId: accountId } });

  const { status, body } = await timeline(support, post.id);
  expect(status).toBe(200);
  expect(body.events.map((event) => event.text)).toEqual([
    'Edited: the text.',
    'On hold because posts of this account were paused.',
    'Deleted by its owner, by itself.',
  ]);
  expect(body.events.at(-1)).toEqual({
    at: deletedAt,
    kind: 'deleted',
    text: 'Deleted by its owner, by itself.',
    data: {
      by: user.id,
      way: 'one',
      content: 'Regretted more',
      scheduledTime: post.scheduledAt.toISOString(),
      status: 'Pending',
    },
  });
  const readers = [
    user,
    await buildUser(app),
    await buildUser(app, { roles: ['ops'] }),
    await buildUser(app, { roles: ['support'], verified: false }),
  ];
  for (const reader of readers)
    expect(await timeline(reader, post.id)).toMatchObject({ status: 404, body: { code: 'POST_NOT_FOUND' } });
  const list = await call<{ posts: unknown[] }>(app, 'GET', '/api/posts', { token: user.token });
  expect(list.body.posts).toEqual([]);
});

test('staff must be verified to read a customer’s post that still exists', async () => {
  const { user, accountId } = await customer();
  const post = await buildPost(app, { user, accountId });
  const unverified = await buildUser(app, { roles: ['admin'], verified: false });
  expect((await timeline(unverified, post.id)).status).toBe(404);
  expect((await timeline(support, post.id)).status).toBe(200);
});

test('what staff read of a post, there or deleted, is in the audit log; what its owner reads is not', async () => {
  const { user, accountId } = await customer();
  const post = await buildPost(app, { user, accountId });
  app.clock.advance(1_000);
  await timeline(user, post.id);
  await timeline(support, post.id);
  await call(app, 'DELETE', `/api/posts/${post.id}`, { token: user.token });
  await timeline(support, post.id);
  const { rows } = await app.platform.db.execute(
    sql`select actor_user_id, target_type, details, created_at = ${app.clock.now()} as "isNow" from audit_log
      where action = 'posts.timeline_read' and target_id = ${String(user.id)}`,
  );
  const read = { actor_user_id: support.id, target_type: 'user', details: { postId: post.id }, isNow: true };
  expect(rows).toEqual([read, read]);
});

test('pending and failed posts deleted together leave a trace each; another’s and what is posted are untouched', async () => {
  const { user, accountId } = await customer();
  const { user: other, accountId: otherAccount } = await customer();
  const theirs = await buildPost(app, { user: other, accountId: otherAccount });
  const pending = await buildPost(app, { user, accountId });
  const failed = await buildPost(app, { user, accountId, status: 'failed', errorCode: 'X_REFUSED' });
  const posted = await buildPost(app, { user, accountId, status: 'posted' });
  const inHand = await buildPost(app, { user, accountId, status: 'processing' });
  const { body } = await call(app, 'DELETE', '/api/posts/pending-failed', {
    token: user.token,
    body: { twitterAccountId: accountId },
  });
  expect(body).toMatchObject({ deleted: 2 });
  const text = 'Deleted by its owner, with all pending and failed posts of its account.';
  expect(await lastEntry(pending.id)).toMatchObject({ text, data: { status: 'Pending' } });
  expect(await lastEntry(failed.id)).toMatchObject({ text, data: { status: 'Failed' } });
  for (const kept of [theirs, posted, inHand])
    expect(
      (await timeline(support, kept.id)).body.events.filter((event) => event.kind === 'deleted'),
    ).toEqual([]);
});

test('posts that a new calendar replaces, or that go with their X account, say so', async () => {
  const { user, accountId } = await customer();
  const where = { accountId, now: app.clock.now() };
  for (const [way, text] of [
    ['replaced', 'Deleted by its owner, because a new calendar took its place.'],
    ['account_removed', 'Deleted by its owner, because its X account was removed.'],
  ] as const) {
    const post = await buildPost(app, { user, accountId });
    const change = { posts: 'pending_failed', way, by: user.id } as const;
    await inTransaction(app.platform.db, (tx) => changePosts(tx, where, 'delete', change));
    expect(await lastEntry(post.id)).toMatchObject({ text });
  }
});

test('a trace ends after 90 days, and at once with the person', async () => {
  const { user, accountId } = await customer();
  const { user: leaver, accountId: leaversAccount } = await customer();
  const kept = await buildPost(app, { user, accountId });
  const gone = await buildPost(app, { user: leaver, accountId: leaversAccount });
  await call(app, 'DELETE', `/api/posts/${kept.id}`, { token: user.token });
  await call(app, 'DELETE', `/api/posts/${gone.id}`, { token: leaver.token });
  const left = await buildPost(app, { user: leaver, accountId: leaversAccount });
  expect(await lastEntry(gone.id)).toMatchObject({ kind: 'deleted' });
  expect(
    (await call(app, 'DELETE', '/api/user', { token: leaver.token, body: { password: PASSWORD } })).status,
  ).toBe(200);
  expect(await lastEntry(gone.id)).toBeUndefined();
  expect(await lastEntry(left.id)).toBeUndefined();

  const { db } = app.platform;
  const later = (ms: number) => ({ db, clock: { now: () => new Date(app.clock.now().getTime() + ms) } });
  await deleteOldTraces(later(90 * DAY_MS));
  expect(await lastEntry(kept.id)).toMatchObject({ kind: 'deleted' });
  await deleteOldTraces(later(90 * DAY_MS + 1));
  expect(await lastEntry(kept.id)).toBeUndefined();
});

test('a trace goes with the person whose post it was, not with who deleted it', async () => {
  const { user: owner, accountId } = await customer();
  const { user: remover } = await customer();
  const post = await buildPost(app, { user: owner, accountId });
  const { db, clock } = app.platform;
  const change = { posts: { postIds: [post.id] }, way: 'one', by: remover.id } as const;
  await changePosts(db, { accountId, now: clock.now() }, 'delete', change);
  await deleteTraces(db, remover.id);
  expect(await lastEntry(post.id)).toMatchObject({ kind: 'deleted', data: { by: remover.id } });
  await deleteTraces(db, owner.id);
  expect(await lastEntry(post.id)).toBeUndefined();
});
