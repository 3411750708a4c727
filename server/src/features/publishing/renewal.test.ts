import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, sandboxControl } from '../../../test/factories.ts';
import type { AccountAccess } from '../accounts/accounts.types.ts';
import { accessTo, claimOfAccount, livingDeps, settleAs } from './lanes.fixture.ts';
import { CERTAIN_AFTER_ANSWER_SECONDS } from './liveness.rules.ts';
import { publishPost } from './publish-post.ts';
import { duePost, fault, runEngine, shown, tweetsOf } from './publishing.fixture.ts';

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
  const until = new Date(app.clock.now().getTime() + 9_000);
  const settlement = await publishPost(livingDeps(app), claimed, { kind: 'unavailable', until });
  expect(settlement).toMatchObject({ outcome: 'not_sent', waitMs: 9_000 });

  // The same where X refuses the token, and the call has begun by then.
  const access = (await (await accessTo(app, [account.id])).get(account.id)) as AccountAccess;
  const living = livingDeps(app);
  const deps = (renew: () => Promise<AccountAccess>) => ({ ...living, tokens: { ...living.tokens, renew } });
  await fault(app, 'unauthorized', { endpoint: 'tweets', count: 2, username });
  const renewedByThem = deps(async () => ({ kind: 'unavailable', until }));
  const refused = { outcome: 'not_sent', waitMs: 9_000, calledAt: app.clock.now() };
  expect(await publishPost(renewedByThem, claimed, access)).toMatchObject(refused);
  const begun = app.clock.now();
  const renewedHere = deps(async () => {
    app.clock.advance(1_000);
    return access;
  });
  const posted = { outcome: 'posted', calledAt: new Date(begun.getTime() + 1_000) };
  expect(await publishPost(renewedHere, claimed, access)).toMatchObject(posted);
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
  const released = { outcome: 'released', waitMs: 1_000 };
  expect(await publishPost(deps(access), claimed, access)).toMatchObject(released);
  const failed = await publishPost(deps({ kind: 'dead' }), claimed, access);
  expect(failed).toMatchObject({ outcome: 'failed', code: 'AUTH_EXPIRED', calledAt: app.clock.now() });
  expect(await tweetsOf(app, username)).toEqual([]);
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
