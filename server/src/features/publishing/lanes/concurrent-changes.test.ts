import type { PostsChange } from '@drumbeat/contract/publishing/stream-events.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX } from '../../../../test/factories.ts';
import { inGroups } from '../../../../test/in-groups.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { LANE_ROUNDS } from '../../../../test/sizes.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { connect, givePlan } from '../../generation/generation.fixture.ts';
import { findPost } from '../../post/post.queries.ts';
import { lockUser } from '../../users/users.queries.ts';
import { settleBatch } from '../engine/settler.ts';
import { claimPosts, livingDeps } from '../publishing.fixture.ts';
import { idsOf } from '../publishing.types.ts';
import { movePostsToZone } from './change-time-zone.ts';
import { deletePosts } from './delete-posts.ts';
import { holdAccount, markRestored, releaseAccount, removeHold } from './hold-account.ts';
import { selectLaneFaults } from './lanes.store.ts';
import { lockLanes, requireOwnPost } from './lock-lanes.ts';
import { addPosts, rewritePost } from './schedule-posts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  app.clock.set(app.clock.now());
});
afterAll(() => app.close());

const deps = () => ({ ...app.platform, publicUrl: app.config.publicUrl });
const statesOf = async (accountId: number) =>
  (
    await app.platform.db.execute(
      sql`select status, hold_reason from shown_posts where account_id = ${accountId} order by scheduled_at, id`,
    )
  ).rows;

test('concurrent changes, claims and settlements never deadlock, and keep the lanes in sync', {
  timeout: 120_000 + LANE_ROUNDS * 1_000,
}, async () => {
  const { db, clock } = app.platform;
  const user = await buildUser(app);
  const accounts = [await connect(app, user.id), await connect(app, user.id)];
  const now = clock.now();
  const at = (minutes: number) => ({
    at: new Date(now.getTime() - minutes * 1_000),
    local: '2026-01-01T09:00:00',
  });
  async function save(accountId: number, content: string): Promise<number[]> {
    return inTransaction(db, async (tx) => {
      await lockUser(tx, user.id);
      const given = { userId: user.id, jobId: crypto.randomUUID(), posts: [{ content, ...at(1) }] };
      return addPosts(tx, { accountId, now }, given);
    });
  }
  async function pauseAll(reason: 'paused_all' | 'subscription'): Promise<void> {
    await inTransaction(db, async (tx) => {
      if (reason === 'paused_all') await lockUser(tx, user.id);
      for (const id of accounts) await holdAccount(deps(), tx, id, reason);
    });
    await inTransaction(db, async (tx) => {
      if (reason === 'paused_all') await lockUser(tx, user.id);
      for (const id of accounts) await releaseAccount(deps(), tx, id, reason);
    });
  }
  async function publish(): Promise<void> {
    const claimed = (await claimPosts(app, { limit: 10 })).reverse();
    if (claimed.length === 0) return;
    await settleBatch(
      livingDeps(app),
      claimed.map((post, index) => {
        const posted = { outcome: 'posted', tweetId: `race${post.postId}` } as const;
        return { ...idsOf(post), ...(index % 2 === 0 ? posted : ({ outcome: 'released' } as const)) };
      }),
    );
  }
  for (let round = 0; round < LANE_ROUNDS; round += 1) {
    const saved = await Promise.all(accounts.map((id) => save(id, `Round ${round}`)));
    const edits = saved.flat().map(async (postId, index) => {
      const where = { accountId: accounts[index] as number, now };
      const change = { postId, content: 'Edited', slot: at(2), detail: {} };
      await inTransaction(db, async (tx) => {
        const { post, lane } = await requireOwnPost(tx, { userId: user.id }, postId);
        if (post.status === 'pending') await rewritePost(tx, { ...where, lane }, change);
      }).catch((error: unknown) => {
        // It may have been deleted meanwhile. Any other error, such as a deadlock, fails the test.
        if (!(error instanceof AppError) || error.code !== 'POST_NOT_FOUND') throw error;
      });
    });
    await Promise.all([
      ...edits,
      publish(),
      publish(),
      pauseAll('paused_all'),
      pauseAll('subscription'),
      ...accounts.map((id) => save(id, `Meanwhile ${round}`)),
      inTransaction(db, async (tx) => {
        const deletion = { way: 'pending_failed', by: user.id } as const;
        for (const id of accounts) await deletePosts(tx, { accountId: id, now }, 'pending_failed', deletion);
      }),
    ]);
  }
  for (const id of accounts) {
    const states = await statesOf(id);
    expect(states.filter((post) => post.hold_reason !== null || post.status === 'processing')).toEqual([]);
  }
  expect((await selectLaneFaults(db, { after: 0, limit: 10 })).faults).toEqual([]);
});

test('a change waits for other changes of its account, and not for those of another', async () => {
  const { db } = app.platform;
  const user = await buildUser(app);
  const [accountId, other] = [await connect(app, user.id), await connect(app, user.id)];
  for (const id of [accountId, other]) await buildPost(app, { user, accountId: id });
  const done: string[] = [];
  const hold = (id: number, name: string) =>
    inTransaction(db, (tx) => holdAccount(deps(), tx, id, 'paused')).then(() => done.push(name));
  let change: Promise<unknown> | undefined;
  await inTransaction(db, async (tx) => {
    await lockLanes(tx, [accountId]);
    change = hold(accountId, 'the same');
    await hold(other, 'another');
    await untilBlockedOrDone(db, change);
    done.push('first');
  });
  await change;
  expect(done).toEqual(['another', 'first', 'the same']);
  expect(await statesOf(accountId)).toEqual([{ status: 'pending', hold_reason: 'paused' }]);

  // So does a restore: of two holds the posts show the one that the owner can end.
  const third = await connect(app, user.id);
  await buildPost(app, { user, accountId: third });
  let restored: Promise<unknown> | undefined;
  await inTransaction(db, async (tx) => {
    await holdAccount(deps(), tx, third, 'paused');
    const { now } = app.clock;
    restored = markRestored(db, now(), now());
    await untilBlockedOrDone(db, restored);
  });
  await restored;
  expect(await statesOf(third)).toEqual([{ status: 'pending', hold_reason: 'paused' }]);
  for (const id of [accountId, other, third])
    await removeHold(db, { accountId: id, now: app.clock.now() }, 'restored');
});

describe('open pages and workers hear', () => {
  let user: BuiltUser;
  let accountId: number;
  /** What the person's pages hear of posts, and of anything. */
  let changes: (PostsChange | undefined)[];
  let kinds: string[];
  beforeAll(async () => {
    user = await buildUser(app);
    await givePlan(app, user.id, { tier: 'pro', posts_per_day: '40' });
    accountId = (await connectX(app, user)).id;
    app.platform.events.on('person_changed', ({ userId, kind, posts }) => {
      if (userId !== user.id) return;
      kinds.push(kind);
      if (kind === 'posts_changed') changes.push(posts);
    });
  });
  beforeEach(() => {
    changes = [];
    kinds = [];
  });

  const at = expect.any(String) as unknown as string;
  const build = async (given: Parameters<typeof buildPost>[1] = {}) =>
    String((await buildPost(app, { user, accountId, ...given })).id);
  async function act(method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}) {
    changes = [];
    const answer = await call<{ post: { id: string; updatedAt: string } }>(app, method, `/api/posts${path}`, {
      token: user.token,
      body,
    });
    expect(answer.status).toBe(200);
    return answer.body.post;
  }
  const hears = (change: PostsChange | undefined) => expect.poll(() => changes).toEqual([change]);

  test('of an edit, no later than the post itself says', async () => {
    const id = await build();
    const { updatedAt } = await act('PUT', `/${id}`, { content: 'Other words' });
    await hears({ at, changed: [id] });
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(changes[0]?.at ?? ''));
  });

  test('of posts that are new, deleted and restored', async () => {
    const key = crypto.randomUUID();
    const { id } = await act('POST', '/own', { key, content: 'My own', twitterAccountId: accountId });
    await hears({ at, came: [id] });
    await act('DELETE', `/${id}`);
    await hears({ at, gone: [id] });
    await act('POST', `/${id}/restore`);
    await hears({ at, came: [id] });
  });

  test('of each of several posts; of more than a hundred only that some changed', async () => {
    const ids = [await build(), await build()];
    await act('POST', '/bulk/pause', { ids, paused: true });
    await hears({ at, changed: ids });
    await act('POST', '/bulk/delete', { ids: await inGroups(101, build) });
    await hears(undefined);
  });
});

test('a post that changes while a new time zone waits for its lane moves from its new time', async () => {
  const { db, clock } = app.platform;
  const { id: accountId } = await connectX(app, await buildUser(app));
  const post = await buildPost(app, { accountId, scheduledAt: new Date('2031-03-04T08:00:00Z') });
  const where = { accountId, now: clock.now() };
  const slot = { at: new Date('2031-03-06T08:00:00Z'), local: '2031-03-06T09:00:00' };
  const zones = { from: 'Europe/Paris', to: 'UTC', choice: 'clock_times', ...where } as const;
  let moving: Promise<number> | undefined;
  await inTransaction(db, async (tx) => {
    await rewritePost(tx, where, { postId: post.id, slot, detail: {} });
    moving = inTransaction(db, (own) => movePostsToZone(app.platform, own, zones));
    await untilBlockedOrDone(db, moving);
  });
  expect(await moving).toBe(1);
  expect((await findPost(db, post.id))?.scheduledAt).toEqual(new Date('2031-03-06T09:00:00Z'));
});
