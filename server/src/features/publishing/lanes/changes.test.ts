import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, connectX } from '../../../../test/factories.ts';
import { alikeTexts } from '../../alike/alike.tables.ts';
import { signatureOf } from '../../alike/similarity.rules.ts';
import { shownPosts, posts as storedPosts } from '../../post/post.tables.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { laneOf } from '../publishing.fixture.ts';
import { lanes, weeklySummaries } from '../publishing.tables.ts';
import { insertRestored } from './changes.store.ts';
import { deletePosts, forgetPosts, restoreDeleted } from './delete-posts.ts';
import { selectAttempts, selectDeletedPost, selectDeletedPosts, selectHistory } from './history.store.ts';
import { markFailuresTold, markFound, markPaused } from './mark-posts.ts';
import {
  addPosts,
  movePosts,
  requeuePost,
  reschedulePosts,
  rewritePost,
  rezonePosts,
} from './schedule-posts.ts';

/* What each change writes and what it leaves alone: whole rows are compared, before and after. */

const at = (time: string) => new Date(`2026-03-02T${time}Z`);
const NOW = at('12:00:00');
/** Pages trust the later state of a post, so a change is always dated later than the one before. */
const JUST_AFTER = new Date(NOW.getTime() + 1);

let app: TestApp;
let user: BuiltUser;
let accountId: number;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: NOW.toISOString() });
});
beforeEach(async () => {
  user = await buildUser(app);
  accountId = (await connectX(app, user)).id;
});
afterAll(() => app.close());

const db = () => app.platform.db;
const where = () => ({ accountId, now: NOW });
/** A post that was made and last changed earlier in the day. */
const build = (given: Parameters<typeof buildPost>[1] = {}) =>
  buildPost(app, { user, accountId, createdAt: at('08:00:00'), updatedAt: at('10:00:00'), ...given });
const rows = (): Promise<PostRecord[]> =>
  db().select().from(shownPosts).where(eq(shownPosts.accountId, accountId)).orderBy(asc(shownPosts.id));
const hasLink = async (id: number) =>
  (await db().select().from(storedPosts).where(eq(storedPosts.id, id)))[0]?.hasLink;
/** The words by which posts are compared with others, and until when. */
const comparedOf = (...ids: number[]) =>
  db()
    .select({ postId: alikeTexts.postId, sketch: alikeTexts.sketch, lookAt: alikeTexts.lookAt })
    .from(alikeTexts)
    .where(inArray(alikeTexts.postId, ids))
    .orderBy(asc(alikeTexts.postId));
const compared = (postId: number, content: string, lookAt: string) => ({
  postId,
  sketch: signatureOf(content).sketch,
  lookAt: new Date(lookAt),
});

/** Until when the posts of the account wait because of its last one. */
const delay = () =>
  db()
    .update(lanes)
    .set({ notBefore: at('12:40:00') })
    .where(eq(lanes.accountId, accountId));
const isDelayed = async () => (await laneOf(app, accountId)).notBefore !== null;

/** What a post can have that a change must keep or clear. */
const tried = {
  scheduledAt: at('11:00:00'),
  dueAt: at('11:30:00'),
  movedFrom: at('09:00:00'),
  retryCount: 2,
  errorCode: 'X_UNAVAILABLE',
  errorMessage: 'No luck',
  failureToldAt: at('11:45:00'),
} as const;
const slot = { at: at('15:00:00'), local: '2026-03-02T16:00:00' };
const planned = {
  scheduledAt: slot.at,
  dueAt: slot.at,
  scheduledLocal: slot.local,
  movedFrom: null,
  failureToldAt: null,
  updatedAt: NOW,
};
const startedOver = { status: 'pending', retryCount: 0, errorCode: null, errorMessage: null } as const;

test('save: new posts are due at their planned time, and are compared with others for 90 days after it', async () => {
  const jobId = crypto.randomUUID();
  const words = 'New: https://example.com';
  const posts = [
    { content: words, at: at('16:00:00'), local: '2026-03-02T17:00:00' },
    { content: 'Newer', ...slot },
  ];
  const given = { userId: user.id, jobId, posts };
  const [first = 0, second = 0] = await addPosts(db(), where(), given);
  const [, row] = await rows();
  expect(row).toMatchObject({ ...planned, ...startedOver, id: second, content: 'Newer', isPaused: false });
  expect(row).toMatchObject({ userId: user.id, generationJobId: jobId, createdAt: NOW });
  expect([await hasLink(first), await hasLink(second)]).toEqual([true, false]);
  const time = { at: '2026-03-02T15:00:00.000Z', local: slot.local };
  expect(await selectHistory(db(), second)).toEqual([{ at: NOW, kind: 'planned', detail: time }]);
  expect(await comparedOf(first, second)).toEqual([
    compared(first, words, '2026-05-31T16:00:00Z'),
    compared(second, 'Newer', '2026-05-31T15:00:00Z'),
  ]);
  const summaries = db().select().from(weeklySummaries).where(eq(weeklySummaries.userId, user.id));
  expect(await summaries).toEqual([{ userId: user.id, dueAt: NOW, week: null }]);

  const origin = { kind: 'copied', detail: { of: first } } as const;
  const copies = { userId: user.id, jobId: null, posts: posts.slice(1), origin };
  const [copy = 0] = await addPosts(db(), where(), copies);
  expect(await selectHistory(db(), copy)).toEqual([
    { at: NOW, kind: 'copied', detail: { of: first, ...time } },
  ]);
});

test('edit: a post keeps its retries, and a new time frees its account; a text alone changes nothing else', async () => {
  const [before, other] = [await build(tried), await build(tried)];
  await delay();
  const content = 'Other words: https://example.com';
  await rewritePost(db(), where(), { postId: before.id, content, detail: {} });
  expect(await isDelayed()).toBe(true);
  expect(await rows()).toEqual([{ ...before, content, updatedAt: NOW }, other]);
  expect(await hasLink(before.id)).toBe(true);
  expect(await comparedOf(before.id)).toEqual([compared(before.id, content, '2026-05-31T12:00:00Z')]);
  const detail = { from: 'there', to: 'here' };
  await rewritePost(db(), where(), { postId: before.id, slot, detail });
  expect(await rows()).toEqual([{ ...before, content, ...planned, updatedAt: JUST_AFTER }, other]);
  expect(await isDelayed()).toBe(false);
  expect((await selectHistory(db(), before.id)).at(-1)).toEqual({ at: NOW, kind: 'edited', detail });
});

test('retry: a failed post is due now without its error, the retry is counted, and its account waits no longer', async () => {
  const before = await build({ ...tried, status: 'failed', updatedAt: NOW });
  const [other, pending] = [await build({ ...tried, status: 'failed' }), await build(tried)];
  await delay();
  for (const { id } of [before, pending]) await requeuePost(db(), where(), id);
  const due = { ...startedOver, retryCount: 3, dueAt: NOW, failureToldAt: null, updatedAt: JUST_AFTER };
  expect(await rows()).toEqual([{ ...before, ...due }, other, pending]);
  expect(await isDelayed()).toBe(false);
  expect(await selectHistory(db(), before.id)).toEqual([{ at: NOW, kind: 'retried', detail: {} }]);
});

test('move: only pending posts move, and keep the first time that the person planned', async () => {
  const before = await build({ scheduledAt: at('09:00:00') });
  const left = [await build(), await build({ status: 'processing' }), await build({ status: 'failed' })];
  for (const to of [at('14:00:00'), slot.at]) {
    const moves = [before, ...left.slice(1)].map(({ id }) => ({ id, at: to, local: slot.local }));
    await movePosts(db(), where(), moves);
  }
  const moved = { ...before, ...planned, movedFrom: at('09:00:00'), updatedAt: JUST_AFTER };
  expect(await rows()).toEqual([moved, ...left]);
  expect(await selectHistory(db(), before.id)).toEqual([
    { at: NOW, kind: 'moved', detail: { to: '2026-03-02T14:00:00.000Z', local: slot.local } },
    { at: NOW, kind: 'moved', detail: { to: '2026-03-02T15:00:00.000Z', local: slot.local } },
  ]);
});

test('no change reaches a post of another account, whatever ids it is given', async () => {
  const theirs = [await build(tried), await build({ ...tried, status: 'failed' })];
  const postIds = theirs.map(({ id }) => id);
  const before = [await rows(), await laneOf(app, accountId)];
  const stranger = { user: await buildUser(app), accountId };
  const own = { accountId: (await connectX(app, stranger.user)).id, now: NOW };
  for (const postId of postIds) {
    await rewritePost(db(), own, { postId, content: 'Mine', slot, detail: {} });
    await requeuePost(db(), own, postId);
  }
  for (const time of [slot.at, tried.scheduledAt]) {
    const moves = postIds.map((id) => ({ id, ...slot, at: time }));
    const posts = moves.map((move) => ({ ...move, from: NOW }));
    await reschedulePosts(db(), own, posts);
    await movePosts(db(), own, moves);
    await rezonePosts(db(), own, posts, 'UTC');
  }
  await markPaused(db(), own, postIds, true);
  await markFailuresTold(db(), own, postIds);
  const found = { tweetId: '19', postedAt: NOW, hasLink: false, tier: 'pro' };
  const posts = postIds.map((postId) => ({ ...found, postId }));
  expect(await markFound(db(), own, posts)).toEqual([]);
  expect(await deletePosts(db(), own, postIds, { way: 'one', by: stranger.user.id })).toBe(0);
  await forgetPosts(db(), own);
  expect([await rows(), await laneOf(app, accountId)]).toEqual(before);

  // Nor does a restore bring a deleted post back for another account.
  await deletePosts(db(), where(), postIds.slice(0, 1), { way: 'one', by: user.id });
  const [post] = await selectDeletedPosts(db(), postIds);
  const lane = { ...own, openPost: null, hold: null };
  if (post) await insertRestored(db(), lane, [{ post, slot }]);
  expect((await rows()).map(({ id }) => id)).toEqual(postIds.slice(1));
  expect(await selectDeletedPost(db(), postIds[0] ?? 0)).toEqual(post);
});

test('restore: deleted posts come back with their history and attempts; a pending one gets a new time', async () => {
  const failed = await build({ ...tried, status: 'failed', generationJobId: crypto.randomUUID() });
  const moves = await build({ ...tried, content: 'See https://example.com', isPaused: true });
  const rest = await build(tried);
  for (const { id } of [failed, rest]) {
    await db().execute(sql`
      insert into post_attempts (post_id, account_id, started_at, outcome, unknown_reason, unknown_since, error_code, settled_at)
      values (${id}, ${accountId}, ${at('11:01:00')}, 'failed', 'timeout', ${NOW}, 'X_REFUSED', ${NOW})`);
    await rewritePost(db(), { accountId, now: at('11:02:00') }, { postId: id, detail: { id } });
  }
  const [attempts, history] = [await selectAttempts(db(), failed.id), await selectHistory(db(), failed.id)];
  expect([attempts.length, history.length]).toEqual([1, 1]);
  const before = await rows();
  const postIds = before.map(({ id }) => id);
  expect(await deletePosts(db(), where(), postIds, { way: 'several', by: 17 })).toBe(3);
  expect(await rows()).toEqual([]);
  const { content } = failed;
  const deletion = { content, status: 'failed', deletedAt: NOW, deletedBy: 17, way: 'several' };
  expect(await selectDeletedPost(db(), failed.id)).toMatchObject({ ...deletion, history, attempts });
  const gone = await selectDeletedPosts(db(), [failed.id, moves.id]);
  const same = { at: failed.scheduledAt, local: '2026-03-02T12:00:00' };
  const posts = gone.map((post) => ({ post, slot: post.postId === failed.id ? same : slot }));
  await restoreDeleted(db(), where(), posts);
  const times = { dueAt: same.at, scheduledLocal: same.local, failureToldAt: NOW, updatedAt: NOW };
  expect(await rows()).toEqual([
    { ...before[0], ...times },
    { ...before[1], ...planned, movedFrom: tried.scheduledAt },
  ]);
  expect(await hasLink(moves.id)).toBe(true);
  expect((await comparedOf(...postIds)).map(({ postId }) => postId)).toEqual([failed.id, moves.id]);
  expect(await selectAttempts(db(), failed.id)).toEqual(attempts);
  const restored = { at: NOW, kind: 'restored', detail: {} };
  expect(await selectHistory(db(), failed.id)).toEqual([...history, restored]);
  expect(await selectDeletedPost(db(), failed.id)).toBeUndefined();
  expect(await selectDeletedPost(db(), rest.id)).toBeDefined();
});
