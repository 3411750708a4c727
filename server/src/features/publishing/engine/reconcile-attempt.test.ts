import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { call } from '../../../../test/factories.ts';
import { XError } from '../../../providers/x/x.ts';
import {
  accessTo,
  buildWorker,
  claimOfAccount,
  duePost,
  fault,
  laneOf,
  livingDeps,
  runEngine,
  settleAs,
  shown,
  tweetsOf,
} from '../publishing.fixture.ts';
import { idsOf } from '../publishing.types.ts';
import { pauseAfter } from './looks.rules.ts';
import { takeLooks } from './publishing.store.ts';
import { reconcileAttempt } from './reconcile-attempt.ts';

/* A call to X ended without an answer: the timeline shows whether the post is on X. */

let app: TestApp;
let names = 0;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-02T12:00:00Z' });
});
afterEach(() => db().execute('delete from x_accounts'));
afterAll(() => app.close());

const db = () => app.platform.db;
const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1_000);

/** A post whose timeline must be checked now, for the `looks`th time; its absence is certain in 7 seconds. */
async function openAttempt(looks = 1) {
  names += 1;
  const due = await duePost(app, `open_${names}`, `See https://example.com/${names}`);
  await claimOfAccount(app, due.account.id);
  await db().execute(sql`update lanes set look_at = ${app.clock.now()}, certain_at = ${inSeconds(7)}, looks = ${looks - 1}
    where account_id = ${due.account.id}`);
  const [attempt] = await takeLooks(db(), { worker: 1_000, now: app.clock.databaseNow(), limit: 1 });
  const access = await (await accessTo(app, [due.account.id])).get(due.account.id);
  if (!attempt || access?.kind !== 'token') throw new Error('no timeline check is due');
  return { ...due, attempt, access, nextLook: async () => (await laneOf(app, due.account.id)).lookAt };
}

test('a post on the timeline is posted long before its absence would be certain', async () => {
  const { attempt, access, username } = await openAttempt();
  const deps = livingDeps(app);
  await deps.x.publishPost(access.accessToken, attempt.content);
  const [tweet] = await tweetsOf(app, username);
  const found = { ...idsOf(attempt), outcome: 'posted', tweetId: tweet?.id, hasLink: true };
  expect(await reconcileAttempt(deps, attempt, access)).toEqual(found);
});

test('what certain absence means depends on how the call ended', async () => {
  const { attempt, access, account } = await openAttempt();
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => chance.mockRestore());
  for (const [unknownReason, outcome] of [
    [null, { outcome: 'absent' }],
    // Half of the minute that it is late.
    ['timeout', { outcome: 'not_sent', waitMs: 30_000 }],
    ['connection_reset', { outcome: 'not_sent', waitMs: 30_000 }],
    ['unreadable_answer', { outcome: 'not_sent', waitMs: 30_000 }],
    ['server_error', { outcome: 'retry', waitMs: 10_000, code: 'X_UNAVAILABLE' }],
    ['duplicate', { outcome: 'failed', code: 'DUPLICATE_TWEET' }],
  ] as const) {
    const absent = { ...attempt, dueAt: inSeconds(-60), certainInMs: 0, absents: 1, unknownReason };
    expect(await reconcileAttempt(livingDeps(app), absent, access)).toMatchObject(outcome);
  }
  // It is the second in a row without an answer; the third holds the account.
  expect(await laneOf(app, account.id)).toMatchObject({ hold: null });
});

test('three attempts in a row without an answer and without a post hold the account for an hour', async () => {
  const { user, account, post, username } = await duePost(app, 'kills_workers');
  // "released" neither counts nor ends a row; "not_sent" ends it.
  for (const outcome of ['absent', 'not_sent', 'absent', 'released', 'absent'] as const)
    await settleAs(app, await claimOfAccount(app, account.id), { outcome });
  const { number, die } = await buildWorker(app);
  await claimOfAccount(app, account.id, { worker: number });
  await die();
  await runEngine(app);
  app.clock.advance(7_001);
  await runEngine(app);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', holdReason: 'unanswered' });
  expect(await laneOf(app, account.id)).toMatchObject({ absents: 3, openPost: null });
  expect((await app.platform.metrics.unanswered.get()).values[0]?.value).toBe(1);
  expect(await tweetsOf(app, username)).toHaveLength(0);
  for (const [wait, hold] of [
    [60 * 60_000 - 1, 'unanswered'],
    [1, null],
  ] as const) {
    app.clock.advance(wait);
    await runEngine(app);
    expect(await laneOf(app, account.id)).toMatchObject({ hold });
  }
});

const unreachable = (kind: ConstructorParameters<typeof XError>[0], seconds?: number) => () =>
  Promise.reject(new XError(kind, 'No timeline', seconds === undefined ? {} : { until: inSeconds(seconds) }));

test.each([
  ['X limits it for 90 seconds', unreachable('rate_limited', 90), 90],
  ['X limits it without a time', unreachable('rate_limited'), 60],
  ['X does not answer', unreachable('unavailable'), 60],
  ['X denies it', unreachable('refused'), 300],
] as const)('a timeline that cannot be read is read again later: %s', async (_, recentPosts, seconds) => {
  const { attempt, access, nextLook } = await openAttempt(20);
  const deps = livingDeps(app);
  const given = { ...deps, x: { ...deps.x, recentPosts } };
  expect(await reconcileAttempt(given, { ...attempt, certainInMs: 0 }, access)).toBeUndefined();
  expect(await nextLook()).toEqual(inSeconds(seconds));
});

test.each([
  ['once is read again at once with a new one', 1, 'posted'],
  ['twice is read again later', 2, undefined],
])('a timeline that refuses the token %s', async (_, count, outcome) => {
  const { attempt, access, username, nextLook } = await openAttempt();
  const living = livingDeps(app);
  const deps = { ...living, tokens: { ...living.tokens, renew: async () => access } };
  await deps.x.publishPost(access.accessToken, attempt.content);
  await fault(app, 'unauthorized', { endpoint: 'timeline', username, count });
  expect((await reconcileAttempt(deps, attempt, access))?.outcome).toBe(outcome);
  if (!outcome) expect(await nextLook()).toEqual(inSeconds(0.5));
});

test('an error of our own while reading a timeline decides nothing, and what was read is paid for', async () => {
  const { attempt, access, account } = await openAttempt();
  const deps = livingDeps(app);
  const recentPosts: typeof deps.x.recentPosts = (_token, _user, { onRead }) => {
    onRead?.([`${account.id}1`, `${account.id}2`]);
    return Promise.reject(new TypeError('a mistake'));
  };
  const given = { ...deps, x: { ...deps.x, recentPosts } };
  await expect(reconcileAttempt(given, attempt, access)).rejects.toThrow('a mistake');
  const costs = sql`select count, cost_micros::int from cost_entries where kind = 'post_read' and account_id = ${account.id}`;
  expect((await db().execute(costs)).rows).toEqual([{ count: 2, cost_micros: 10_000 }]);
});

test('an attempt on an account that we lost access to is given up after exactly an hour', async () => {
  const { attempt, nextLook } = await openAttempt();
  for (const access of [undefined, { kind: 'dead' }, { kind: 'gone' }] as const) {
    const young = { ...attempt, ageMs: 3_599_999 };
    expect(await reconcileAttempt(livingDeps(app), young, access)).toBeUndefined();
    expect(await nextLook()).toEqual(inSeconds(300));
    expect(await reconcileAttempt(livingDeps(app), { ...attempt, ageMs: 3_600_000 }, access)).toEqual({
      ...idsOf(attempt),
      outcome: 'failed',
      code: 'OUTCOME_UNKNOWN',
      message:
        "We lost access to the account before X confirmed this post. Check your timeline, and retry only if it isn't there.",
    });
  }
});

test('I5 a post keeps its text for a minute after an attempt that may still reach X; its time can change', async () => {
  const { user, post, username } = await duePost(app, 'keeps_text', 'As it was sent');
  await fault(app, 'server_error', { endpoint: 'tweets', username });
  await runEngine(app);
  app.clock.advance(15_001);
  await runEngine(app);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', retryCount: 1 });
  const edit = (body: object) => call(app, 'PATCH', `/api/posts/${post.id}`, { token: user.token, body });
  expect(await edit({ content: 'Other words' })).toMatchObject({
    status: 409,
    body: {
      code: 'POST_LOCKED',
      message: 'Post is still being processed. Please wait a moment before editing.',
    },
  });
  const scheduledTime = inSeconds(3_600).toISOString();
  expect((await edit({ content: 'As it was sent', scheduledTime })).status).toBe(200);
  // The minute begins when the attempt was settled.
  for (const [wait, status] of [
    [59_999, 409],
    [1, 200],
  ] as const) {
    app.clock.advance(wait);
    expect((await edit({ content: 'Other words' })).status).toBe(status);
  }
});

test('a timeline is read at 0.5, 1, 2, 4 and 7 seconds, then less and less often, and at least every minute', () => {
  const moments: number[] = [];
  for (let looks = 0, at = 0; looks < 30; looks += 1) {
    at += pauseAfter(looks);
    moments.push(at);
  }
  expect(moments.slice(0, 11)).toEqual([
    ...[500, 1_000, 2_000, 4_000, 7_000, 14_000, 28_000, 56_000],
    ...[112_000, 172_000, 232_000],
  ]);
  expect(pauseAfter(1_000)).toBe(60_000);
});
