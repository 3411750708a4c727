import type { PostsChange } from '@drumbeat/contract/stream-events.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX } from '../../../test/factories.ts';
import { inGroups } from '../../../test/in-groups.ts';
import { givePlan } from '../generation/generation.fixture.ts';
import { changePosts } from './change-posts.ts';

let app: TestApp;
let user: BuiltUser;
let accountId: number;
/** What open pages are told of their posts, in order. */
let told: (PostsChange | undefined)[];
beforeAll(async () => {
  app = await buildApp({ shared: true });
  user = await buildUser(app);
  await givePlan(app, user.id, { tier: 'pro', posts_per_day: '40' });
  accountId = (await connectX(app, user)).id;
  app.platform.events.on('person_changed', ({ userId, kind, posts }) => {
    if (userId === user.id && kind === 'posts_changed') told.push(posts);
  });
});
afterAll(() => app.close());
beforeEach(() => {
  told = [];
});

const build = async (given: Parameters<typeof buildPost>[1] = {}) =>
  String((await buildPost(app, { user, accountId, ...given })).id);
const act = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await call<{
    post: { id: string; updatedAt: string };
    posts: { id: string; updatedAt: string }[];
  }>(app, method, `/api/posts${path}`, { token: user.token, ...(body ? { body } : {}) });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const hears = (change: PostsChange | undefined) => vi.waitFor(() => expect(told).toEqual([change]));
const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();

test('an edit tells which post, and when: no later than the post itself says', async () => {
  const id = await build();
  for (const body of [{ content: 'Other words' }, { scheduledTime: inHours(9) }]) {
    told = [];
    const { post } = await act('PUT', `/${id}`, body);
    await hears({ at: expect.any(String) as unknown as string, changed: [id] });
    expect(Date.parse(post.updatedAt)).toBeGreaterThanOrEqual(Date.parse(told[0]?.at ?? ''));
  }
});

test('a new post and one that came back are told as such, one that is deleted as gone', async () => {
  const key = crypto.randomUUID();
  const { post } = await act('POST', '/own', { key, content: 'My own', twitterAccountId: accountId });
  const at = expect.any(String) as unknown as string;
  await hears({ at, came: [post.id] });
  told = [];
  await act('DELETE', `/${post.id}`);
  await hears({ at, gone: [post.id] });
  told = [];
  const restored = await act('POST', `/${post.id}/restore`);
  await hears({ at, came: [post.id] });
  expect(Date.parse(restored.post.updatedAt)).toBeGreaterThanOrEqual(Date.parse(told[0]?.at ?? ''));
});

test('what is done to several tells each, and a pause no later than its posts', async () => {
  const ids = [await build(), await build({ scheduledAt: new Date(inHours(30)) })];
  const { posts } = await act('POST', '/bulk/pause', { ids, paused: true });
  await hears({ at: expect.any(String) as unknown as string, changed: ids });
  for (const { updatedAt } of posts)
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(told[0]?.at ?? ''));
  told = [];
  await act('POST', '/bulk/move', { ids, days: 1 });
  await hears({ at: expect.any(String) as unknown as string, changed: ids.toReversed() });
});

test('a deletion that leaves what a worker has in hand names none as gone', async () => {
  const postIds = [await build(), await build({ status: 'processing' })].map(Number);
  const change = { posts: { postIds }, way: 'several', by: user.id } as const;
  const { db, clock } = app.platform;
  await db.transaction((tx) => changePosts(tx, { accountId, now: clock.now() }, 'delete', change));
  await hears(undefined);
});

test('a retry, a move and another zone name their post; holds that come and go tell of the account', async () => {
  const { db, clock, events } = app.platform;
  const kinds: string[] = [];
  const off = events.on('person_changed', (news) => {
    if (news.userId === user.id) kinds.push(news.kind);
  });
  const [retried, id] = [Number(await build({ status: 'failed' })), Number(await build())];
  const [now, from] = [clock.now(), new Date(inHours(1))];
  const where = { accountId, now };
  const time = { id, at: new Date(inHours(50)), local: '2026-11-21T09:00:00' };
  const at = now.toISOString();
  await changePosts(db, where, 'retry', { postId: retried });
  await hears({ at, changed: [String(retried)] });
  told = [];
  await changePosts(db, where, 'move', { moves: [time] });
  await hears({ at, changed: [String(id)] });
  told = [];
  await changePosts(db, where, 'rezone', { posts: [{ ...time, from }], zone: 'UTC' });
  await hears({ at, changed: [String(id)] });

  // Whoever finds a post on X, tells of a failure or takes leave of a person says so in another way.
  kinds.length = 0;
  const found = { tweetId: '17', postedAt: now, hasLink: false, tier: 'pro' };
  const failed = Number(await build({ status: 'failed' }));
  await changePosts(db, where, 'failure_told', { postIds: [failed] });
  await changePosts(db, where, 'found', { posts: [{ ...found, postId: failed }] });
  await changePosts(db, where, 'forget', {});
  // Nothing is told where nothing was held, or nothing was there to delete.
  await changePosts(db, where, 'release', { reason: 'paused' });
  await changePosts(db, where, 'release_ended', {});
  const none = { posts: 'pending_failed', way: 'pending_failed', by: user.id } as const;
  await changePosts(db, where, 'delete', none);
  await changePosts(db, where, 'hold', { reason: 'paused', until: null });
  await vi.waitFor(() => expect(kinds).toEqual(['accounts_changed']));
  await changePosts(db, where, 'release', { reason: 'paused' });
  await vi.waitFor(() => expect(kinds).toHaveLength(2));
  await changePosts(db, where, 'hold', { reason: 'rate_limited', until: now });
  await vi.waitFor(() => expect(kinds).toHaveLength(3));
  await changePosts(db, where, 'release_ended', {});
  await vi.waitFor(() => expect(kinds).toEqual(Array.from({ length: 4 }, () => 'accounts_changed')));
  off();
});

test('of very many posts it is told only that some changed', async () => {
  const ids = await inGroups(101, build);
  await act('POST', '/bulk/delete', { ids });
  await hears(undefined);
});
