import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { xAccounts } from '../accounts/accounts.tables.ts';
import { selectAttempts } from './history.store.ts';
import { publishPost } from './publish-post.ts';
import { claimAt, duePost, fault, tweetsOf, workerDeps } from './publishing.fixture.ts';
import { CALL_NEEDS_SECONDS, LEASE_SECONDS, leaseFrom } from './publishing.rules.ts';
import { claimDue, takeOverExpired } from './publishing.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

/** A claimed post, the token of its account, and the deps of a worker that never needs to renew one. */
async function claimed(username: string) {
  await duePost(app, username);
  const { platform, clock } = app;
  const now = clock.now();
  const [post] = await claimDue(platform.db, claimAt(now, { workerId: 'first' }));
  if (!post) throw new Error('nothing was claimed');
  const [row] = await platform.db.select().from(xAccounts).where(eq(xAccounts.id, post.accountId));
  const access = {
    kind: 'token',
    accessToken: platform.sealer.open(row?.accessToken ?? ''),
    twitterUserId: row?.twitterUserId ?? '',
  } as const;
  return { post, access, deps: workerDeps(app), username };
}

test('a call that would outlive its lease makes the lease longer first', async () => {
  const { post, access, deps, username } = await claimed('lease_long');
  app.clock.advance((LEASE_SECONDS - CALL_NEEDS_SECONDS + 1) * 1000);
  expect(await publishPost(deps, post, access)).toMatchObject({ outcome: 'posted' });
  expect(await tweetsOf(app, username)).toHaveLength(1);
  // When the first lease would have ended, another worker finds nothing to take over.
  app.clock.advance((CALL_NEEDS_SECONDS + 1) * 1000);
  const now = app.clock.now();
  expect(
    await takeOverExpired(deps.db, { workerId: 'second', now, leaseUntil: leaseFrom(now), limit: 10 }),
  ).toEqual([]);
});

test('a worker whose lease has ended sends nothing, for another may be reading the timeline', async () => {
  const { post, access, deps, username } = await claimed('lease_lost');
  app.clock.advance((LEASE_SECONDS + 1) * 1000);
  const now = app.clock.now();
  const taken = await takeOverExpired(deps.db, {
    workerId: 'second',
    now,
    leaseUntil: leaseFrom(now),
    limit: 10,
  });
  expect(taken.map((attempt) => attempt.attemptId)).toContain(post.attemptId);
  expect(await publishPost(deps, post, access)).toBeUndefined();
  expect(await tweetsOf(app, username)).toEqual([]);
});

test('a worker whose lease ended while the token was renewed does not send the post again', async () => {
  const { post, access, deps, username } = await claimed('lease_renewal');
  await fault(app, 'unauthorized', { endpoint: 'tweets', username });
  const tokens = {
    ...deps.tokens,
    renew: async () => {
      app.clock.advance((LEASE_SECONDS + 1) * 1000);
      const now = app.clock.now();
      await takeOverExpired(deps.db, { workerId: 'second', now, leaseUntil: leaseFrom(now), limit: 10 });
      return access;
    },
  };
  expect(await publishPost({ ...deps, tokens }, post, access)).toBeUndefined();
  expect(await tweetsOf(app, username)).toEqual([]);
});

test('a post of an account that is gone meanwhile goes back in the queue and is not sent', async () => {
  const { post, deps, username } = await claimed('account_gone');
  const { attemptId, postId, userId, accountId } = post;
  const released = { attemptId, postId, userId, accountId, outcome: 'released' };
  expect(await publishPost(deps, post, { kind: 'gone' })).toEqual(released);
  expect(await publishPost(deps, post, undefined)).toEqual(released);
  expect(await tweetsOf(app, username)).toEqual([]);
});

test('of a call without an answer the ledger keeps when it began and when it broke off', async () => {
  const { post, access, deps, username } = await claimed('call_broke');
  await fault(app, 'connection_reset', { endpoint: 'tweets', username });
  const began = app.clock.now();
  const x: typeof deps.x = {
    ...deps.x,
    async publishPost(token, text) {
      app.clock.advance(2_000);
      return deps.x.publishPost(token, text);
    },
  };
  app.clock.set(began);
  expect(await publishPost({ ...deps, x }, post, access)).toBeUndefined();
  expect(await selectAttempts(deps.db, post.postId)).toMatchObject([
    { calledAt: began, unknownSince: new Date(began.getTime() + 2_000), unknownReason: 'connection_reset' },
  ]);
});
