import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { fillPosts } from '../support/people.ts';
import type { BenchDatabase } from '../support/postgres.ts';

/** One way to publish posts. `run` prepares items, times the work, checks the result, and cleans up. */
export type Contender = {
  name: string;
  /** A description of its settings. */
  note: string;
  /** Publishes this many posts; returns the seconds it took. */
  run(database: BenchDatabase, posts: number): Promise<number>;
};

/** The number of connections that each contender may use. */
export const CONNECTIONS = 10;

const BATCH = 100;

let nextTweet = 0;

/** The call that every contender makes: an X that answers at once. */
export async function publishAtOnce(): Promise<string> {
  nextTweet += 1;
  return `17${String(nextTweet).padStart(17, '0')}`;
}

/** A claim sets `started_at`, which the product itself only sets on published posts. */
const INDEX = `create index bench_due on posts (due_at, scheduled_at, id) where status = 'pending' and started_at is null`;

const CLAIM = `
  with due as (
    select id from posts where status = 'pending' and started_at is null and due_at <= now()
    order by due_at, scheduled_at, id limit $1 for no key update skip locked
  )
  update posts p set started_at = now() from due where p.id = due.id returning p.id`;

const SETTLE = `update posts p set status = 'posted', tweet_id = g.tweet_id, posted_at = now()
  from unnest($1::bigint[], $2::text[]) as g(id, tweet_id) where p.id = g.id`;

/** The limit of PostgreSQL: claim and settle in prepared SQL on the same table, no order or notifications. */
export const raw: Contender = {
  name: 'raw SKIP LOCKED',
  note: `claim of ${BATCH} and settle of ${BATCH} in plain SQL; ${CONNECTIONS} connections`,
  async run(database, posts) {
    await fillPosts(database, { count: posts, from: new Date(Date.now() - 60_000), everyMs: 0 });
    await database.rows(INDEX);
    await database.rows('analyze posts');
    const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    const started = performance.now();
    const work = { left: posts };
    await Promise.all(Array.from({ length: CONNECTIONS }, () => claimAndSettle(pool, work)));
    const seconds = (performance.now() - started) / 1000;
    await pool.end();
    const [found] = await database.rows<{ posted: number }>(
      `select count(*)::int as posted from posts where status = 'posted'`,
    );
    if (found?.posted !== posts) throw new Error(`Of ${posts} posts ${found?.posted} are posted`);
    await database.rows('drop index bench_due');
    await database.rows('truncate posts cascade');
    return seconds;
  },
};

async function claimAndSettle(pool: pg.Pool, work: { left: number }): Promise<void> {
  const client = await pool.connect();
  try {
    while (work.left > 0) {
      const { rows } = await client.query<{ id: string }>({ name: 'claim', text: CLAIM, values: [BATCH] });
      if (rows.length === 0) {
        // Other workers have the rest.
        await sleep(1);
        continue;
      }
      const tweets = await Promise.all(rows.map(publishAtOnce));
      await client.query({ name: 'settle', text: SETTLE, values: [rows.map(({ id }) => id), tweets] });
      work.left -= rows.length;
    }
  } finally {
    client.release();
  }
}

const QUEUE = 'posts';

const WORKERS = 4;

/** Many posts per statement, as the engine settles them. */
const MARK = `update posts p set status = 'posted', tweet_id = g.tweet_id, posted_at = now(), retry_count = p.retry_count + 1
  from unnest($1::bigint[], $2::text[]) as g(id, tweet_id) where p.id = g.id`;

export const pgBoss: Contender = {
  name: 'pg-boss',
  note: `batches of ${BATCH}, ${WORKERS} workers that fetch on while batches are full; ${CONNECTIONS} connections`,
  async run(database, posts) {
    await fillPosts(database, { count: posts, from: new Date(Date.now() - 60_000), everyMs: 0 });
    const rows = await database.rows<{ id: string }>(
      'select id from posts order by due_at, scheduled_at, id',
    );
    const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS });
    pool.on('error', () => undefined);
    const boss = new PgBoss({ connectionString: database.url, max: CONNECTIONS, schema: 'bench_boss' });
    boss.on('error', () => undefined);
    await boss.start();
    await boss.createQueue(QUEUE);
    for (let from = 0; from < posts; from += 5_000)
      await boss.insert(
        QUEUE,
        rows.slice(from, from + 5_000).map(({ id }) => ({ data: { id: Number(id) } })),
      );
    await database.rows('analyze');
    const finished = Promise.withResolvers<void>();
    let left = posts;
    const started = performance.now();
    await boss.work<{ id: number }>(
      QUEUE,
      {
        batchSize: BATCH,
        localConcurrency: WORKERS,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 0.5,
      },
      async (jobs) => {
        const tweets = await Promise.all(jobs.map(publishAtOnce));
        await pool.query({ name: 'mark', text: MARK, values: [jobs.map(({ data }) => data.id), tweets] });
        left -= jobs.length;
        if (left <= 0) finished.resolve();
      },
    );
    await finished.promise;
    const seconds = (performance.now() - started) / 1000;
    // Otherwise a batch that is not yet marked as completed is retried, and done twice.
    await boss.stop({ graceful: true });
    await pool.end();
    const [wrong] = await database.rows<{ count: number }>(
      `select count(*)::int as count from posts where status <> 'posted' or retry_count <> 1`,
    );
    if (wrong?.count !== 0) throw new Error(`${wrong?.count} posts were not done exactly once`);
    await database.rows('truncate posts cascade');
    await database.rows('drop schema bench_boss cascade');
    return seconds;
  },
};
