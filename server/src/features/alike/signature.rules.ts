import { shinglesOf } from './similarity.rules.ts';

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
