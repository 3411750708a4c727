import { DAY_MS } from '@drumbeat/contract/time.ts';

/**
 * The similarity of two posts: the share of five-character shingles that both have (Jaccard). Characters
 * rather than words, because many languages put no spaces between words. Ignores case, punctuation, emoji and
 * symbols.
 *
 * The threshold: in a post of usual length one replaced word leaves about 0.75 and two about 0.6, while
 * different posts on one subject stay below 0.3. So at 0.6 a post with a changed word, hashtag or order of
 * sentences counts as the same, as X's rules on similar content require.
 */
const PIECE = 5;
const ALIKE_FROM = 0.6;

/*
 * MinHash: the smallest hash of a text's shingles under each of many hash functions. Two texts agree in each
 * with probability J, their Jaccard similarity. A band combines four, so texts share a given band with J⁴ and
 * at least one of 68 with 1 − (1 − J⁴)⁶⁸: 0.99992 at the threshold J = 0.6, but 0.0004 at J = 0.05, which is
 * typical of unrelated texts. Why these numbers: docs/decisions/0024-alike-nowhere.md.
 */
const ROWS = 4;
const BANDS = 68;
/**
 * The lowest bit of 256 of them: how many differ estimates J. At 0.6 it is 51 ± 6 bits, at 0.05 it is 122 ±
 * 8.
 */
const SKETCH_BITS = 256;
/** Similar texts differ in more bits than this only once in a million pairs. */
export const MOST_BITS_APART = 84;
/** How far back texts are compared. */
const WINDOW_MS = 90 * DAY_MS;

/** The shingles of a text; a text shorter than one shingle is its own. */
export function shinglesOf(text: string): ReadonlySet<string> {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const pieces = Math.max(1, plain.length - PIECE + 1);
  return new Set(Array.from({ length: pieces }, (_, i) => plain.slice(i, i + PIECE)));
}

/** The share of shingles that both sets have, from 0 to 1. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const piece of a) if (b.has(piece)) shared++;
  return shared / (a.size + b.size - shared);
}

/** Whether two posts are similar enough to count as the same. */
export function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return similarity(a, b) >= ALIKE_FROM;
}

/** The lookup key of a text. `sketch` is 256 characters of 0 and 1. */
export type Signature = { bands: number[]; sketch: string };

export function signatureOf(text: string): Signature {
  const least = leastOf(text, ROWS * BANDS);
  return {
    bands: bandsOf(least, ROWS),
    sketch: Array.from(least.subarray(0, SKETCH_BITS), (value) => value & 1).join(''),
  };
}

/** The smallest hash of a text's shingles under each of `orders` hash functions. */
export function leastOf(text: string, orders: number): Uint32Array {
  const pieces = Uint32Array.from(shinglesOf(text), hashOf);
  const least = new Uint32Array(orders);
  for (let order = 0; order < orders; order++) {
    const seed = mixed(order + 1);
    let min = 0xffffffff;
    for (let at = 0; at < pieces.length; at++) {
      const value = mixed((pieces[at] as number) ^ seed);
      if (value < min) min = value;
    }
    least[order] = min;
  }
  return least;
}

/** Combines every `rows` of them into one signed 32-bit number, hashed differently for each band. */
export function bandsOf(least: Uint32Array, rows: number): number[] {
  return Array.from({ length: Math.floor(least.length / rows) }, (_, band) => {
    const within = least.subarray(band * rows, (band + 1) * rows);
    return within.reduce((hash, value) => mixed(hash ^ value), mixed(band + 1)) | 0;
  });
}

/** FNV-1a over UTF-16. */
function hashOf(piece: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < piece.length; at++) hash = Math.imul(hash ^ piece.charCodeAt(at), 0x01000193);
  return mixed(hash);
}

/** A pseudo-random permutation of the 32-bit numbers (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The parts of a post that decide how long it is compared with others. */
type Timed = { status: string; scheduledAt: Date; postedAt: Date | null };

/**
 * Whether a post is compared: it was published or planned within the window or later, or may still be
 * published.
 */
export function counts({ status, scheduledAt, postedAt }: Timed, now: Date): boolean {
  const mayGoOut = status === 'pending' || status === 'processing';
  return mayGoOut || (postedAt ?? scheduledAt).getTime() >= now.getTime() - WINDOW_MS;
}

/** When to check again whether a post published or planned at this time still counts. */
export function lookAgainAt(at: Date, now: Date): Date {
  return new Date(Math.max(at.getTime(), now.getTime()) + WINDOW_MS);
}
