import { expect, test } from 'vitest';
import { buildApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../test/factories.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { changePosts } from './lanes/change-posts.ts';
import { claimOfAccount, claimPosts, laneOf, settleAs } from './lanes/lanes.fixture.ts';
import { selectDueWithin } from './lanes/lanes.store.ts';
import { requireOwnPost } from './lanes/require-own-post.ts';

test('posts of an account that fall due together go out as planned, in whatever order they were written', async () => {
  const app = await buildApp();
  const user = await buildUser(app);
  const account = await connectX(app, user);
  const now = app.clock.now();
  const planned = [3, 1, 2].map((seconds) => new Date(now.getTime() - 60_000 + seconds * 1_000));
  for (const scheduledAt of planned)
    await buildPost(app, { user, accountId: account.id, scheduledAt, dueAt: now });
  const order: Date[] = [];
  for (let count = 0; count < 3; count += 1) {
    const claimed = await claimOfAccount(app, account.id);
    order.push(claimed.scheduledAt);
    await settleAs(app, claimed, { outcome: 'posted', tweetId: String(count) });
  }
  expect(order).toEqual([...planned].sort((a, b) => a.getTime() - b.getTime()));

  // Of those planned for one time, the one that was made first, though it was written last.
  const twins = [];
  for (let count = 0; count < 2; count += 1)
    twins.push(await buildPost(app, { user, accountId: account.id, scheduledAt: now }));
  const [elder, younger] = twins.map(({ id }) => id);
  await changePosts(app.platform.db, { accountId: account.id, now }, 'edit', {
    postId: elder ?? 0,
    content: 'Written last',
    detail: {},
  });
  expect((await laneOf(app, account.id)).nextPost).toBe(elder);
  await settleAs(app, await claimOfAccount(app, account.id), {
    outcome: 'failed',
    code: 'X_REFUSED',
    message: 'No',
  });
  expect((await laneOf(app, account.id)).nextPost).toBe(younger);
});

test('while the next post of an account is being edited, no later one overtakes it', async () => {
  const app = await buildApp();
  const user = await buildUser(app);
  const account = await connectX(app, user);
  const now = app.clock.now();
  const [next] = await Promise.all(
    [2, 1].map((seconds) =>
      buildPost(app, { user, accountId: account.id, scheduledAt: new Date(now.getTime() - seconds * 1_000) }),
    ),
  );
  await inTransaction(app.platform.db, async (tx) => {
    await requireOwnPost(tx, { userId: user.id }, next?.id ?? 0);
    expect(await claimPosts(app)).toEqual([]);
  });
  expect((await claimPosts(app)).map((claimed) => claimed.postId)).toEqual([next?.id]);
});

const at = (time: string) => new Date(`2026-03-02T${time}Z`);

/** An account with a post due at noon and one ten seconds later, and another account with one at that time. */
async function threePosts() {
  const app = await buildApp({ now: '2026-03-02T12:00:00Z' });
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  const { id: otherAccount } = await connectX(app, await buildUser(app));
  const build = (time: string, account: number) =>
    buildPost(app, { user, accountId: account, scheduledAt: at(time) });
  const [first, second] = [await build('12:00:00', accountId), await build('12:00:10', accountId)];
  const other = await build('12:00:10', otherAccount);
  const claimedAt = async (time: string) => {
    app.clock.set(at(time));
    return (await claimPosts(app)).map((post) => post.postId);
  };
  return { app, accountId, first, second, other, claimedAt };
}

test.each([
  { outcome: 'retry', code: 'X_UNAVAILABLE', message: 'No' },
  { outcome: 'not_sent' },
  { outcome: 'released' },
] as const)(
  'a first post that is put off after $outcome delays those of its account, keeps its place, and delays no other account',
  async (put) => {
    const { app, accountId, first, second, other, claimedAt } = await threePosts();
    await settleAs(app, await claimOfAccount(app, accountId), { ...put, waitMs: 60_000 });
    expect(await claimedAt('12:00:30')).toEqual([other.id]);
    expect(await claimedAt('12:00:59.999')).toEqual([]);
    app.clock.set(at('12:01:00'));
    const again = await claimOfAccount(app, accountId);
    expect(again.postId).toBe(first.id);
    await settleAs(app, again, { outcome: 'posted', tweetId: '1' });
    expect(await claimedAt('12:01:00')).toEqual([second.id]);
  },
);

test('a post that is planned before one that waits for its next try goes out first, and not before that time', async () => {
  const { app, accountId, first, claimedAt } = await threePosts();
  await settleAs(app, await claimOfAccount(app, accountId), { outcome: 'not_sent', waitMs: 60_000 });
  const plan = { at: at('11:59:00'), local: '2026-03-02T11:59:00' };
  const posts = [{ content: 'Before all', ...plan }];
  const [id] = await changePosts(app.platform.db, { accountId, now: app.clock.now() }, 'save', {
    userId: first.userId,
    jobId: null,
    posts,
  });
  expect(await claimedAt('12:00:05')).toEqual([]);
  app.clock.set(at('12:01:00'));
  expect(await claimOfAccount(app, accountId)).toMatchObject({ postId: id });
});

test('a post that failed for good lets the next one go at once', async () => {
  const { app, accountId, second, claimedAt } = await threePosts();
  const failed = { outcome: 'failed', code: 'X_REFUSED', message: 'No' } as const;
  await settleAs(app, await claimOfAccount(app, accountId), failed);
  expect(await claimedAt('12:00:10')).toContain(second.id);
});

test('a post that was late keeps the next one of its account waiting for a minute', async () => {
  const { app, accountId, second, other, claimedAt } = await threePosts();
  const dueBy = (until: string, limit = 9) =>
    selectDueWithin(app.platform.db, {
      after: { readyAt: at('00:00:00'), accountId: 0 },
      until: at(until),
      limit,
    });
  const [soon, later] = [
    { accountId, readyAt: at('12:00:00') },
    { accountId: other.accountId, readyAt: at('12:00:10') },
  ];
  expect(await dueBy('12:00:09.999')).toEqual([soon]);
  expect(await dueBy('12:00:10')).toEqual([soon, later]);
  expect(await dueBy('12:00:10', 1)).toEqual([soon]);
  const claimed = await claimOfAccount(app, accountId);
  await settleAs(app, claimed, { outcome: 'posted', tweetId: '1', waitMs: 60_000 });
  expect(await claimedAt('12:00:59.999')).not.toContain(second.id);
  expect(await claimedAt('12:01:00')).toEqual([second.id]);
});
