import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, sandboxControl } from '../../../test/factories.ts';
import type { AccountAccess } from '../accounts/accounts.types.ts';
import { CERTAIN_AFTER_ANSWER_SECONDS } from './engine/liveness.rules.ts';
import { publishPost } from './engine/publish-post.ts';
import { accessTo, claimOfAccount, laneOf, livingDeps, settleAs } from './lanes/lanes.fixture.ts';
import { duePost, fault, runEngine, shown, tweetsOf } from './publishing.fixture.ts';
import { accountHolds } from './publishing.tables.ts';
import { idsOf } from './publishing.types.ts';

/* X refuses a token while a post is on its way: it is renewed, and what the renewal says decides. */

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

// First, for X's clock is the real one, and the other tests move ours.
test('a timeline that refuses the token is read with a new one, in the same look', async () => {
  const { user, post, username } = await duePost(app, 'renew_to_read');
  await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username });
  await runEngine(app);
  await sandboxControl(app, '/sandbox/x/expire-tokens', { username });
  app.clock.advance(CERTAIN_AFTER_ANSWER_SECONDS * 1000 + 1);
  await runEngine(app);
  const [tweet] = await tweetsOf(app, username);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', tweetId: tweet?.id });
});

test('a post waits no longer than for the process that renews the token of its account', async () => {
  const { account, username } = await duePost(app, 'renewed_by_them');
  app.clock.advance(10 * 60_000);
  const claimed = await claimOfAccount(app, account.id);
  const ids = idsOf(claimed);
  const until = new Date(app.clock.now().getTime() + 9_000);
  const settlement = await publishPost(livingDeps(app), claimed, { kind: 'unavailable', until });
  expect(settlement).toEqual({ ...ids, outcome: 'not_sent', waitMs: 9_000 });

  // The same where X refuses the token, and the call has begun by then.
  const access = (await (await accessTo(app, [account.id])).get(account.id)) as AccountAccess;
  const living = livingDeps(app);
  const deps = (renew: () => Promise<AccountAccess>) => ({ ...living, tokens: { ...living.tokens, renew } });
  await fault(app, 'unauthorized', { endpoint: 'tweets', count: 2, username });
  const renewedByThem = deps(async () => ({ kind: 'unavailable', until }));
  const refused = { ...ids, outcome: 'not_sent', waitMs: 9_000, calledAt: app.clock.now() };
  expect(await publishPost(renewedByThem, claimed, access)).toEqual(refused);
  const begun = app.clock.now();
  const renewedHere = deps(async () => {
    app.clock.advance(1_000);
    return access;
  });
  // Ten minutes late, so that the next one waits for a minute.
  const posted = { ...ids, outcome: 'posted', calledAt: new Date(begun.getTime() + 1_000), waitMs: 60_000 };
  expect(await publishPost(renewedHere, claimed, access)).toEqual({
    ...posted,
    tweetId: expect.stringMatching(/^\d+$/),
    hasLink: false,
  });
  await settleAs(app, claimed, { outcome: 'not_sent', waitMs: 9_000 });
});

test('after a renewal only a worker that still may sends again; without one the post has failed, and was sent', async () => {
  const { account, username } = await duePost(app, 'too_late');
  const claimed = await claimOfAccount(app, account.id);
  const access = (await (await accessTo(app, [account.id])).get(account.id)) as AccountAccess;
  const living = livingDeps(app);
  const may = [true, false];
  const deps = (renewed: AccountAccess) => ({
    ...living,
    session: { ...living.session, mayBegin: async () => may.shift() ?? true },
    tokens: { ...living.tokens, renew: async () => renewed },
  });
  await fault(app, 'unauthorized', { endpoint: 'tweets', count: 2, username });
  const ids = idsOf(claimed);
  const released = { ...ids, outcome: 'released', waitMs: 1_000 };
  expect(await publishPost(deps(access), claimed, access)).toEqual(released);
  const failed = await publishPost(deps({ kind: 'dead' }), claimed, access);
  const lost = {
    ...ids,
    outcome: 'failed',
    code: 'AUTH_EXPIRED',
    message: 'X no longer lets Drumbeat post for this account. Reconnect it, then retry.',
  };
  expect(failed).toEqual({ ...lost, calledAt: app.clock.now() });
  // Without a token that X once took, nothing is sent; without an account, the post is let go.
  expect(await publishPost(deps(access), claimed, { kind: 'dead' })).toEqual(lost);
  for (const none of [undefined, { kind: 'gone' }] as const)
    expect(await publishPost(deps(access), claimed, none)).toEqual({ ...ids, outcome: 'released' });
  expect(await tweetsOf(app, username)).toEqual([]);
  await settleAs(app, claimed, { outcome: 'released' });
});

test('what X answers ends the attempt as it should, and a late one is as late as it was due', async () => {
  const { account, username } = await duePost(app, 'answers', 'See example.com');
  const claimed = await claimOfAccount(app, account.id);
  const access = (await (await accessTo(app, [account.id])).get(account.id)) as AccountAccess;
  const deps = livingDeps(app);
  const observed = vi.spyOn(deps.metrics.publishLatenessSeconds, 'observe');
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => {
    observed.mockRestore();
    chance.mockRestore();
  });
  app.clock.advance(20_000);
  const ids = idsOf(claimed);
  // It was planned for an hour before, and tried again since.
  const now = app.clock.now().getTime();
  const [scheduledAt, dueAt] = [new Date(now - 3_600_000), new Date(now - 100_000)];
  const late = { ...claimed, scheduledAt, dueAt };
  const publish = (more: object = {}) => publishPost(deps, { ...late, ...more }, access);
  const calledAt = app.clock.now();
  await fault(app, 'duplicate', { endpoint: 'tweets', username });
  const duplicate = {
    outcome: 'failed',
    code: 'DUPLICATE_TWEET',
    message: 'X refused this post because you posted the same text recently. Change a few words and retry.',
  };
  expect(await publish()).toEqual({ ...ids, calledAt, ...duplicate });
  expect(await publish({ isProbe: true })).toEqual({
    ...ids,
    calledAt,
    isProbe: true,
    outcome: 'posted',
    tweetId: expect.stringMatching(/^\d+$/),
    hasLink: true,
  });
  expect(observed.mock.calls).toEqual([[100], [100]]);
  const x: typeof deps.x = {
    ...deps.x,
    publishPost: async () => ({ kind: 'not_sent', reason: 'ECONNREFUSED' }),
  };
  const notSent = { outcome: 'not_sent', waitMs: 50_000 };
  expect(await publishPost({ ...deps, x }, late, access)).toEqual({ ...ids, calledAt, ...notSent });
  const until = new Date(now + 60_000);
  x.publishPost = async () => ({ kind: 'rate_limited', until });
  expect(await publishPost({ ...deps, x }, late, access)).toEqual({ ...ids, calledAt, outcome: 'released' });
  const holds = deps.db.select().from(accountHolds).where(eq(accountHolds.accountId, account.id));
  expect(await holds).toEqual([
    { accountId: account.id, reason: 'rate_limited', until, createdAt: new Date(now) },
  ]);
  x.publishPost = async () => ({ kind: 'unknown', reason: 'connection_reset' });
  expect(await publishPost({ ...deps, x }, late, access)).toBeUndefined();
  expect(await laneOf(app, account.id)).toMatchObject({
    openPost: claimed.postId,
    startedAt: claimed.startedAt,
    calledAt,
    unknownReason: 'connection_reset',
    unknownSince: new Date(now),
    certainAt: new Date(now + 7_000),
    lookAt: new Date(now + 500),
  });
  await settleAs(app, claimed, { outcome: 'released' });
});

test('a renewal that X cannot be asked for fails no post', async () => {
  const { user, post, username } = await duePost(app, 'renew_later');
  await fault(app, 'unauthorized', { endpoint: 'tweets', username });
  await fault(app, 'server_error', { endpoint: 'token', count: 3 });
  await runEngine(app);
  expect(await shown(app, user, post.id)).toMatchObject({
    status: 'Pending',
    retryCount: 0,
    errorCode: null,
  });
  await fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' });
  for (let turn = 0; turn < 20; turn += 1) {
    app.clock.advance(10_000);
    await runEngine(app);
  }
  expect(await tweetsOf(app, username)).toHaveLength(1);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', retryCount: 0 });
});

test('a new token that X refuses as well ends the grant: the post fails and the others are held', async () => {
  const { user, account, post, username } = await duePost(app, 'renew_in_vain');
  const scheduledAt = new Date(app.clock.now().getTime() + 3_600_000);
  const next = await buildPost(app, { user, accountId: account.id, scheduledAt });
  await fault(app, 'unauthorized', { endpoint: 'tweets', count: 2, username });
  await runEngine(app);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Failed', errorCode: 'AUTH_EXPIRED' });
  expect(await shown(app, user, next.id)).toMatchObject({ status: 'Pending', holdReason: 'disconnected' });
});
