import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { queues } from '../../server/src/platform/queues.ts';
import { fillAccounts, fillPosts } from '../support/people.ts';
import { type BenchDatabase, startDatabase } from '../support/postgres.ts';
import { freePort, spawnServer } from '../support/server-process.ts';
import { cpuSeconds } from '../support/usage.ts';

export type Load = {
  workers: number;
  posts: number;
  everyMs: number;
  delayMs: number;
  accounts: number;
  /** Time for every worker to start and then sleep until the first post is due. */
  aheadMs: number;
  /**
   * The tokens of all accounts: valid for two hours; ending in ten minutes, so that the job renews them
   * first; or nine of ten expired.
   */
  tokens: 'good' | 'ending' | 'expired';
};

export type Measured = {
  /** Milliseconds from each post's time to its arrival at X; `good` only has accounts with a valid token. */
  lateness: number[];
  good: number[];
  /** Seconds from the time of the first post until the last one is settled. */
  seconds: number;
  /** Tokens renewed before the first post's time, and after it. */
  renewed: { before: number; meanwhile: number };
  cpu: { workers: number; postgres: number; x: number };
};

type Seen = { arrivals: [text: string, at: number][]; renewals: number[] };

const PATIENCE_MS = 90_000;
const ONE_GOOD_IN = 10;

/** A database, an X, and workers that are started as needed and reused for all loads. */
export type Stage = {
  database: BenchDatabase;
  sandboxPort: number;
  x: ChildProcess;
  workers: ChildProcess[];
  stop(): Promise<void>;
};

export async function openStage({ accounts, delayMs }: Pick<Load, 'accounts' | 'delayMs'>): Promise<Stage> {
  const database = await startDatabase('512MB');
  const sandboxPort = await freePort();
  const x = fork(join(import.meta.dirname, 'stand-in.ts'), [sandboxPort, delayMs, accounts].map(String));
  const workers: ChildProcess[] = [];
  async function stop() {
    for (const child of [...workers, x]) child.kill('SIGKILL');
    await database.stop();
  }
  try {
    await once(x, 'message');
    await fillAccounts(database, accounts);
    return { database, sandboxPort, x, workers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function measure(stage: Stage, load: Load): Promise<Measured> {
  const { database, sandboxPort, x, workers } = stage;
  const ask = (path: string) => fetch(`http://127.0.0.1:${sandboxPort}/${path}`);
  const seen = async () => (await (await ask('seen')).json()) as Seen;
  await ask('forget');
  await database.rows('truncate posts cascade');
  await database.rows(`update x_accounts set token_expires_at = now() + interval '2 hours'`);
  await startWorkers(stage, load.workers);
  if (load.tokens === 'ending') await renewAhead(database, load, async () => (await seen()).renewals.length);
  const from = new Date(Date.now() + load.aheadMs + load.posts / 20);
  await fillPosts(database, { count: load.posts, from, everyMs: load.everyMs });
  if (load.tokens === 'expired')
    await database.rows(
      `update x_accounts set token_expires_at = now() - interval '1 hour' where id % ${ONE_GOOD_IN} <> 0`,
    );
  // As the API does when posts are scheduled.
  await database.rows(`select pg_notify('posts_due', $1)`, [JSON.stringify({ at: from.getTime() })]);
  const before = cpuSeconds({ workers, x });
  const seconds = await allSettled(database, load.posts, from);
  const cpu = cpuSeconds({ workers, x }, before);
  const { arrivals, renewals } = await seen();
  const meanwhile = renewals.filter((at) => at >= from.getTime()).length;
  const renewed = { before: renewals.length - meanwhile, meanwhile };
  return { ...latenessOf(arrivals, from, load), seconds, renewed, cpu };
}

async function startWorkers({ database, sandboxPort, workers }: Stage, count: number): Promise<void> {
  const settings = { databaseUrl: database.url, sandboxPort, smtpPort: sandboxPort, folder: database.folder };
  const started = Array.from({ length: count - workers.length }, () => spawnServer('worker', settings, {}));
  workers.push(...started);
  await Promise.all(started.map((worker) => once(worker, 'message')));
}

/**
 * Lets the workers' own job renew every token: they end in ten minutes, and each account has a post due in
 * fifteen. The job runs every minute; here it is triggered, so that the run need not wait.
 */
async function renewAhead(
  database: BenchDatabase,
  { accounts }: Load,
  countRenewals: () => Promise<number>,
): Promise<void> {
  await database.rows(`update x_accounts set token_expires_at = now() + interval '10 minutes'`);
  const from = new Date(Date.now() + 15 * 60_000);
  await fillPosts(database, { count: accounts, from, everyMs: 0 });
  const boss = new PgBoss({
    connectionString: database.url,
    max: 1,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.send(queues.renewAhead, {});
  const deadline = Date.now() + PATIENCE_MS;
  while ((await countRenewals()) < accounts) {
    if (Date.now() > deadline)
      throw new Error(`The job renewed ${await countRenewals()} of ${accounts} tokens`);
    await sleep(100);
  }
  await boss.stop({ graceful: false });
  await database.rows('truncate posts cascade');
}

/** Waits until every post is posted. Returns the seconds from the first post's time to the last one's end. */
async function allSettled(database: BenchDatabase, posts: number, from: Date): Promise<number> {
  await sleep(from.getTime() - Date.now());
  for (;;) {
    const [found] = await database.rows<{ open: boolean }>(
      `select exists (select 1 from posts where status = 'pending')
           or exists (select 1 from lanes where open_post is not null) as open`,
    );
    if (!found?.open) break;
    await sleep(100);
  }
  const [found] = await database.rows<{ count: number; last: string }>(
    `select count(*)::int as count, max(posted_at) as last from posts where status = 'posted'`,
  );
  if (found?.count !== posts) throw new Error(`Of ${posts} posts ${found?.count} went out`);
  return (new Date(found.last).getTime() - from.getTime()) / 1000;
}

/** Throws unless every post arrived exactly once. */
function latenessOf(arrivals: Seen['arrivals'], from: Date, load: Load): Pick<Measured, 'lateness' | 'good'> {
  const posts = arrivals.map(([text, at]) => {
    const number = Number(/^Post (\d+) /.exec(text)?.[1]);
    const isGood = load.tokens !== 'expired' || ((number % load.accounts) + 1) % ONE_GOOD_IN === 0;
    return { number, isGood, late: at - from.getTime() - number * load.everyMs };
  });
  if (posts.length !== load.posts || new Set(posts.map(({ number }) => number)).size !== load.posts)
    throw new Error(`${posts.length} calls for ${load.posts} posts`);
  const lateness = posts.map(({ late }) => late);
  return { lateness, good: posts.filter(({ isGood }) => isGood).map(({ late }) => late) };
}
