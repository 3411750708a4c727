import pg from 'pg';
import { fillPosts } from '../support/people.ts';
import type { BenchDatabase } from '../support/postgres.ts';
import { BATCH, CONNECTIONS } from './contender.ts';

/** The posts table, in which the peers mark items as done, many per statement, as the engine does. */
export type Items = {
  ids: readonly number[];
  /** Resolves once the table is updated. */
  mark(id: number, tweetId: string): Promise<void>;
  /** Like `mark`, for many at once. */
  markAll(done: readonly { id: number; tweetId: string }[]): Promise<void>;
  /** Resolves when every item is done. */
  done: Promise<void>;
  /** Throws unless each item was done exactly once. */
  close(): Promise<void>;
};

const GATHER_MS = 2;

export async function createItems(database: BenchDatabase, count: number): Promise<Items> {
  await fillPosts(database, { count, from: new Date(Date.now() - 60_000), everyMs: 0 });
  const rows = await database.rows<{ id: string }>('select id from posts order by due_at, scheduled_at, id');
  const ids = rows.map((row) => Number(row.id));
  const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS });
  pool.on('error', () => undefined);
  const finished = Promise.withResolvers<void>();
  let left = count;
  let waiting: { id: number; tweetId: string; done: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function markAll(done: readonly { id: number; tweetId: string }[]): Promise<void> {
    await pool.query({
      name: 'mark',
      text: `update posts p set status = 'posted', tweet_id = g.tweet_id, posted_at = now(), retry_count = p.retry_count + 1
        from unnest($1::bigint[], $2::text[]) as g(id, tweet_id) where p.id = g.id`,
      values: [done.map((each) => each.id), done.map((each) => each.tweetId)],
    });
    left -= done.length;
    if (left <= 0) finished.resolve();
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    await markAll(batch);
    for (const each of batch) each.done();
  }

  return {
    ids,
    markAll,
    mark: (id, tweetId) =>
      new Promise((done) => {
        waiting.push({ id, tweetId, done });
        if (waiting.length >= BATCH) void flush();
        else timer ??= setTimeout(() => void flush(), GATHER_MS);
      }),
    done: finished.promise,
    async close() {
      await pool.end();
      const [wrong] = await database.rows<{ count: number }>(
        `select count(*)::int as count from posts where status <> 'posted' or retry_count <> 1`,
      );
      await database.rows('truncate posts cascade');
      if (wrong?.count !== 0) throw new Error(`${wrong?.count} items were not done exactly once`);
    },
  };
}
