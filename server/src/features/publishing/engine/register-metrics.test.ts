import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, call } from '../../../../test/factories.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { holdAccount } from '../lanes/hold-account.ts';
import { claimOfAccount, settleAs } from '../lanes/lanes.fixture.ts';
import { duePost, fault, runEngine } from '../publishing.fixture.ts';
import { readBacklog } from './read-backlog.ts';
import { stopPublishing } from './stop-publishing.ts';
import { createWorkerSession } from './worker-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-02T12:00:00Z' });
});
afterAll(() => app.close());

/** The metrics as a scraper reads them, after the cached ones have expired. */
async function scrape(own = app): Promise<Record<string, number>> {
  own.clock.advance(5_000);
  const { body } = await call<string>(own, 'GET', '/metrics');
  const lines = String(body).matchAll(/^(drumbeat_[^ ]+) (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
}

/** Whether we are ready, as far as that does not depend on a worker that lives: one gives a sign of life now. */
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

describe('what waits', () => {
  test('is counted in indexes, whatever the planner thinks of them', async () => {
    const scans = sql`select coalesce(sum(seq_scan), 0)::int as n from pg_stat_xact_user_tables where relname in ('posts', 'lanes')`;
    await buildPost(app, { scheduledAt: new Date('2036-03-02T12:00:00Z') });
    await inTransaction(app.platform.db, async (tx) => {
      // With one page to read, it thinks nothing of them.
      await tx.execute(sql`analyze posts, lanes`);
      const before = (await tx.execute(scans)).rows;
      await readBacklog({ db: tx }, app.clock.now());
      expect((await tx.execute(scans)).rows).toEqual(before);
      // Whoever scrapes is not kept waiting by a database that stands still.
      const patience = await tx.execute(sql`show statement_timeout`);
      expect(patience.rows).toEqual([{ statement_timeout: '2s' }]);
    });
  });

  test('is 0 where nothing does, by every reason, and says what it counts', async () => {
    const own = await buildApp({ now: '2026-03-02T12:00:00Z' });
    const figures = await scrape(own);
    const names = Object.keys(figures).filter((name) => /_posts_|unknown_open|_stopped/.test(name));
    expect(Object.fromEntries(names.map((name) => [name, figures[name]]))).toEqual({
      drumbeat_publish_unknown_open: 0,
      drumbeat_publish_stopped: 0,
      drumbeat_posts_due: 0,
      drumbeat_posts_oldest_overdue_seconds: 0,
      'drumbeat_posts_held{reason="paused"}': 0,
      'drumbeat_posts_held{reason="paused_all"}': 0,
      'drumbeat_posts_held{reason="paused_one"}': 0,
      'drumbeat_posts_held{reason="disconnected"}': 0,
      'drumbeat_posts_held{reason="subscription"}': 0,
      'drumbeat_posts_held{reason="rate_limited"}': 0,
      'drumbeat_posts_held{reason="unanswered"}': 0,
      'drumbeat_posts_held{reason="restored"}': 0,
    });
    expect(figures['drumbeat_jobs_waiting{queue="emails.send"}']).toBe(0);
    const { body } = await call<string>(own, 'GET', '/metrics');
    const help = /^# HELP drumbeat_(\w+_(?:open|stopped|due|seconds|held|waiting)) (.*)$/gm;
    const words = Object.fromEntries([...body.matchAll(help)].map(([, name, text]) => [name, text]));
    expect(words).toMatchObject({
      publish_unknown_open: 'Calls to X with an unknown outcome',
      publish_stopped: '1 while X accepts posts from nobody (402), else 0',
      posts_due: 'Posts that could go out now, counted to 100,000',
      posts_oldest_overdue_seconds: 'How late the oldest of them is',
      posts_held: 'Pending posts held, counted to 100,000',
      jobs_waiting: 'Jobs that could run now, counted to 10,000',
    });
  });

  test('shows due and held posts, the oldest one’s lateness and the jobs', async () => {
    const own = await buildApp({ now: '2026-03-02T12:00:00Z' });
    const due = await duePost(own, 'due');
    const scheduledAt = own.clock.now();
    const beside = { user: due.user, accountId: due.account.id, scheduledAt };
    for (const more of [
      { isPaused: true },
      { status: 'failed', isPaused: true },
      { status: 'posted' },
    ] as const)
      await buildPost(own, { ...beside, ...more });
    const { account, user } = await duePost(own, 'held');
    for (const more of [{ isPaused: true }, { status: 'failed' }] as const)
      await buildPost(own, { user, accountId: account.id, scheduledAt, ...more });
    await holdAccount(own.platform, own.platform.db, account.id, 'paused');
    // Later accounts may have posts that are due for longer, and others that are not due.
    const late = await duePost(own, 'late');
    const ago = new Date(scheduledAt.getTime() - 10_000);
    await buildPost(own, { user: late.user, accountId: late.account.id, scheduledAt: ago });
    const ahead = new Date(scheduledAt.getTime() + 3_600_000);
    await buildPost(own, { user: late.user, accountId: late.account.id, scheduledAt: ahead });
    const email = 'somebody@people.example';
    await call(own, 'POST', '/api/auth/signup', {
      body: { email, password: 'Correct-horse-7', niche: 'Gaming', timeZone: 'UTC' },
    });
    own.clock.advance(85_000);
    expect(await scrape(own)).toMatchObject({
      drumbeat_posts_due: 3,
      drumbeat_posts_oldest_overdue_seconds: 100,
      'drumbeat_posts_held{reason="paused"}': 2,
      'drumbeat_posts_held{reason="disconnected"}': 0,
      'drumbeat_posts_held{reason="paused_one"}': 1,
      'drumbeat_jobs_waiting{queue="emails.send"}': 1,
    });
    await runEngine(own);
    await stopPublishing(own.platform, 'X wants more money', false);
    expect(await scrape(own)).toMatchObject({
      drumbeat_posts_due: 0,
      drumbeat_publish_stopped: 1,
      drumbeat_publish_claims_total: 3,
      'drumbeat_publish_attempts_total{outcome="posted"}': 3,
      drumbeat_publish_lateness_seconds_count: 3,
      drumbeat_publish_lateness_seconds_sum: 280,
    });
  });

  test('counts an outcome that nobody knows until the timeline has told', async () => {
    const own = await buildApp({ now: '2026-03-02T12:00:00Z' });
    const { username } = await duePost(own, 'unknown');
    await fault(own, 'connection_reset_but_posted', { endpoint: 'tweets', username });
    await runEngine(own);
    // A call that is under way is none of them.
    const underWay = await claimOfAccount(own, (await duePost(own, 'under_way')).account.id);
    expect(await scrape(own)).toMatchObject({ drumbeat_publish_unknown_open: 1, drumbeat_posts_due: 0 });
    await settleAs(own, underWay, { outcome: 'posted', tweetId: '1' });
    own.clock.advance(20_000);
    await runEngine(own);
    expect(await scrape(own)).toMatchObject({ drumbeat_publish_unknown_open: 0 });
  });

  test('is read once for scrapes close together, and never where nobody scrapes', async () => {
    const own = await buildApp({ now: '2026-03-02T12:00:00Z' });
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => asked.mockRestore());
    const reads = () => asked.mock.calls.filter((query) => JSON.stringify(query).includes('unknownOpen'));
    await runEngine(own);
    expect(reads()).toHaveLength(0);
    await Promise.all([call(own, 'GET', '/metrics'), call(own, 'GET', '/metrics')]);
    await call(own, 'GET', '/metrics');
    expect(reads()).toHaveLength(1);
    for (const [wait, times] of [
      [4_999, 1],
      [1, 2],
    ] as const) {
      own.clock.advance(wait);
      await call(own, 'GET', '/metrics');
      expect(reads()).toHaveLength(times);
    }
    // What was read under a clock that was ahead is not kept until that time comes.
    own.clock.advance(-3_600_000);
    await call(own, 'GET', '/metrics');
    expect(reads()).toHaveLength(3);
  });

  test('is left out, not 0, where it cannot be read, and the other figures stay', async () => {
    const own = await buildApp({ now: '2026-03-02T12:00:00Z' });
    await buildPost(own, { isPaused: true });
    expect(await scrape(own)).toMatchObject({ 'drumbeat_posts_held{reason="paused_one"}': 1 });
    await own.platform.db.execute('alter table posts rename to posts_gone');
    const figures = await scrape(own);
    expect(Object.keys(figures).filter((name) => /posts_(due|held|oldest)|unknown_open/.test(name))).toEqual(
      [],
    );
    expect(figures.drumbeat_publish_claims_total).toBe(0);
  });
});

describe('readiness', () => {
  test('stays green while the oldest post is late by less than 2 minutes, and turns red from there on', async () => {
    await duePost(app, 'late');
    app.clock.advance(59_000);
    await duePost(app, 'less_late');
    app.clock.advance(60_000);
    expect(await readiness()).toMatchObject({ status: 200, body: { oldestOverdueSeconds: 119 } });
    app.clock.advance(1_000);
    expect(await readiness()).toMatchObject({
      status: 503,
      body: { message: 'Not ready: overdue.', data: { checks: { overdue: 'a post is 120 s late' } } },
    });
    await runEngine(app);
    expect((await readiness()).status).toBe(200);
  });

  test('is green whatever the age of a post that may not go out', async () => {
    const { account, user } = await duePost(app, 'may_not');
    await buildPost(app, { user, accountId: account.id, scheduledAt: app.clock.now() });
    await holdAccount(app.platform, app.platform.db, account.id, 'subscription');
    app.clock.advance(86_400_000);
    expect(await readiness()).toMatchObject({ status: 200, body: { oldestOverdueSeconds: 0 } });
  });
});
