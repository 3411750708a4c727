import type { PostsChange } from '@drumbeat/contract/publishing/stream-events.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX } from '../../../test/factories.ts';
import { inGroups } from '../../../test/in-groups.ts';
import { untilBlockedOrDone } from '../../../test/locks.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { givePlan } from '../generation/generation.fixture.ts';
import { findPost } from '../post/post.queries.ts';
import { changePosts } from './lanes/change-posts.ts';
import { movePostsToZone } from './lanes/move-to-zone.ts';

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
const hears = (change: PostsChange | undefined) => expect.poll(() => told).toEqual([change]);
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
  await expect.poll(() => kinds).toEqual(['accounts_changed']);
  await changePosts(db, where, 'release', { reason: 'paused' });
  await expect.poll(() => kinds).toHaveLength(2);
  await changePosts(db, where, 'hold', { reason: 'rate_limited', until: now });
  await expect.poll(() => kinds).toHaveLength(3);
  await changePosts(db, where, 'release_ended', {});
  await expect.poll(() => kinds).toEqual(Array.from({ length: 4 }, () => 'accounts_changed'));
  off();
});

test('another time zone tells workers of the first new time, and of none where all moments stay', async () => {
  const { db, clock, events } = app.platform;
  const { id: account } = await connectX(app, await buildUser(app));
  const times = ['2031-03-04T08:00:00Z', '2031-03-03T08:00:00Z', '2031-03-05T08:00:00Z'];
  for (const time of times) await buildPost(app, { accountId: account, scheduledAt: new Date(time) });
  const due: number[] = [];
  const off = events.on('posts_due', ({ at }) => void due.push(at));
  const zones = { from: 'Europe/Paris', to: 'UTC', now: clock.now(), accountId: account };
  const stranger = await buildUser(app);
  const toldStranger: unknown[] = [];
  const offStranger = events.on('person_changed', ({ userId, kind }) => {
    if (userId === stranger.id) toldStranger.push(kind);
  });
  const { id: none } = await connectX(app, stranger);
  const connecting = ['accounts_changed'];
  await expect.poll(() => toldStranger).toEqual(connecting);
  // Where nothing is planned, no page is told of posts.
  expect(await movePostsToZone(app.platform, db, { ...zones, accountId: none, choice: 'moments' })).toBe(0);
  expect(await movePostsToZone(app.platform, db, { ...zones, choice: 'moments' })).toBe(0);
  expect(await movePostsToZone(app.platform, db, { ...zones, choice: 'clock_times' })).toBe(3);
  await expect.poll(() => due).toEqual([Date.parse('2031-03-03T09:00:00Z')]);
  expect(toldStranger).toEqual(connecting);
  off();
  offStranger();
});

test('a post that is changed while a new time zone waits for it moves from where it is then', async () => {
  const { db, clock } = app.platform;
  const { id: account } = await connectX(app, await buildUser(app));
  const post = await buildPost(app, { accountId: account, scheduledAt: new Date('2031-03-04T08:00:00Z') });
  const where = { accountId: account, now: clock.now() };
  const plan = { at: new Date('2031-03-06T08:00:00Z'), local: '2031-03-06T09:00:00' };
  const zones = { from: 'Europe/Paris', to: 'UTC', choice: 'clock_times', ...where } as const;
  let moving: Promise<number> | undefined;
  await inTransaction(db, async (tx) => {
    await changePosts(tx, where, 'edit', { postId: post.id, plan, detail: {} });
    moving = inTransaction(db, (own) => movePostsToZone(app.platform, own, zones));
    await untilBlockedOrDone(db, moving);
  });
  expect(await moving).toBe(1);
  expect((await findPost(db, post.id))?.scheduledAt).toEqual(new Date('2031-03-06T09:00:00Z'));
});

test('of very many posts it is told only that some changed', async () => {
  const ids = await inGroups(101, build);
  await act('POST', '/bulk/delete', { ids });
  await hears(undefined);
});
