import { PUBLISHING_STOP } from '@drumbeat/contract/publishing/stream-events.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser, call } from '../../../../test/factories.ts';
import {
  buildWorker,
  claimOfAccount,
  duePost,
  fault,
  livingDeps,
  runEngine,
  settleAs,
  shown,
  tweetsOf,
} from '../publishing.fixture.ts';
import { publishingStop } from '../publishing.tables.ts';
import { idsOf } from '../publishing.types.ts';
import { settleBatch } from './settler.ts';
import { insertStop, takeProbe } from './stops.store.ts';

let app: TestApp;
const error = vi.fn();
beforeEach(async () => {
  app = await buildApp();
  error.mockClear();
  app.platform.log.error = error;
});
afterEach(() => fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' }));

const stops = () => app.platform.db.select().from(publishingStop);
const minutes = (count: number) => app.clock.advance(count * 60_000);

async function stopped(): Promise<string | undefined> {
  const { body } = await call<string>(app, 'GET', '/metrics');
  return /^drumbeat_publish_stopped (\d)$/m.exec(body)?.[1];
}

async function health(): Promise<Record<string, string>> {
  const staff = await buildUser(app, { roles: ['admin'] });
  const { body } = await call<{ checks: Record<string, string> }>(app, 'GET', '/api/health/full', {
    token: staff.token,
  });
  return body.checks;
}

test('402 holds everybody’s posts, fails none and logs an error; one post is tried after growing pauses', async () => {
  const people = [];
  for (const name of ['credit_a', 'credit_b', 'credit_c']) people.push(await duePost(app, name));
  await fault(app, 'payment_required', { endpoint: 'tweets', count: 5 });
  const since = app.clock.now();
  app.clock.set(since);
  await runEngine(app);
  for (const { user, post } of people)
    expect(await shown(app, user, post.id)).toMatchObject({
      status: 'Pending',
      retryCount: 0,
      errorCode: null,
    });
  expect(error).toHaveBeenCalledTimes(1);

  // One post is tried after a minute, then after two.
  minutes(0.9);
  expect(await runEngine(app)).toBe(0);
  minutes(0.2);
  expect(await runEngine(app)).toBe(1);
  expect(error).toHaveBeenCalledTimes(2);
  minutes(1.5);
  expect(await runEngine(app)).toBe(0);
  minutes(0.6);
  expect(await runEngine(app)).toBe(1);
  // The stop keeps its beginning, and the latest reason of X.
  const [stop, ...more] = await stops();
  const tryAt = new Date(app.clock.now().getTime() + 4 * 60_000);
  expect(stop).toMatchObject({ reason: 'credits depleted', since, failures: 3, tryAt });
  expect(more).toEqual([]);

  // X accepts posts again: the next post goes out alone, then the others.
  minutes(3.5);
  expect(await runEngine(app)).toBe(0);
  minutes(0.6);
  await runEngine(app);
  for (let turn = 0; turn < 3; turn += 1) {
    await runEngine(app);
    minutes(1);
  }
  for (const { user, post, username } of people) {
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', retryCount: 0 });
    expect(await tweetsOf(app, username)).toHaveLength(1);
  }
  expect(await stops()).toEqual([]);
});

test('metrics and health say that publishing is stopped, and when it resumes', async () => {
  await duePost(app, 'credit_seen');
  await fault(app, 'payment_required', { endpoint: 'tweets', count: 1 });
  expect([await stopped(), (await health()).publishing]).toEqual(['0', 'ok']);
  const since = app.clock.now();
  app.clock.set(since);
  await runEngine(app);
  app.clock.advance(5_000);
  expect([await stopped(), (await health()).publishing]).toEqual([
    '1',
    `X has accepted no posts from us since ${since.toISOString()} (402): credits depleted`,
  ]);
  expect((await call(app, 'GET', '/api/health/ready')).body).toMatchObject({
    message: expect.stringContaining('publishing'),
  });
  minutes(1.1);
  await runEngine(app);
  app.clock.advance(5_000);
  expect([await stopped(), (await health()).publishing]).toEqual(['0', 'ok']);
});

test('a probe whose worker died is made by another a minute later', async () => {
  const { username } = await duePost(app, 'credit_dead');
  await fault(app, 'payment_required', { endpoint: 'tweets', count: 1 });
  await runEngine(app);
  await app.platform.db.execute('update publishing_stop set try_at = now()');
  await app.platform.db.execute("update lanes set hold = 'paused'");
  app.clock.advance(1_000);
  await runEngine(app);
  await app.platform.db.execute('update lanes set hold = null');
  minutes(0.9);
  expect(await runEngine(app)).toBe(0);
  minutes(0.2);
  expect(await runEngine(app)).toBe(1);
  expect(await tweetsOf(app, username)).toHaveLength(1);
});

test('a post that was sent before the stop and is posted after it does not resume publishing', async () => {
  const { user, post, account } = await duePost(app, 'credit_before');
  const { number } = await buildWorker(app);
  const claimed = await claimOfAccount(app, account.id, { worker: number });
  const waits = await duePost(app, 'credit_waits');
  await fault(app, 'payment_required', { endpoint: 'tweets', username: waits.username });
  expect(await runEngine(app)).toBe(1);

  await settleAs(app, claimed, { outcome: 'posted', tweetId: '1' });
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
  expect((await health()).publishing).toContain('X has accepted no posts from us');
  expect(await runEngine(app)).toBe(0);
  expect(await tweetsOf(app, waits.username)).toEqual([]);

  minutes(1.1);
  expect(await runEngine(app)).toBe(1);
  expect((await health()).publishing).toBe('ok');
  expect(await tweetsOf(app, waits.username)).toHaveLength(1);
});

/** A post that is claimed as the probe of a stop. */
async function claimedProbe(name: string) {
  const due = await duePost(app, name);
  const { db } = app.platform;
  const now = app.clock.now();
  await insertStop(db, { reason: 'no credits', now, tryAt: now });
  const claimed = await claimOfAccount(app, due.account.id, { isProbe: true });
  return { ...due, posted: { ...idsOf(claimed), isProbe: true, outcome: 'posted', tweetId: '7' } as const };
}

test('a probe is given to one worker, and not before its time', async () => {
  const { db } = app.platform;
  const at = (time: string) => new Date(`2026-03-02T${time}Z`);
  await insertStop(db, { reason: 'no credits', now: at('12:00:00'), tryAt: at('12:01:00') });
  expect(await takeProbe(db, at('12:00:59.999'), at('12:02:00'))).toBe(false);
  expect(await takeProbe(db, at('12:01:00'), at('12:02:00'))).toBe(true);
  expect(await takeProbe(db, at('12:01:00'), at('12:02:00'))).toBe(false);
  expect(await stops()).toEqual([
    { oneRow: true, reason: 'no credits', since: at('12:00:00'), failures: 1, tryAt: at('12:02:00') },
  ]);
});

test('a posted probe wakes all workers and tells open pages', async () => {
  const { posted } = await claimedProbe('credit_wakes');
  app.clock.set('2026-03-02T12:00:00Z');
  const woken = new Promise<number>((resolve) => {
    app.platform.events.on('posts_due', ({ at }) => at === Date.UTC(2026, 2, 2, 12) && resolve(at));
  });
  const pages = new Promise((resolve) => app.platform.events.on(PUBLISHING_STOP, resolve));
  await settleBatch(livingDeps(app), [posted]);
  expect(await woken).toBe(Date.UTC(2026, 2, 2, 12));
  expect(await pages).toEqual({ since: null });
});

test('publishing stays stopped until the posted probe is settled', async () => {
  const { user, post, posted } = await claimedProbe('credit_broken');
  const deps = livingDeps(app);
  const { events } = deps;
  const notify: typeof events.notify = (tx, channel, payload) =>
    channel === 'posts_due' ? Promise.reject(new Error('broke off')) : events.notify(tx, channel, payload);
  const broken = settleBatch({ ...deps, events: { ...events, notify } }, [posted]);
  await expect(broken).rejects.toThrow('broke off');
  expect(await stops()).toMatchObject([{ reason: 'no credits', failures: 1 }]);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Processing', tweetId: null });
  await settleBatch(deps, [posted]);
  expect(await stops()).toEqual([]);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', tweetId: '7' });
});
