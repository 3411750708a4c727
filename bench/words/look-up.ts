import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { findAlike } from '../../server/src/features/alike/find-alike.ts';
import { recordPosts } from '../../server/src/features/alike/record-texts.ts';
import { signatureOf } from '../../server/src/features/alike/similarity.rules.ts';
import { type Db, inTransaction, openDatabase } from '../../server/src/platform/database/database.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { inBulk, withoutIndexes } from '../support/bulk.ts';
import { readNumbers } from '../support/options.ts';
import { startDatabase } from '../support/postgres.ts';
import { atLeast, atMost, median, percentile, type Report, rounded } from '../support/report.ts';
import { createWriter, reworded } from './texts.ts';

const CHUNK = 5_000;
const WARM_UP = 20;
/** Posts per measured save: a month of daily posts. */
const SAVED = 30;
const SAVES = 20;
/** The target at a million posts. */
const MOST_MS = 20;

/**
 * How long it takes to find a post like a given text, for reworded posts and for texts that no one has written, and
 * how long to save a month of posts without and with their index entries.
 */
export async function lookUp(args: string[], tell: (line: string) => void): Promise<Report> {
  const options = readNumbers(args, { posts: 1_000_000, 'look-ups': 300 });
  const server = await startDatabase('2GB');
  const { db, close } = openDatabase(server.url, createLogger('silent', 'bench'), 2);
  try {
    await inBulk(server, (client) => fillPosts(client, options.posts));
    tell(`${options.posts} posts are indexed`);
    const { alike, unlike } = questionsFor(options.posts, options['look-ups']);
    await time(db, alike.slice(0, WARM_UP));
    const found = { alike: await time(db, alike), unlike: await time(db, unlike) };
    return reportOf(options, found, await timeSaves(db, options.posts));
  } finally {
    await close();
    await server.stop();
  }
}

/** The posts from this number on; a number always gives the same chunk. */
function chunkFrom(from: number, posts: number): string[] {
  return Array.from({ length: Math.min(CHUNK, posts - from) }, createWriter(from + 2));
}

async function fillPosts(client: pg.Client, posts: number): Promise<void> {
  await withoutIndexes(client, 'posts', () =>
    withoutIndexes(client, 'alike_texts', async () => {
      for (let from = 0; from < posts; from += CHUNK) await insert(client, from, chunkFrom(from, posts));
    }),
  );
  await client.query('analyze posts, alike_texts');
}

async function insert(client: pg.Client, from: number, texts: readonly string[]): Promise<void> {
  const signatures = texts.map(signatureOf);
  await client.query(
    `with given as (
       select $1::bigint + place as id, content, bands::int[] as bands, sketch::bit(256) as sketch
       from unnest($2::text[], $3::text[], $4::text[]) with ordinality as g(content, bands, sketch, place)
     ), written as (
       insert into posts (id, user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, created_at, updated_at)
       overriding system value
       select id, 1 + id % 10000, 1 + id % 10000, content, t.at, '', t.at, 'posted', t.at, t.at
       from given cross join lateral (select now() - id % 80 * interval '1 day' as at) t
     )
     insert into alike_texts (post_id, bands, sketch, look_at) select id, bands, sketch, now() + interval '90 days' from given`,
    [
      from,
      texts,
      signatures.map(({ bands }) => `{${bands.join(',')}}`),
      signatures.map(({ sketch }) => sketch),
    ],
  );
}

/** Posts with one word replaced, from both ends of the table, and texts that no one has written. */
function questionsFor(posts: number, count: number): { alike: string[]; unlike: string[] } {
  const last = Math.floor((posts - 1) / CHUNK) * CHUNK;
  const known = [...chunkFrom(0, posts), ...chunkFrom(last, posts)];
  const step = Math.max(1, Math.floor(known.length / count));
  const alike = known.filter((_, at) => at % step === 0).slice(0, count);
  return { alike: alike.map(reworded), unlike: Array.from({ length: count }, createWriter(1_000_000_007)) };
}

type Found = { ms: number[]; share: number };

async function time(db: Db, texts: readonly string[]): Promise<Found> {
  const ms: number[] = [];
  let found = 0;
  for (const text of texts) {
    const start = performance.now();
    const posts = await findAlike(db, text, new Date());
    ms.push(performance.now() - start);
    if (posts.length > 0) found += 1;
  }
  return { ms, share: found / texts.length };
}

/** Milliseconds to add a month of posts, without and with their index entries; medians. */
async function timeSaves(db: Db, posts: number): Promise<{ plain: number; indexed: number }> {
  const write = createWriter(99);
  const times: { plain: number[]; indexed: number[] } = { plain: [], indexed: [] };
  for (let save = 0; save < SAVES * 2; save += 1) {
    const [first, now] = [posts + 1 + save * SAVED, new Date()];
    const contents = Array.from({ length: SAVED }, write);
    const start = performance.now();
    await inTransaction(db, async (tx) => {
      await tx.execute('set local session_replication_role = replica');
      for (const [at, content] of contents.entries())
        await tx.execute(
          `insert into posts (id, user_id, account_id, content, scheduled_at, scheduled_local, due_at, created_at, updated_at)
           overriding system value values (${first + at}, 1, 1, '${content}', now(), '', now(), now(), now())`,
        );
      const words = contents.map((content, at) => ({ postId: first + at, content, at: now }));
      if (save % 2 === 1) await recordPosts(tx, words, now);
    });
    times[save % 2 === 1 ? 'indexed' : 'plain'].push(performance.now() - start);
  }
  return { plain: median(times.plain), indexed: median(times.indexed) };
}

function reportOf(
  setting: Report['setting'],
  { alike, unlike }: { alike: Found; unlike: Found },
  saves: { plain: number; indexed: number },
): Report {
  const row = (what: string, { ms, share }: Found) => [
    what,
    ...[percentile(ms, 50), percentile(ms, 95), 100 * share].map(rounded),
  ];
  return {
    name: 'look-up',
    setting: {
      ...setting,
      [`ms to save ${SAVED} posts`]: rounded(saves.plain),
      'and to index them': rounded(saves.indexed - saves.plain),
    },
    columns: ['texts', 'p50 ms', 'p95 ms', '% found'],
    rows: [row('reworded posts', alike), row('new texts', unlike)],
    verdicts: [
      atMost('ms of a look-up, p95, where there is an alike post', percentile(alike.ms, 95), MOST_MS),
      atMost('ms of a look-up, p95, where there is none', percentile(unlike.ms, 95), MOST_MS),
      atLeast('% of reworded posts found', 100 * alike.share, 100),
    ],
  };
}
