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
