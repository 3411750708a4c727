import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { fillPosts } from '../support/people.ts';
import { BATCH, CONNECTIONS, type Contender, publishAtOnce } from './contender.ts';

/** A claim sets `started_at`, which the product itself only sets on published posts. */
const INDEX = `create index bench_due on posts (due_at, scheduled_at, id) where status = 'pending' and started_at is null`;
const LEDGER = `create table bench_calls (
    id bigint generated always as identity primary key, post_id bigint not null, account_id bigint not null,
    started_at timestamptz not null, tweet_id text, settled_at timestamptz)`;
const ONE_OPEN = 'create unique index bench_calls_open on bench_calls (account_id) where settled_at is null';

const claim = `
  with due as (
    select id, account_id from posts where status = 'pending' and started_at is null and due_at <= now()
    order by due_at, scheduled_at, id limit $1 for no key update skip locked
  )`;

/** The limit of PostgreSQL: claim and settle in prepared SQL on the same table, no order or notifications. */
export const raw = plainSql('raw SKIP LOCKED', 'claim of 100 and settle of 100 in plain SQL', {
  make: [INDEX],
  drop: ['drop index bench_due'],
  claim: `${claim}
    update posts p set started_at = now() from due where p.id = due.id returning p.id, 0 as call`,
  settle: `update posts p set status = 'posted', tweet_id = g.tweet_id, posted_at = now()
    from unnest($1::bigint[], $2::text[], $3::bigint[]) as g(id, tweet_id, call) where p.id = g.id`,
});

/** Like `raw`, plus a ledger row written before each call and closed after it, one open per account. */
export const rawWithLedger = plainSql('raw with a ledger', 'the same, and a row of a ledger for each call', {
  make: [INDEX, LEDGER, ONE_OPEN],
  drop: ['drop index bench_due', 'drop table bench_calls'],
  claim: `${claim}, opened as (
      insert into bench_calls (post_id, account_id, started_at) select id, account_id, now() from due order by account_id
      on conflict (account_id) where settled_at is null do nothing returning post_id, id
    )
    update posts p set started_at = now() from opened o where p.id = o.post_id returning p.id, o.id as call`,
  settle: `with given as (
      select * from unnest($1::bigint[], $2::text[], $3::bigint[]) as g(id, tweet_id, call)
    ), held as materialized (
      -- Before the ledger: a claim that waits for a ledger row may hold one of these.
      select p.id from posts p where p.id = any($1::bigint[]) order by p.id for no key update
    ), closed as (
      update bench_calls c set tweet_id = g.tweet_id, settled_at = now()
      from given g where (select count(*) from held) > 0 and c.id = g.call returning c.post_id, c.tweet_id
    )
    update posts p set status = 'posted', tweet_id = c.tweet_id, posted_at = now() from closed c where p.id = c.post_id`,
});

/** `make` and `drop`: what the contender needs in addition to the product's tables. */
type Statements = { make: readonly string[]; drop: readonly string[]; claim: string; settle: string };

function plainSql(name: string, what: string, statements: Statements): Contender {
  return {
    name,
    note: `${what}; ${CONNECTIONS} connections`,
    async run(database, posts) {
      await fillPosts(database, { count: posts, from: new Date(Date.now() - 60_000), everyMs: 0 });
      for (const statement of statements.make) await database.rows(statement);
      await database.rows('analyze posts');
      const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS });
      pool.on('error', () => undefined);
      pool.on('connect', (client) => client.on('error', () => undefined));
      const started = performance.now();
      const work = { left: posts };
      await Promise.all(Array.from({ length: CONNECTIONS }, () => claimAndSettle(pool, statements, work)));
      const seconds = (performance.now() - started) / 1000;
      await pool.end();
      const [found] = await database.rows<{ posted: number }>(
        `select count(*)::int as posted from posts where status = 'posted'`,
      );
      if (found?.posted !== posts) throw new Error(`Of ${posts} posts ${found?.posted} are posted`);
      for (const statement of statements.drop) await database.rows(statement);
      await database.rows('truncate posts cascade');
      return seconds;
    },
  };
}

async function claimAndSettle(pool: pg.Pool, statements: Statements, work: { left: number }): Promise<void> {
  const client = await pool.connect();
  try {
    while (work.left > 0) {
      const { rows } = await client.query<{ id: string; call: string }>({
        name: 'claim',
        text: statements.claim,
        values: [BATCH],
      });
      if (rows.length === 0) {
        // Other workers have the rest, or it waits behind another post of its account.
        await sleep(1);
        continue;
      }
      const tweets = await Promise.all(rows.map(publishAtOnce));
      await client.query({
        name: 'settle',
        text: statements.settle,
        values: [rows.map((row) => row.id), tweets, rows.map((row) => row.call)],
      });
      work.left -= rows.length;
    }
  } finally {
    client.release();
  }
}
