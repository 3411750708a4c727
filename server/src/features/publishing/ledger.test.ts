import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../test/locks.ts';
import { inTransaction } from '../../platform/database.ts';
import { posts } from '../posts/posts.tables.ts';
import { changePosts } from './change-posts.ts';
import { selectAttempts } from './history.store.ts';
import { leaseFrom } from './publishing.rules.ts';
import {
  accountsDueBefore,
  claimDue,
  hadUnknownOutcome,
  markUnknown,
  postponeLook,
  selectTries,
  settle,
  takeOverExpired,
} from './publishing.store.ts';
import { type ClaimedPost, idsOf, type Settlement } from './publishing.types.ts';

/* The statements of the engine, each with what it must not do. */

const at = (time: string) => new Date(`2026-03-02T${time}Z`);
const NOW = at('12:00:00');

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: NOW.toISOString() });
});
afterAll(() => app.close());

const db = () => app.platform.db;
const claim = (now = NOW) =>
  claimDue(db(), { workerId: 'w', now, notBefore: at('11:00:00'), leaseUntil: leaseFrom(now), limit: 100 });
const settleAs = (claimed: ClaimedPost, more: object, now = NOW) =>
  settle(db(), [{ ...idsOf(claimed), ...more } as Settlement], now);
const postOf = async (id: number) => (await db().select().from(posts).where(eq(posts.id, id)))[0];

async function dueAt(...times: string[]) {
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  const built = [];
  for (const time of times) built.push(await buildPost(app, { user, accountId, scheduledAt: at(time) }));
  return { accountId, built };
}

/** A post that a worker has claimed at noon. */
async function claimedPost(): Promise<ClaimedPost> {
  const { accountId } = await dueAt('12:00:00');
  const post = (await claim()).find((each) => each.accountId === accountId);
  if (!post) throw new Error('the post was not claimed');
  return post;
}

test('a post exactly an hour late is moved and not claimed, and does not keep the next one waiting', async () => {
  const { accountId, built } = await dueAt('11:00:00', '11:59:00');
  expect(await accountsDueBefore(db(), at('11:00:00'), 10)).toEqual([accountId]);
  expect((await claim()).map((post) => post.postId)).toEqual([built[1]?.id]);
});

test('of two workers that look at the same time one takes over an attempt', async () => {
  const { attemptId } = await claimedPost();
  const now = at('12:01:00');
  const take = (tx = db()) =>
    takeOverExpired(tx, { workerId: 'w2', now, leaseUntil: leaseFrom(now), limit: 9 });
  let second: ReturnType<typeof take> | undefined;
  await inTransaction(db(), async (tx) => {
    expect((await take(tx)).map((attempt) => attempt.attemptId)).toContain(attemptId);
    second = take();
    await untilBlockedOrDone(db(), second);
  });
  expect(await second).toEqual([]);
});

test('what is settled stays as it is: by a second settlement, and by a late word that the outcome is unknown', async () => {
  const claimed = await claimedPost();
  expect(await settleAs(claimed, { outcome: 'posted', tweetId: '21' })).toHaveLength(1);
  const [attempts, post] = [await selectAttempts(db(), claimed.postId), await postOf(claimed.postId)];
  expect(post).toMatchObject({ status: 'posted', postedAt: NOW, tweetId: '21' });
  const later = at('12:00:10');
  expect(await settleAs(claimed, { outcome: 'failed', code: 'X_REFUSED', message: 'No' }, later)).toEqual([]);
  const unknown = { reason: 'timeout', calledAt: NOW, now: later, lookAt: later } as const;
  await markUnknown(db(), claimed, unknown);
  await postponeLook(db(), claimed, later);
  expect(await selectAttempts(db(), claimed.postId)).toEqual(attempts);
  expect(await postOf(claimed.postId)).toEqual(post);
});

test('the first reason why an outcome is unknown is kept', async () => {
  const claimed = await claimedPost();
  for (const [reason, second] of [
    ['timeout', '10'],
    ['server_error', '15'],
  ] as const) {
    const now = at(`12:00:${second}`);
    await markUnknown(db(), claimed, { reason, calledAt: now, now, lookAt: at('12:00:30') });
  }
  expect(await selectAttempts(db(), claimed.postId)).toMatchObject([
    { unknownReason: 'timeout', unknownSince: at('12:00:10'), calledAt: at('12:00:10') },
  ]);
});

test('a failed post has no time of posting, and neither it nor a posted one stays held', async () => {
  for (const [more, postedAt] of [
    [{ outcome: 'failed', code: 'X_REFUSED', message: 'No' }, null],
    [{ outcome: 'posted', tweetId: '22' }, NOW],
  ] as const) {
    const claimed = await claimedPost();
    const where = { accountId: claimed.accountId, now: NOW };
    await changePosts(db(), where, 'hold', { reason: 'paused', until: null });
    expect(await postOf(claimed.postId)).toMatchObject({ status: 'processing', holdReason: 'paused' });
    await settleAs(claimed, more);
    expect(await postOf(claimed.postId)).toMatchObject({ status: more.outcome, postedAt, holdReason: null });
  }
});

test('a post that was absent after a crash goes again, uncounted; a duplicate after it may be that post', async () => {
  const first = await claimedPost();
  await settleAs(first, { outcome: 'absent' });
  expect(await postOf(first.postId)).toMatchObject({ status: 'pending', retryCount: 0, dueAt: NOW });
  const second = (await claim()).find((each) => each.postId === first.postId);
  expect(await hadUnknownOutcome(db(), first.postId, first.attemptId)).toBe(false);
  expect(await hadUnknownOutcome(db(), first.postId, second?.attemptId ?? 0)).toBe(true);

  const refused = await claimedPost();
  await settleAs(refused, { outcome: 'retry', dueAt: NOW, code: 'X_UNAVAILABLE', message: 'No' });
  const again = (await claim()).find((each) => each.postId === refused.postId);
  expect(await hadUnknownOutcome(db(), refused.postId, again?.attemptId ?? 0)).toBe(false);
});

test('a duplicate may be the post of an attempt that nobody could follow to its end', async () => {
  const lost = await claimedPost();
  // Its worker died: nobody wrote down that its outcome was unknown.
  await settleAs(lost, { outcome: 'failed', code: 'OUTCOME_UNKNOWN', message: 'Look' });
  await changePosts(db(), { accountId: lost.accountId, now: NOW }, 'retry', { postId: lost.postId });
  const again = (await claim()).find((each) => each.postId === lost.postId);
  expect(await hadUnknownOutcome(db(), lost.postId, again?.attemptId ?? 0)).toBe(true);
});

test('only tries that X itself failed count, and only those since the last retry by hand', async () => {
  const claimed = await claimedPost();
  const retry = { outcome: 'retry', code: 'X_UNAVAILABLE', message: 'No' };
  await settleAs(claimed, { ...retry, dueAt: at('12:01:00') });
  for (const minute of ['01', '02', '03']) {
    const again = (await claim(at(`12:${minute}:00`))).find((each) => each.postId === claimed.postId);
    if (!again) throw new Error('the post was not claimed again');
    if (minute === '03')
      await settleAs(again, { outcome: 'failed', code: 'X_UNAVAILABLE', message: 'No luck' });
    else if (minute === '02') await settleAs(again, { outcome: 'not_sent', dueAt: at('12:03:00') });
    else await settleAs(again, { ...retry, dueAt: at('12:02:00') });
  }
  expect(await selectTries(db(), claimed)).toEqual({ dueSince: NOW, retries: 2 });
  const where = { accountId: claimed.accountId, now: at('12:30:00') };
  await changePosts(db(), where, 'retry', { postId: claimed.postId });
  expect(await selectTries(db(), claimed)).toEqual({ dueSince: at('12:30:00'), retries: 0 });
});
