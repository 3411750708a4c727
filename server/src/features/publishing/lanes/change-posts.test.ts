import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { connect } from '../../generation/generation.fixture.ts';
import { lockUser } from '../../users/users.queries.ts';
import { settleBatch } from '../engine/settler.ts';
import { idsOf } from '../publishing.types.ts';
import { changePosts, holdRestored } from './change-posts.ts';
import { holdAccount, releaseAccount, releaseEnded } from './hold-account.ts';
import { claimPosts, livingDeps } from './lanes.fixture.ts';
import { selectLaneFaults } from './lanes.store.ts';
import { lockLanes } from './lock-lanes.ts';
import { requireOwnPost } from './require-own-post.ts';

const ROUNDS = 100;

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

test('edits, pauses, saves, deletions, claims and settlements of one person’s accounts never deadlock', {
  timeout: 120_000,
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
      return changePosts(tx, { accountId, now }, 'save', given);
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
      claimed.map((post) => ({ ...idsOf(post), outcome: 'released' })),
    );
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const saved = await Promise.all(accounts.map((id) => save(id, `Round ${round}`)));
    const edits = saved.flat().map(async (postId, index) => {
      const where = { accountId: accounts[index] as number, now };
      const change = { postId, content: 'Edited', plan: at(2), detail: {} };
      await inTransaction(db, async (tx) => {
        const post = await requireOwnPost(tx, { userId: user.id }, postId);
        if (post.status === 'pending') await changePosts(tx, where, 'edit', change);
      }).catch((error: unknown) => {
        // Deleted meanwhile: that is an answer. Anything else, a deadlock above all, is not.
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
        const change = { posts: 'pending_failed', way: 'pending_failed', by: user.id } as const;
        for (const id of accounts) await changePosts(tx, { accountId: id, now }, 'delete', change);
      }),
    ]);
  }
  for (const id of accounts) {
    const states = await statesOf(id);
    expect(states.filter((post) => post.hold_reason !== null || post.status !== 'pending')).toEqual([]);
  }
  expect((await selectLaneFaults(db, { after: 0, limit: 10 })).faults).toEqual([]);
});

test('a change waits for whoever else changes the posts of its account, and not for who changes another’s', async () => {
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

  // So does a restore: of the hold that came and its own it shows the one that the owner can end.
  const third = await connect(app, user.id);
  await buildPost(app, { user, accountId: third });
  let restored: Promise<unknown> | undefined;
  await inTransaction(db, async (tx) => {
    await holdAccount(deps(), tx, third, 'paused');
    const { now } = app.clock;
    restored = inTransaction(db, (other) => holdRestored(other, now(), now()));
    await untilBlockedOrDone(db, restored);
  });
  await restored;
  expect(await statesOf(third)).toEqual([{ status: 'pending', hold_reason: 'paused' }]);
  for (const id of [accountId, other, third])
    await changePosts(db, { accountId: id, now: app.clock.now() }, 'release', { reason: 'restored' });
});

test('a hold that has ended is released by itself, but for an account that another changes: it has its turn next', async () => {
  const { db, clock } = app.platform;
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  await buildPost(app, { user, accountId });
  await inTransaction(db, async (tx) => {
    await holdAccount(deps(), tx, accountId, 'rate_limited', new Date(clock.now().getTime() + 1_000));
    await holdAccount(deps(), tx, accountId, 'subscription');
  });
  expect(await statesOf(accountId)).toEqual([{ status: 'pending', hold_reason: 'rate_limited' }]);
  expect(await releaseEnded(deps())).toBe(0);
  app.clock.advance(1_000);
  await inTransaction(db, async (tx) => {
    await lockLanes(tx, [accountId]);
    expect(await releaseEnded(deps())).toBe(0);
  });
  expect(await releaseEnded(deps())).toBe(1);
  expect(await statesOf(accountId)).toEqual([{ status: 'pending', hold_reason: 'subscription' }]);
});

test('new posts keep their order and show what holds their account; a retry shows it, too', async () => {
  const { db, clock } = app.platform;
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  const where = { accountId, now: clock.now() };
  const posts = ['One', 'Two, {"quoted"}', 'Three'].map((content, index) => ({
    content,
    at: new Date(where.now.getTime() + (3 - index) * 60_000),
    local: `2026-11-21T09:0${index}:00`,
  }));
  const failed = await buildPost(app, { user, accountId, status: 'failed', errorCode: 'X_REFUSED' });
  const ids = await inTransaction(db, async (tx) => {
    await changePosts(tx, where, 'hold', { reason: 'paused', until: null });
    await changePosts(tx, where, 'retry', { postId: failed.id });
    return changePosts(tx, where, 'save', { userId: user.id, jobId: crypto.randomUUID(), posts });
  });
  const { rows } = await db.execute(
    sql`select id, content, scheduled_local, hold_reason from shown_posts where account_id = ${accountId} order by id`,
  );
  expect(rows).toEqual([
    expect.objectContaining({ id: failed.id, hold_reason: 'paused' }),
    ...posts.map(({ content, local }, index) => ({
      id: ids[index],
      content,
      scheduled_local: local,
      hold_reason: 'paused',
    })),
  ]);
});
