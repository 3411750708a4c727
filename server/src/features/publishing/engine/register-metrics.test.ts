import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, call } from '../../../../test/factories.ts';
import { holdAccount } from '../lanes/hold-account.ts';
import { claimOfAccount, duePost, fault, runEngine, settleAs } from '../publishing.fixture.ts';
import { stopPublishing } from './stop-publishing.ts';
import { createWorkerSession } from './worker-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-02T12:00:00Z' });
});
beforeEach(async () => void (await app.platform.db.execute('delete from x_accounts')));
afterAll(() => app.close());

/** The metrics as a scraper reads them, after the cached ones have expired. */
async function scrape(): Promise<Record<string, number>> {
  app.clock.advance(5_000);
  const { body } = await call<string>(app, 'GET', '/metrics');
  const lines = String(body).matchAll(/^(drumbeat_[^ ]+) (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
}

/** The answer of the readiness check while a worker is alive. */
async function readiness() {
  const worker = createWorkerSession(
    app.databaseUrl,
    { clock: app.clock, log: app.platform.log },
    () => undefined,
  );
  await worker.start();
  type Answer = { message?: string; data?: { checks: Record<string, string> } };
  const answer = await call<Answer>(app, 'GET', '/api/health/ready');
  await worker.stop();
  return answer;
}

describe('the backlog', () => {
  test('shows due and held posts, how late the oldest is, and waiting jobs', async () => {
    expect(await scrape()).toMatchObject({
      drumbeat_posts_due: 0,
      drumbeat_posts_oldest_overdue_seconds: 0,
      drumbeat_publish_stopped: 0,
      'drumbeat_posts_held{reason="paused"}': 0,
    });
    const due = await duePost(app, 'due');
    const beside = { user: due.user, accountId: due.account.id, scheduledAt: app.clock.now() };
    for (const more of [{ isPaused: true }, { status: 'failed' }, { status: 'posted' }] as const)
      await buildPost(app, { ...beside, ...more });
    const held = await duePost(app, 'held');
    await holdAccount(app.platform, app.platform.db, held.account.id, 'paused');
    await call(app, 'POST', '/api/auth/signup', {
      body: { email: 'ada@people.example', password: 'Correct-horse-7', niche: 'Gaming', timeZone: 'UTC' },
    });
    app.clock.advance(95_000);
    expect(await scrape()).toMatchObject({
      drumbeat_posts_due: 1,
      drumbeat_posts_oldest_overdue_seconds: 100,
      'drumbeat_posts_held{reason="paused"}': 1,
      'drumbeat_posts_held{reason="paused_one"}': 1,
      'drumbeat_jobs_waiting{queue="emails.send"}': 1,
    });
    await runEngine(app);
    await stopPublishing(app.platform, 'X wants more money', false);
    expect(await scrape()).toMatchObject({
      drumbeat_posts_due: 0,
      drumbeat_publish_stopped: 1,
      drumbeat_publish_claims_total: 1,
      'drumbeat_publish_attempts_total{outcome="posted"}': 1,
      drumbeat_publish_lateness_seconds_sum: 100,
    });
    await app.platform.db.execute('delete from publishing_stop');
  });

  test('counts an unknown outcome until the timeline shows it', async () => {
    const { username } = await duePost(app, 'unknown');
    await fault(app, 'connection_reset_but_posted', { endpoint: 'tweets', username });
    await runEngine(app);
    // A call in progress does not count.
    const underWay = await claimOfAccount(app, (await duePost(app, 'under_way')).account.id);
    expect(await scrape()).toMatchObject({ drumbeat_publish_unknown_open: 1, drumbeat_posts_due: 0 });
    await settleAs(app, underWay, { outcome: 'posted', tweetId: '1' });
    app.clock.advance(20_000);
    await runEngine(app);
    expect(await scrape()).toMatchObject({ drumbeat_publish_unknown_open: 0 });
  });

  test('is left out, not 0, if it cannot be read; other metrics stay', async () => {
    await buildPost(app, { isPaused: true });
    expect(await scrape()).toMatchObject({ 'drumbeat_posts_held{reason="paused_one"}': 1 });
    await app.platform.db.execute('alter table posts rename to posts_gone');
    const figures = await scrape();
    expect(Object.keys(figures).filter((name) => /posts_(due|held|oldest)|unknown_open/.test(name))).toEqual(
      [],
    );
    expect(figures.drumbeat_publish_claims_total).toBeGreaterThan(0);
    await app.platform.db.execute('alter table posts_gone rename to posts');
  });
});

describe('readiness', () => {
  test('is red once a post that may go out is 2 minutes late', async () => {
    const { account } = await duePost(app, 'may_not');
    await holdAccount(app.platform, app.platform.db, account.id, 'subscription');
    app.clock.advance(600_000);
    await duePost(app, 'late');
    app.clock.advance(119_000);
    expect(await readiness()).toMatchObject({ status: 200, body: { oldestOverdueSeconds: 119 } });
    app.clock.advance(1_000);
    expect(await readiness()).toMatchObject({
      status: 503,
      body: { message: 'Not ready: overdue.', data: { checks: { overdue: 'a post is 120 s late' } } },
    });
    await runEngine(app);
    expect((await readiness()).status).toBe(200);
  });
});
