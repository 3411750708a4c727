import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { fillPosts } from '../support/people.ts';
import { BATCH, CONNECTIONS, type Contender, publishAtOnce } from './contender.ts';

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
