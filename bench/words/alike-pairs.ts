import { areAlike, shinglesOf } from '../../server/src/features/alike/similarity.rules.ts';

/** The share of common pieces from which on two texts count as alike. */
const ALIKE_FROM = 0.6;

type Listed = { pieces: Uint32Array; shingles: ReadonlySet<string> };

/**
 * Every pair of alike texts, by index. Exact, and without the product's index: with pieces ordered rarest
 * first, two alike texts share one of the first four tenths of their pieces, so only those are indexed.
 */
export function alikePairsOf(texts: readonly string[]): [number, number][] {
  const listed = listPieces(texts);
  const postings = new Map<number, number[]>();
  return listed.flatMap((one, at) =>
    takeCandidates(postings, one.pieces, at)
      .filter((place) => areListedAlike(listed[place] as Listed, one))
      .map((place): [number, number] => [place, at]),
  );
}

/** The earlier texts that share an indexed piece with this one; then indexes this one as well. */
function takeCandidates(postings: Map<number, number[]>, pieces: Uint32Array, at: number): number[] {
  const found = new Set<number>();
  for (const piece of pieces.subarray(0, prefixOf(pieces.length))) {
    const places = postings.get(piece) ?? [];
    for (const place of places) found.add(place);
    places.push(at);
    postings.set(piece, places);
  }
  return [...found];
}

function areListedAlike(a: Listed, b: Listed): boolean {
  return mayBeAlike(a.pieces, b.pieces) && areAlike(a.shingles, b.shingles);
}

/** The pieces of each text as sorted numbers, lower for those that fewer texts have. */
function listPieces(texts: readonly string[]): Listed[] {
  const all = texts.map(shinglesOf);
  const counts = new Map<string, number>();
  for (const shingles of all) for (const piece of shingles) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const rarestFirst = [...counts].sort(([a, some], [b, others]) => some - others || (a < b ? -1 : 1));
  const ranks = new Map(rarestFirst.map(([piece], rank) => [piece, rank]));
  return all.map((shingles) => ({
    shingles,
    pieces: Uint32Array.from(shingles, (piece) => ranks.get(piece) ?? 0).sort(),
  }));
}

/** How many pieces must be indexed so that no alike text is missed. */
function prefixOf(pieces: number): number {
  // Floating-point products such as 0.6 times 5 may be slightly too large.
  return pieces - Math.ceil(ALIKE_FROM * pieces - 1e-9) + 1;
}

/** False as soon as more pieces differ than the threshold allows. */
function mayBeAlike(a: Uint32Array, b: Uint32Array): boolean {
  const most = ((1 - ALIKE_FROM) / (1 + ALIKE_FROM)) * (a.length + b.length) + 1e-6;
  if (Math.abs(a.length - b.length) > most) return false;
  let differ = 0;
  for (let at = 0, other = 0; at < a.length && other < b.length && differ <= most; ) {
    const [one, two] = [a[at] as number, b[other] as number];
    if (one !== two) differ += 1;
    if (one <= two) at += 1;
    if (two <= one) other += 1;
  }
  return differ <= most;
}
