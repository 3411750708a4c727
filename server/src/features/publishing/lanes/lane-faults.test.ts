import { eq, type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call } from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { LANE_HISTORIES, LANE_SEED } from '../../../../test/sizes.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { connect } from '../../generation/generation.fixture.ts';
import { posts } from '../../post/post.tables.ts';
import type { StoredHold } from '../../post/post-words.rules.ts';
import { claimPosts, laneOf, settleAs } from '../publishing.fixture.ts';
import type { ClaimedPost } from '../publishing.types.ts';
import { checkLanes } from './check-lanes.ts';
import { deletePosts, forgetPosts, restoreDeleted } from './delete-posts.ts';
import { selectDeletedPosts } from './history.store.ts';
import { addHold, removeEndedHolds, removeHold } from './hold-account.ts';
import { selectLaneFaults } from './lanes.store.ts';
import { markFailuresTold, markFound, markPaused } from './mark-posts.ts';
import {
  addPosts,
  movePosts,
  requeuePost,
  reschedulePosts,
  rewritePost,
  rezonePosts,
} from './schedule-posts.ts';

/* Every lane matches its account's posts and holds after any change; one that does not is found and repaired. */

const NOW = new Date('2026-03-02T12:00:00Z');

let app: TestApp;
let user: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: NOW.toISOString() });
  user = await buildUser(app);
});
afterAll(() => app.close());

const db = () => app.platform.db;
const local = '2026-03-02T09:00:00';
const ownAccount = () => connect(app, user.id);
const faultsOf = async (accountId: number) =>
  (await selectLaneFaults(db(), { after: 0, limit: 10_000 })).faults.filter(
    (each) => each.accountId === accountId,
  );

/** An account to which changes are made, with its attempts so far. */
type Changed = { accountId: number; attempts: ClaimedPost[] };

async function postsOf({ accountId }: Changed) {
  return db().select().from(posts).where(eq(posts.accountId, accountId)).orderBy(posts.id);
}

/** Picks one of the account's posts by number. */
async function pick(given: Changed, which: number) {
  const all = await postsOf(given);
  return all[which % Math.max(1, all.length)];
}

const minute = fc.integer({ min: -50, max: 50 });
const which = fc.nat(30);
const reason = fc.constantFrom<StoredHold>('paused', 'paused_all', 'subscription', 'rate_limited');

/** Makes one change in its own transaction. */
function change<T>(
  { accountId }: Changed,
  make: (tx: Db, where: { accountId: number; now: Date }) => Promise<T>,
): Promise<T> {
  return inTransaction(db(), (tx) => make(tx, { accountId, now: app.clock.now() }));
}

const moment = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000);
type Step = { does: string; run(given: Changed): Promise<unknown> };
const step = <T>(does: string, value: fc.Arbitrary<T>, run: (given: Changed, value: T) => Promise<unknown>) =>
  value.map(
    (chosen): Step => ({ does: `${does} ${JSON.stringify(chosen)}`, run: (given) => run(given, chosen) }),
  );

const outcomes = [
  { outcome: 'posted', tweetId: 't' },
  { outcome: 'failed', code: 'X_REFUSED', message: 'No' },
  { outcome: 'retry', code: 'X_UNAVAILABLE', message: 'No', waitMs: 60_000 },
  { outcome: 'not_sent', waitMs: 5_000 },
  { outcome: 'released' },
  { outcome: 'absent' },
] as const;
let tweets = 0;

/** Every kind of change, what a worker does between them, and time. */
const steps: fc.Arbitrary<Step>[] = [
  step('save', fc.array(minute, { minLength: 1, maxLength: 3 }), (given, minutes) =>
    change(given, (tx, where) =>
      addPosts(tx, where, {
        userId: user.id,
        jobId: null,
        posts: minutes.map((each) => ({ content: 'Saved', at: moment(each), local })),
      }),
    ),
  ),
  step('edit', fc.tuple(which, fc.option(minute)), async (given, [n, minutes]) => {
    const post = await pick(given, n);
    const slot = minutes === null ? {} : { slot: { at: moment(minutes), local } };
    if (post)
      await change(given, (tx, where) =>
        rewritePost(tx, where, { postId: post.id, content: 'Edited', ...slot, detail: {} }),
      );
  }),
  step('replan', fc.tuple(which, which, minute), async (given, [a, b, minutes]) => {
    const both = [await pick(given, a), await pick(given, b)].filter((post) => post !== undefined);
    const plans = both.map(({ id, scheduledAt }) => ({ id, from: scheduledAt, at: moment(minutes), local }));
    await change(given, (tx, where) => reschedulePosts(tx, where, plans));
  }),
  step('pause', fc.tuple(which, fc.boolean()), async (given, [n, paused]) => {
    const post = await pick(given, n);
    if (post) await change(given, (tx, where) => markPaused(tx, where, [post.id], paused));
  }),
  step('restore', fc.tuple(which, minute), async (given, [n, minutes]) => {
    const { rows } = await db().execute(
      sql`select post_id from deleted_posts where account_id = ${given.accountId} order by post_id`,
    );
    const row = rows[n % Math.max(1, rows.length)];
    if (!row) return;
    const [post] = await selectDeletedPosts(db(), [Number(row.post_id)]);
    if (post)
      await change(given, (tx, where) =>
        restoreDeleted(tx, where, [{ post, slot: { at: moment(minutes), local } }]),
      );
  }),
  step('failure_told', which, async (given, n) => {
    const post = await pick(given, n);
    if (post) await change(given, (tx, where) => markFailuresTold(tx, where, [post.id]));
  }),
  step('retry', which, async (given, n) => {
    const post = await pick(given, n);
    if (post) await change(given, (tx, where) => requeuePost(tx, where, post.id));
  }),
  step('delete', fc.option(which), async (given, n) => {
    const post = n === null ? undefined : await pick(given, n);
    const chosen = post ? [post.id] : ('pending_failed' as const);
    await change(given, (tx, where) => deletePosts(tx, where, chosen, { way: 'one', by: user.id }));
  }),
  step('forget', fc.constant(null), (given) => change(given, (tx, where) => forgetPosts(tx, where))),
  step('hold', fc.tuple(reason, fc.option(minute)), (given, [why, until]) =>
    change(given, (tx, where) => addHold(tx, where, why, until === null ? null : moment(until))),
  ),
  step('release', reason, (given, why) => change(given, (tx, where) => removeHold(tx, where, why))),
  step('release_ended', fc.constant(null), (given) =>
    change(given, (tx, where) => removeEndedHolds(tx, where)),
  ),
  step('move', fc.tuple(which, minute), async (given, [n, minutes]) => {
    const post = await pick(given, n);
    if (post)
      await change(given, (tx, where) => movePosts(tx, where, [{ id: post.id, at: moment(minutes), local }]));
  }),
  step('rezone', fc.tuple(which, minute), async (given, [n, minutes]) => {
    const post = await pick(given, n);
    if (!post) return;
    const { id, scheduledAt: from } = post;
    await change(given, (tx, where) =>
      rezonePosts(tx, where, [{ id, at: moment(minutes), local, from }], 'UTC'),
    );
  }),
  step('found', which, async (given, n) => {
    const post = await pick(given, n);
    const { openPost } = await laneOf(app, given.accountId);
    // The check after a restore skips posts that are posted or being published.
    if (!post || post.status === 'posted' || post.id === openPost) return;
    tweets += 1;
    const found = { postId: post.id, tweetId: `f${tweets}`, postedAt: NOW, hasLink: false, tier: 'pro' };
    await change(given, (tx, where) => markFound(tx, where, [found]));
  }),
  step('a claim', fc.constant(null), async (given) => void given.attempts.push(...(await claimPosts(app)))),
  step('a takeover', fc.constant(null), async (given) => {
    const open = sql`account_id = ${given.accountId} and open_post is not null`;
    await db().execute(sql`update lanes set epoch = epoch + 1, worker = 2 where ${open}`);
    const latest = given.attempts.at(-1);
    const { openPost, epoch } = await laneOf(app, given.accountId);
    if (latest && openPost === latest.postId) given.attempts.push({ ...latest, epoch });
  }),
  step('a settlement', fc.tuple(fc.nat(3), fc.nat(outcomes.length - 1)), async (given, [back, n]) => {
    const attempt = given.attempts.at(-1 - back);
    const outcome = outcomes[n];
    if (!attempt || !outcome) return;
    tweets += 1;
    await settleAs(app, attempt, 'tweetId' in outcome ? { ...outcome, tweetId: `t${tweets}` } : outcome);
  }),
  step('time', fc.integer({ min: 1, max: 90 }), async (_, seconds) => app.clock.advance(seconds * 1_000)),
];

test('every kind of change keeps the lane in sync, also while a post is being published', {
  timeout: 120_000 + LANE_HISTORIES * 1_000,
}, async () => {
  const sequence = fc.array(fc.oneof(...steps, ...steps.slice(-4), ...steps.slice(0, 2)), {
    minLength: 5,
    maxLength: 25,
  });
  await fc.assert(
    fc.asyncProperty(sequence, async (chosen) => {
      const given: Changed = { accountId: await ownAccount(), attempts: [] };
      for (const minutes of [-2, -1, 1])
        await buildPost(app, { user, accountId: given.accountId, scheduledAt: moment(minutes) });
      const done: string[] = [];
      for (const each of chosen) {
        await each.run(given);
        done.push(each.does);
        expect(await faultsOf(given.accountId), done.join('\n')).toEqual([]);
      }
      await db().execute(sql`delete from x_accounts where id = ${given.accountId}`);
    }),
    { numRuns: LANE_HISTORIES, seed: LANE_SEED },
  );
});

const onAccount = (accountId: number) => sql`where account_id = ${accountId}`;
const setLane = (values: SQL) => (id: number) => sql`update lanes set ${values} ${onAccount(id)}`;
test.each([
  ['names no post', setLane(sql`next_post = null, next_due = null`)],
  ['names a post that is gone', setLane(sql`next_post = 1`)],
  ['shows a hold that is not there', setLane(sql`hold = 'paused'`)],
  [
    'shows no hold although one is there',
    (id: number) =>
      sql`insert into account_holds (account_id, reason, created_at) values (${id}, 'paused', now())`,
  ],
  ['has an open post that is gone', setLane(sql`open_post = 1, started_at = now()`)],
  [
    'has an open post of another account',
    (id: number) =>
      setLane(sql`open_post = (select max(id) from posts where account_id <> ${id}), started_at = now()`)(id),
  ],
] as const)('a lane that %s is found, and only that one', async (_, plant) => {
  app.clock.set(NOW);
  const [accountId, other] = [await ownAccount(), await ownAccount()];
  for (const id of [accountId, other])
    for (const minutes of [1, 2]) await buildPost(app, { user, accountId: id, scheduledAt: moment(minutes) });
  expect([await faultsOf(accountId), await faultsOf(other)]).toEqual([[], []]);
  await db().execute(plant(accountId));
  expect(await faultsOf(accountId)).toMatchObject([{ accountId }]);
  expect(await faultsOf(other)).toEqual([]);
  await db().execute(sql`delete from x_accounts where id = ${accountId}`);
});

test('a lane that is repaired while a post is planned is counted, names the right next post, and wakes the workers', async () => {
  app.clock.set(NOW);
  const accountId = await ownAccount();
  await buildPost(app, { user, accountId, scheduledAt: moment(2) });
  await db().execute(sql`update lanes set next_post = null, next_due = null ${onAccount(accountId)}`);
  const counted = async () => (await app.platform.metrics.laneFaults.get()).values[0]?.value ?? 0;
  const [before, heard] = [await counted(), vi.fn()];
  let repaired: Promise<unknown> | undefined;
  const [planned] = await inTransaction(db(), async (tx) => {
    const soon = [{ content: 'Soon', at: moment(1), local }];
    const given = { userId: user.id, jobId: null, posts: soon };
    const ids = await addPosts(tx, { accountId, now: NOW }, given);
    onTestFinished(app.platform.events.on('posts_due', heard));
    repaired = checkLanes(app.platform);
    await untilBlockedOrDone(db(), repaired);
    return ids;
  });
  expect(await repaired).toMatchObject([{ accountId }]);
  expect(await laneOf(app, accountId)).toMatchObject({ nextPost: planned, nextDue: moment(1) });
  expect(await counted()).toBe(before + 1);
  await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(0);
});

test('health checks 500 lanes at a time, says how many are wrong, and starts over after the last', async () => {
  await db().execute(sql`delete from x_accounts`);
  const at = app.clock.now();
  await db().execute(sql`
    insert into x_accounts (user_id, twitter_user_id, username, connected_at, disconnected_at, updated_at)
    select ${user.id}, 'gone' || n, 'gone' || n, ${at}, ${at}, ${at} from generate_series(1, 500) n`);
  const { token } = await buildUser(app, { roles: ['ops'] });
  type Health = { checks: { lanes: string } };
  const look = async () => (await call<Health>(app, 'GET', '/api/health/full', { token })).body.checks.lanes;
  const wrong: number[] = [];
  const answers: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { accountId } = await buildPost(app);
    wrong.push(accountId);
    await db().execute(
      sql`update lanes set next_post = null where account_id = any(${sql.param(wrong)}::bigint[])`,
    );
    // The first 500, those after them, and the empty page at the end.
    for (let page = 0; page < 3; page += 1) answers.push(await look());
  }
  expect(answers).toEqual([
    ...['ok', '1 lane disagrees with its posts', 'ok'],
    ...['ok', '2 lanes disagree with their posts', 'ok'],
  ]);
});
