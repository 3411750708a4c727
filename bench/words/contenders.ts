import type pg from 'pg';
import { bandsOf, leastOf } from '../../server/src/features/alike/signature.rules.ts';
import { areAlike, shinglesOf } from '../../server/src/features/alike/similarity.rules.ts';

/** Another way to find candidates for alike texts, with its own table. */
export type Rival = {
  name: string;
  /** The numbers under which a text is indexed; null if the database indexes the text itself. */
  keysOf: ((text: string) => number[]) | null;
};

/** The trigram similarity that makes a candidate; below 0.6, because it counts other pieces than we do. */
const TRIGRAMS_FROM = 0.4;

function minHash(bands: number, rows: number): Rival {
  const keysOf = (text: string) => bandsOf(leastOf(text, bands * rows), rows);
  return { name: `MinHash, ${bands} bands of ${rows}`, keysOf };
}

/**
 * The exact prefix filter: with pieces ordered rarest first, two texts that share six tenths of them share
 * one of their first four tenths. `sample` determines how frequent pieces are.
 */
function prefixFilter(sample: readonly string[]): Rival {
  const frequency = new Map<number, number>();
  for (const text of sample)
    for (const piece of shinglesOf(text)) {
      const key = keyOf(piece);
      frequency.set(key, (frequency.get(key) ?? 0) + 1);
    }
  const keysOf = (text: string) => {
    const keys = Array.from(shinglesOf(text), keyOf);
    keys.sort((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || a - b);
    return keys.slice(0, keys.length - Math.ceil(0.6 * keys.length) + 1);
  };
  return { name: 'rarest pieces (exact)', keysOf };
}

function keyOf(piece: string): number {
  let hash = 0x811c9dc5;
  for (const character of piece) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash | 0;
}

/** The rivals of one run; trigrams only if the server has the extension, which ours does not. */
export async function rivalsFor(client: pg.Client, sample: readonly string[]): Promise<Rival[]> {
  const { rowCount } = await client.query(`select from pg_available_extensions where name = 'pg_trgm'`);
  const trigrams: Rival[] = rowCount ? [{ name: 'pg_trgm', keysOf: null }] : [];
  return [minHash(38, 3), prefixFilter(sample), ...trigrams];
}

/** Builds the rival's index over all posts. */
export async function indexRival(client: pg.Client, { keysOf }: Rival, texts: Texts): Promise<void> {
  if (keysOf === null) {
    await client.query('create extension if not exists pg_trgm');
    await client.query('create index rival on posts using gin (content gin_trgm_ops)');
    await client.query(`set pg_trgm.similarity_threshold = ${TRIGRAMS_FROM}`);
    return;
  }
  await client.query('create table rival (post_id bigint not null, keys int[] not null)');
  await inChunks(texts, async (chunk, from) => {
    const keys = chunk.map((text) => `{${keysOf(text).join(',')}}`);
    await client.query(
      `insert into rival select $1::bigint + place, keys::int[] from unnest($2::text[]) with ordinality as g(keys, place)`,
      [from, keys],
    );
  });
  await client.query('create index rival_keys on rival using gin (keys) with (fastupdate = off)');
  await client.query('analyze rival');
}

export async function dropRival(client: pg.Client, { keysOf }: Rival): Promise<void> {
  await client.query(keysOf === null ? 'drop index rival' : 'drop table rival');
}

/** How many posts the rival's index returns, and how many of them are alike. */
export async function lookUpRival(
  client: pg.Client,
  { keysOf }: Rival,
  text: string,
): Promise<{ near: number; alike: number }> {
  const { rows } = await client.query<{ content: string }>(
    keysOf === null
      ? { name: 'rival', text: 'select content from posts where content % $1', values: [text] }
      : {
          name: 'rival_keys',
          text: 'select content from posts where id in (select post_id from rival where keys && $1::int[])',
          values: [keysOf(text)],
        },
  );
  const shingles = shinglesOf(text);
  const alike = rows.filter(({ content }) => areAlike(shingles, shinglesOf(content))).length;
  return { near: rows.length, alike };
}

/** Texts by number; a number always gives the same text. */
export type Texts = { count: number; chunk(from: number, to: number): string[] };

const CHUNK = 5_000;

/** Processes all texts in chunks; the next chunk is generated while the database writes. */
export async function inChunks(
  texts: Texts,
  write: (chunk: string[], from: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < texts.count; from += CHUNK)
    await write(texts.chunk(from, Math.min(texts.count, from + CHUNK)), from);
}
