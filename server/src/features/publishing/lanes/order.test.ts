import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../../test/factories.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { claimOfAccount, claimPosts, settleAs } from '../publishing.fixture.ts';
import { requireOwnPost } from './lock-lanes.ts';
import { addPosts, rewritePost } from './schedule-posts.ts';

const at = (time: string) => new Date(`2026-03-02T${time}Z`);

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: at('12:00:00').toISOString() });
});
beforeEach(async () => {
  await app.platform.db.execute(sql`delete from x_accounts`);
  app.clock.set(at('12:00:00'));
});
afterAll(() => app.close());

test('posts of an account that are due together go out by their planned times, then as they were made', async () => {
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  const now = app.clock.now();
  const built = [];
  for (const seconds of [3, 1, 2, 2]) {
    const scheduledAt = new Date(now.getTime() - 60_000 + seconds * 1_000);
    built.push((await buildPost(app, { user, accountId, scheduledAt, dueAt: now })).id);
  }
  const [third, first, twin, laterTwin] = built;
  // Written last, which does not change the order.
  const edit = { postId: twin ?? 0, content: 'Written last', detail: {} };
  await rewritePost(app.platform.db, { accountId, now }, edit);
  const order: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    const claimed = await claimOfAccount(app, accountId);
    order.push(claimed.postId);
    await settleAs(app, claimed, { outcome: 'posted', tweetId: String(count) });
  }
  expect(order).toEqual([first, twin, laterTwin, third]);
});

test('while the next post of an account is being edited, no later one overtakes it', async () => {
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

/** An account with a post due at noon and one ten seconds later, and another account with one at that time. */
async function threePosts() {
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
  return { accountId, first, second, other, claimedAt };
}

test.each([
  { outcome: 'retry', code: 'X_UNAVAILABLE', message: 'No' },
  { outcome: 'not_sent' },
  { outcome: 'released' },
] as const)(
  'a post that waits after "$outcome" delays the later ones of its account, and no other account',
  async (put) => {
    const { accountId, first, second, other, claimedAt } = await threePosts();
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

test('a post planned before one that waits goes out first, but not before that wait is over', async () => {
  const { accountId, first, claimedAt } = await threePosts();
  await settleAs(app, await claimOfAccount(app, accountId), { outcome: 'not_sent', waitMs: 60_000 });
  const posts = [{ content: 'Before all', at: at('11:59:00'), local: '2026-03-02T11:59:00' }];
  const where = { accountId, now: app.clock.now() };
  const [id] = await addPosts(app.platform.db, where, { userId: first.userId, jobId: null, posts });
  expect(await claimedAt('12:00:05')).toEqual([]);
  app.clock.set(at('12:01:00'));
  expect(await claimOfAccount(app, accountId)).toMatchObject({ postId: id });
});
