import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountsDeps } from '../../server/src/features/accounts/accounts.deps.ts';
import { getAccess } from '../../server/src/features/accounts/tokens/get-access.ts';
import { createEngine } from '../../server/src/features/publishing/engine/engine.ts';
import type { PublishingDeps } from '../../server/src/features/publishing/publishing.deps.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import { createEvents } from '../../server/src/platform/events.ts';
import { createJobs } from '../../server/src/platform/jobs.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { createMetrics } from '../../server/src/platform/metrics.ts';
import { createSealer } from '../../server/src/platform/secrets.ts';
import { APP_SECRET, fillPosts } from '../support/people.ts';
import type { BenchDatabase } from '../support/postgres.ts';
import { CONNECTIONS, type Contender, publishAtOnce } from './contenders.ts';

/** The engine as a worker starts it, in its default size; only X is replaced. */
export const ours: Contender = {
  name: 'drumbeat',
  note: `the engine: claim of 100, ledger, tokens, settle of 100, NOTIFY; ${CONNECTIONS} connections`,
  async run(database, posts) {
    await fillPosts(database, { count: posts, from: new Date(Date.now() - 60_000), everyMs: 0 });
    const { engine, called, close } = await buildEngine(database, posts);
    const started = performance.now();
    engine.start();
    // Polling the database costs it time, so wait for the last call first.
    await called;
    await untilDone(database);
    const seconds = (performance.now() - started) / 1000;
    await engine.stop();
    await close();
    await check(database, posts);
    await database.rows('truncate posts cascade');
    return seconds;
  },
};

/** Waits until no post is left to do. The check is cheap: it stops at the first one found. */
async function untilDone(database: BenchDatabase): Promise<void> {
  for (;;) {
    const [left] = await database.rows<{ some: boolean }>(
      `select exists (select 1 from posts where status = 'pending') or exists (select 1 from lanes where open_post is not null) as some`,
    );
    if (!left?.some) return;
    await sleep(10);
  }
}

async function buildEngine(database: BenchDatabase, posts: number) {
  const called = Promise.withResolvers<void>();
  let calls = 0;
  async function publishPost() {
    calls += 1;
    if (calls === posts) called.resolve();
    return { kind: 'posted' as const, tweetId: await publishAtOnce() };
  }
  const log = createLogger('silent', 'bench');
  const { db, close } = openDatabase(database.url, log, CONNECTIONS);
  const events = createEvents(database.url, log);
  await events.start();
  const common = { db, clock: systemClock, log, events, sealer: createSealer(APP_SECRET) };
  const refuse = async (): Promise<never> => {
    throw new Error('Nothing of this kind happens in a measurement');
  };
  // The engine's reads of accounts are real; token renewals and lost grants do not occur here.
  const accounts = common as unknown as AccountsDeps;
  const deps: PublishingDeps = {
    ...common,
    jobs: createJobs(database.url, log),
    metrics: createMetrics(),
    publicUrl: 'http://localhost',
    x: { publishPost, recentPosts: refuse },
    tokens: {
      accessFor: (ids) => getAccess(accounts, ids),
      renew: refuse,
      lose: refuse,
      renewEnding: refuse,
      releaseOf: refuse,
    },
  };
  const engine = createEngine(
    { ...deps, clock: systemClock },
    { databaseUrl: database.url, concurrency: 512, onStuck: () => process.exit(1) },
  );
  return {
    engine,
    called: called.promise,
    close: async () => {
      await events.stop();
      await close();
    },
  };
}

async function check(database: BenchDatabase, posts: number): Promise<void> {
  const [found] = await database.rows<{ posted: number; open: number }>(
    `select (select count(*)::int from posts where status = 'posted' and tweet_id is not null and started_at is not null) as posted,
            (select count(*)::int from lanes where open_post is not null or next_post is not null) as open`,
  );
  if (found?.posted !== posts || found.open !== 0)
    throw new Error(`Of ${posts} posts ${found?.posted} are posted; ${found?.open} lanes are not done`);
}
