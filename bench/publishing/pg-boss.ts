import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { fillPosts } from '../support/people.ts';
import { BATCH, CONNECTIONS, type Contender, publishAtOnce } from './contender.ts';

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
