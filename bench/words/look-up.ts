import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { findAlike } from '../../server/src/features/alike/find-alike.ts';
import { recordPosts } from '../../server/src/features/alike/record-texts.ts';
import { signatureOf } from '../../server/src/features/alike/signature.rules.ts';
import { inTransaction, openDatabase } from '../../server/src/platform/database/database.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { withoutIndexes } from '../support/bulk.ts';
import { readNumbers, takeTexts } from '../support/options.ts';
import { startDatabase } from '../support/postgres.ts';
import { atMost, type Report, rounded } from '../support/report.ts';
import { percentile } from '../support/statistics.ts';
import {
  dropRival,
  inChunks,
  indexRival,
  lookUpRival,
  type Rival,
  rivalsFor,
  type Texts,
} from './contenders.ts';
import { createWriter, reworded } from './texts.ts';

const SHARED_BUFFERS = '2GB';
/** The target at a million posts. */
const MOST_MS = 20;
const WARM_UP = 20;
/** The time limit per contender and kind of text: some take seconds for one. */
const MOST_ASKING_MS = 20_000;
/** Posts per measured save: a month of daily posts. */
const SAVED = 30;
const SAVES = 20;

type Options = {
  posts: number;
  /** Look-ups of each kind per contender. */
  lookUps?: number;
  /** A PostgreSQL with an empty database, for example one with pg_trgm; ours is started without it. */
  url?: string | undefined;
  /** A folder that is filled once and kept. */
  data?: string | undefined;
  /** A pattern that selects the rivals to run. */
  only?: string | undefined;
  tell?: (line: string) => void;
};
type Timed = { ms: number; near: number; alike: number };
/** One look-up method: how it was built, and its times for texts with and without an alike one. */
export type Contender = {
  name: string;
  buildSeconds: number;
  megabytes: number;
  alike: { p50: number; p95: number; near: number };
  unlike: { p50: number; p95: number; near: number };
  /** The share of reworded posts that were found. */
  found: number;
};
export type LookUps = { contenders: Contender[]; insertMs: { plain: number; indexed: number } };

/** Times look-ups among this many posts, for our index and its rivals in turn, on one PostgreSQL. */
export async function measureLookUp(options: Options): Promise<LookUps> {
  const { posts, lookUps = 300, tell = () => undefined } = options;
  const started = options.url ? undefined : await startDatabase(SHARED_BUFFERS, options.data);
  const url = options.url ?? (started?.url as string);
  if (options.url) await migrate(url, createLogger('silent', 'bench'));
  const client = new pg.Client(url);
  await client.connect();
  const database = openDatabase(url, createLogger('silent', 'bench'), 2);
  try {
    const texts = textsOf(posts);
    const rivals = (await rivalsFor(client, texts.chunk(0, Math.min(posts, 20_000)))).filter(({ name }) =>
      new RegExp(options.only ?? '.').test(name),
    );
    const asked = questionsFor(texts, lookUps);
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'`,
    );
    const isFilled = (await client.query('select from posts limit 1')).rowCount === 1;
    const seconds = isFilled ? Number.NaN : await secondsOf(() => fillPosts(client, texts));
    tell(isFilled ? 'filled before' : `${posts} posts written and indexed in ${Math.round(seconds)} s`);
    const now = new Date();
    const ours = await timeAll(asked, async (text) => {
      const found = await findAlike(database.db, text, now);
      return { near: found.length, alike: found.length };
    });
    const contenders = [
      contenderOf('ours: MinHash, 68 bands of 4', seconds, await sizeOf(client, 'alike_texts'), ours),
    ];
    tell(`ours: ${JSON.stringify(contenders[0])}`);
    const insertMs = await timeSaves(database.db, posts);
    tell(`saves: ${JSON.stringify(insertMs)}`);
    for (const rival of rivals) {
      contenders.push(await measureRival(client, rival, texts, asked));
      tell(`${rival.name}: ${JSON.stringify(contenders.at(-1))}`);
    }
    return { contenders, insertMs };
  } finally {
    await client.end();
    await database.close();
    await started?.stop();
  }
}

/** `npm run bench -- look-up`. */
export async function lookUp(args: string[], tell: (line: string) => void): Promise<Report> {
  const { texts, rest } = takeTexts(args, ['url', 'only', 'data']);
  const numbers = readNumbers(rest, { posts: 1_000_000, 'look-ups': 300 });
  const { contenders, insertMs } = await measureLookUp({
    posts: numbers.posts,
    lookUps: numbers['look-ups'],
    ...texts,
    tell,
  });
  const [ours] = contenders;
  return {
    name: 'look-up of alike posts',
    setting: {
      posts: numbers.posts,
      'look-ups of each kind': numbers['look-ups'],
      [`ms to save ${SAVED} posts`]: rounded(insertMs.plain),
      'and to index them': rounded(insertMs.indexed - insertMs.plain),
    },
    columns: ['index', 'p50 ms', 'p95 ms', 'unlike: p50', 'p95', 'near', 'found', 'MB', 'built in s'],
    rows: contenders.map(({ name, alike, unlike, found, megabytes, buildSeconds }) => [
      name,
      ...[alike.p50, alike.p95, unlike.p50, unlike.p95, unlike.near, found].map(rounded),
      Math.round(megabytes),
      Math.round(buildSeconds),
    ]),
    verdicts: [
      atMost('ms of a look-up, p95, where there is an alike post', ours?.alike.p95 ?? Number.NaN, MOST_MS),
      atMost('ms of a look-up, p95, where there is none', ours?.unlike.p95 ?? Number.NaN, MOST_MS),
    ],
  };
}

function textsOf(count: number): Texts {
  return {
    count,
    chunk(from, to) {
      const write = createWriter(from + 2);
      return Array.from({ length: to - from }, write);
    },
  };
}

/** Posts with one word replaced, from all over the table, and texts that no one has written. */
function questionsFor(texts: Texts, count: number): { alike: string[]; unlike: string[] } {
  const first = texts.chunk(0, Math.min(texts.count, 5_000));
  const last = Math.floor((texts.count - 1) / 5_000) * 5_000;
  const known = [...first, ...texts.chunk(last, texts.count)];
  const step = Math.max(1, Math.floor(known.length / count));
  const alike = known.filter((_, at) => at % step === 0).slice(0, count);
  return { alike: alike.map(reworded), unlike: Array.from({ length: count }, createWriter(1_000_000_007)) };
}

async function fillPosts(client: pg.Client, texts: Texts): Promise<void> {
  await withoutIndexes(client, 'posts', () =>
    withoutIndexes(client, 'alike_texts', () =>
      inChunks(texts, async (chunk, from) => {
        const signatures = chunk.map(signatureOf);
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
            chunk,
            signatures.map(({ bands }) => `{${bands.join(',')}}`),
            signatures.map(({ sketch }) => sketch),
          ],
        );
      }),
    ),
  );
  await client.query('analyze posts');
  await client.query('analyze alike_texts');
}

async function measureRival(
  client: pg.Client,
  rival: Rival,
  texts: Texts,
  asked: { alike: string[]; unlike: string[] },
): Promise<Contender> {
  const seconds = await secondsOf(() => indexRival(client, rival, texts));
  const size = await sizeOf(client, 'rival');
  const times = await timeAll(asked, (text) => lookUpRival(client, rival, text));
  await dropRival(client, rival);
  return contenderOf(rival.name, seconds, size, times);
}

async function timeAll(
  { alike, unlike }: { alike: string[]; unlike: string[] },
  ask: (text: string) => Promise<{ near: number; alike: number }>,
): Promise<{ alike: Timed[]; unlike: Timed[] }> {
  const warmUntil = performance.now() + MOST_ASKING_MS / 4;
  for (const text of alike.slice(0, WARM_UP)) if (performance.now() < warmUntil) await ask(text);
  const time = async (text: string): Promise<Timed> => {
    const start = performance.now();
    const answer = await ask(text);
    return { ms: performance.now() - start, ...answer };
  };
  const timeEach = async (texts: string[]): Promise<Timed[]> => {
    const until = performance.now() + MOST_ASKING_MS;
    const times: Timed[] = [];
    for (const text of texts) if (performance.now() < until) times.push(await time(text));
    return times;
  };
  return { alike: await timeEach(alike), unlike: await timeEach(unlike) };
}

function contenderOf(
  name: string,
  buildSeconds: number,
  megabytes: number,
  times: { alike: Timed[]; unlike: Timed[] },
): Contender {
  const figures = (list: Timed[]) => {
    const ms = list.map((each) => each.ms);
    const near = list.reduce((sum, each) => sum + each.near, 0) / list.length;
    return { p50: percentile(ms, 50), p95: percentile(ms, 95), near };
  };
  const found = times.alike.filter((each) => each.alike > 0).length / times.alike.length;
  return { name, buildSeconds, megabytes, alike: figures(times.alike), unlike: figures(times.unlike), found };
}

/** Milliseconds to add a month of posts, without and with their index entries; medians. */
async function timeSaves(db: Parameters<typeof recordPosts>[0], posts: number): Promise<LookUps['insertMs']> {
  const write = createWriter(99);
  const now = new Date();
  // A kept folder still contains those of the previous run.
  await db.execute(`delete from posts where id > ${posts}`);
  const times: Record<'plain' | 'indexed', number[]> = { plain: [], indexed: [] };
  for (let save = 0; save < SAVES * 2; save++) {
    const isIndexed = save % 2 === 1;
    const first = posts + 1 + save * SAVED;
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
      if (isIndexed) await recordPosts(tx, words, now);
    });
    times[isIndexed ? 'indexed' : 'plain'].push(performance.now() - start);
  }
  return { plain: percentile(times.plain, 50), indexed: percentile(times.indexed, 50) };
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function sizeOf(client: pg.Client, relation: string): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select pg_total_relation_size($1)::float8 as bytes`,
    [relation],
  );
  return (rows[0]?.bytes ?? 0) / 1_048_576;
}
