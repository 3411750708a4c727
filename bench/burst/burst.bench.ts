import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '../support/cpu.ts';
import { freePort } from '../support/free-port.ts';
import { readNumbers } from '../support/options.ts';
import { fillAccounts, fillPosts } from '../support/people.ts';
import { type BenchDatabase, startDatabase } from '../support/postgres.ts';
import { atMost, type Report, rounded } from '../support/report.ts';
import { spawnServer } from '../support/server-process.ts';
import { percentile } from '../support/statistics.ts';

type Options = Record<'posts' | 'rate' | 'seconds' | 'delay' | 'accounts' | 'ahead', number>;
type Load = {
  workers: number;
  posts: number;
  everyMs: number;
  delayMs: number;
  accounts: number;
  /** Time for every worker to start and to go to sleep until the first post is due. */
  aheadMs: number;
};
type Measured = {
  /** Milliseconds from each post's time to its arrival at X. */
  lateness: number[];
  /** Seconds from the time of the first post until the last is settled. */
  seconds: number;
  cpu: { workers: number; postgres: number; x: number };
};

/** How real worker processes handle many posts: all due in one second, and in a steady stream. */
export async function burst(args: string[], tell: (line: string) => void): Promise<Report> {
  const options: Options = readNumbers(args, {
    posts: 10_000,
    rate: 1_500,
    seconds: 60,
    delay: 200,
    accounts: 10_000,
    ahead: 6_000,
  });
  const common = { delayMs: options.delay, accounts: options.accounts, aheadMs: options.ahead };
  const atOnce = await measure({ workers: 1, posts: options.posts, everyMs: 0, ...common });
  tell(`${options.posts} posts at once: ${rounded(atOnce.seconds)} s`);
  const total = options.rate * options.seconds;
  const steady = await measure({ workers: 2, posts: total, everyMs: 1000 / options.rate, ...common });
  tell(`${options.rate} posts a second: p99 ${rounded(percentile(steady.lateness, 99))} ms late`);
  return reportOf(options, atOnce, steady);
}

async function measure(load: Load): Promise<Measured> {
  const database = await startDatabase('512MB');
  const sandboxPort = await freePort();
  const x = fork(join(import.meta.dirname, 'stand-in.ts'), [String(sandboxPort), String(load.delayMs)]);
  const workers: ChildProcess[] = [];
  try {
    await once(x, 'message');
    await fillAccounts(database, load.accounts);
    const settings = {
      databaseUrl: database.url,
      sandboxPort,
      smtpPort: sandboxPort,
      folder: database.folder,
    };
    for (let number = 0; number < load.workers; number += 1)
      workers.push(spawnServer('worker', settings, {}));
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const from = new Date(Date.now() + load.aheadMs + load.posts / 20);
    await fillPosts(database, { count: load.posts, from, everyMs: load.everyMs });
    // As the API does when posts are scheduled.
    await database.rows(`select pg_notify('posts_due', $1)`, [JSON.stringify({ at: from.getTime() })]);
    const before = cpuSeconds({ workers, x });
    const settled = await allSettled(database, load.posts, from);
    const arrivals = await fetch(`http://127.0.0.1:${sandboxPort}/arrivals`);
    const lateness = latenessOf((await arrivals.json()) as [string, number][], from, load);
    return { lateness, seconds: settled, cpu: cpuSeconds({ workers, x }, before) };
  } finally {
    for (const child of [...workers, x]) child.kill('SIGKILL');
    await database.stop();
  }
}

/** Waits until every post is posted; seconds from the first one's time to the last settlement. */
async function allSettled(database: BenchDatabase, posts: number, from: Date): Promise<number> {
  await sleep(from.getTime() - Date.now());
  for (;;) {
    const [found] = await database.rows<{ open: boolean }>(
      `select exists (select 1 from posts where is_open and status = 'pending' and hold_reason is null)
           or exists (select 1 from post_attempts where settled_at is null) as open`,
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

/** Throws unless every post arrived once. */
function latenessOf(arrivals: readonly [string, number][], from: Date, load: Load): number[] {
  const numbers = arrivals.map(([text]) => Number(/^Post (\d+) /.exec(text)?.[1]));
  if (arrivals.length !== load.posts || new Set(numbers).size !== load.posts)
    throw new Error(`${arrivals.length} calls for ${load.posts} posts`);
  return arrivals.map(([, at], index) => at - from.getTime() - (numbers[index] ?? 0) * load.everyMs);
}

function reportOf(options: Options, atOnce: Measured, steady: Measured): Report {
  const row = (name: string, { lateness, seconds, cpu }: Measured) => [
    name,
    rounded(seconds),
    rounded(percentile(lateness, 50)),
    rounded(percentile(lateness, 99)),
    rounded(Math.max(...lateness)),
    ...[cpu.workers, cpu.postgres, cpu.x].map((share) => `${Math.round((share / (seconds * 2)) * 100)} %`),
  ];
  return {
    name: 'burst',
    setting: { 'X answers after ms': options.delay, accounts: options.accounts },
    columns: ['load', 's until settled', 'late p50 ms', 'p99 ms', 'most ms', 'workers', 'postgres', 'X'],
    rows: [
      row(`${options.posts} at once, 1 worker`, atOnce),
      row(`${options.rate}/s for ${options.seconds} s, 2 workers`, steady),
    ],
    verdicts: [
      atMost('seconds until all are out', atOnce.seconds, 8),
      atMost('p99 ms late of a steady stream', percentile(steady.lateness, 99), 1_000),
    ],
  };
}
