/**
 * How alike two posts are: the share of their five-character pieces that both have (Jaccard). Characters, not
 * words, because many languages put no space between words. Case, punctuation, emoji and marks do not count.
 *
 * The threshold: in a post of usual length one exchanged word leaves about 0.75 and two about 0.6, while two
 * different posts on one subject stay below 0.3. So at 0.6 a post with a word, a hashtag or the order of its
 * sentences changed counts as the same, which X's rules on similar text call for.
 */
const PIECE = 5;
const ALIKE_FROM = 0.6;

/** The pieces of a text; a text shorter than one piece is its own. */
export function shinglesOf(text: string): ReadonlySet<string> {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const pieces = Math.max(1, plain.length - PIECE + 1);
  return new Set(Array.from({ length: pieces }, (_, i) => plain.slice(i, i + PIECE)));
}

/** The share of pieces that both sets have, from 0 to 1. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const piece of a) if (b.has(piece)) shared++;
  return shared / (a.size + b.size - shared);
}

/** Whether two posts count as the same. */
export function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return similarity(a, b) >= ALIKE_FROM;
}
