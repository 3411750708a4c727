import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost } from '../../../../test/factories.ts';
import type { PublishOutcome } from '../../../providers/x/x.ts';
import type { AccountAccess } from '../../accounts/accounts.types.ts';
import {
  accessTo,
  claimOfAccount,
  duePost,
  fault,
  laneOf,
  livingDeps,
  runEngine,
  shown,
  tweetsOf,
} from '../publishing.fixture.ts';
import { accountHolds } from '../publishing.tables.ts';
import { idsOf } from '../publishing.types.ts';
import { publishPost } from './publish-post.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-02T12:00:00Z' });
});
afterAll(() => app.close());

const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1_000);

/** A claimed post with the token of its account. */
async function claimedPost(username: string, content?: string) {
  const due = await duePost(app, username, content);
  const claimed = await claimOfAccount(app, due.account.id);
  const access = (await (await accessTo(app, [due.account.id])).get(due.account.id)) as AccountAccess;
  const living = livingDeps(app);
  const renewing = (renewed: AccountAccess) => ({
    ...living,
    tokens: { ...living.tokens, renew: async () => renewed },
  });
  return { ...due, claimed, access, renewing, ids: idsOf(claimed) };
}

test('without a token nothing is sent: a dead grant fails the post, a removed account lets it go', async () => {
  const { claimed, ids, username } = await claimedPost('no_token');
  const publish = (access?: AccountAccess) => publishPost(livingDeps(app), claimed, access);
  expect(await publish({ kind: 'dead' })).toEqual({
    ...ids,
    outcome: 'failed',
    code: 'AUTH_EXPIRED',
    message: 'X no longer lets Drumbeat post for this account. Reconnect it, then retry.',
  });
  for (const none of [undefined, { kind: 'gone' }] as const)
    expect(await publish(none)).toEqual({ ...ids, outcome: 'released' });
  expect(await tweetsOf(app, username)).toEqual([]);
});

test('a post waits no longer than for the process that renews the token of its account', async () => {
  const { account, username, claimed, access, renewing, ids } = await claimedPost('renewed_by_them');
  app.clock.advance(10 * 60_000);
  const waits = { kind: 'unavailable', until: inSeconds(9) } as const;
  expect(await publishPost(livingDeps(app), claimed, waits)).toEqual({
    ...ids,
    outcome: 'not_sent',
    waitMs: 9_000,
  });
  // The same if X refuses the token, and the call began before that.
  await fault(app, 'unauthorized', { endpoint: 'tweets', username });
  expect(await publishPost(renewing(waits), claimed, access)).toEqual({
    ...ids,
    outcome: 'not_sent',
    waitMs: 9_000,
    calledAt: app.clock.now(),
  });
  expect(await laneOf(app, account.id)).toMatchObject({ openPost: claimed.postId });
});

test('what X answers decides how the attempt ends, and what else is written', async () => {
  const { account, claimed, access, ids } = await claimedPost('answers', 'See example.com');
  const deps = livingDeps(app);
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0);
  const lateness = vi.spyOn(deps.metrics.publishLatenessSeconds, 'observe');
  onTestFinished(() => [chance, lateness].forEach((spy) => void spy.mockRestore()));
  app.clock.advance(20_000);
  const calledAt = app.clock.now();
  // Planned for an hour before, and retried since.
  const late = { ...claimed, scheduledAt: inSeconds(-3_600), dueAt: inSeconds(-100), isProbe: true };
  const answered = (answer: PublishOutcome) =>
    publishPost({ ...deps, x: { ...deps.x, publishPost: async () => answer } }, late, access);
  const ended = { ...ids, calledAt, isProbe: true };
  expect(await answered({ kind: 'posted', tweetId: '7' })).toEqual({
    ...ended,
    outcome: 'posted',
    tweetId: '7',
    hasLink: true,
  });
  expect(lateness.mock.calls).toEqual([[100]]);
  expect(await answered({ kind: 'duplicate' })).toMatchObject({ outcome: 'failed', code: 'DUPLICATE_TWEET' });
  expect(await answered({ kind: 'not_sent', reason: 'ECONNREFUSED' })).toEqual({
    ...ended,
    outcome: 'not_sent',
    waitMs: 50_000,
  });
  expect(await answered({ kind: 'not_begun' })).toEqual({ ...ids, outcome: 'released', waitMs: 1_000 });

  const until = inSeconds(60);
  expect(await answered({ kind: 'rate_limited', until })).toEqual({ ...ended, outcome: 'released' });
  const holds = app.platform.db.select().from(accountHolds).where(eq(accountHolds.accountId, account.id));
  expect(await holds).toMatchObject([{ reason: 'rate_limited', until, createdAt: calledAt }]);

  expect(await answered({ kind: 'unknown', reason: 'connection_reset' })).toBeUndefined();
  expect(await laneOf(app, account.id)).toMatchObject({
    openPost: claimed.postId,
    calledAt,
    unknownReason: 'connection_reset',
    unknownSince: calledAt,
    certainAt: inSeconds(7),
    lookAt: inSeconds(0.5),
  });
});

test('a new token that X refuses too ends the grant: the post fails and the others are held', async () => {
  const { user, account, post, username } = await duePost(app, 'renew_in_vain');
  const next = await buildPost(app, { user, accountId: account.id, scheduledAt: inSeconds(3_600) });
  await fault(app, 'unauthorized', { endpoint: 'tweets', count: 2, username });
  await runEngine(app);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Failed', errorCode: 'AUTH_EXPIRED' });
  expect(await shown(app, user, next.id)).toMatchObject({ status: 'Pending', holdReason: 'disconnected' });
});
