/** Pairs of texts by which a signature is tried. */

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { areAlike, MOST_BITS_APART, shinglesOf, signatureOf } from './similarity.rules.ts';

type Pair = [string, string];

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
export const textOf = (least: number, most: number) =>
  fc.string({ unit: letter, minLength: least, maxLength: most });

/** So many letters and digits without any order, the same for the same seed. */
function scramble(seed: string, length: number): string {
  const chunks = Array.from({ length: Math.ceil(length / 64) }, (_, at) =>
    createHash('sha512').update(`${seed} ${at}`).digest('base64url').replace(/[-_]/g, '0'),
  );
  return chunks.join('').slice(0, length);
}

/** Of so many pairs that share just six tenths of their pieces, those that count as alike: here and there a piece comes twice. */
export function pairsAtSixTenths(count: number): Pair[] {
  const pairs = Array.from({ length: count }, (_, at): Pair => {
    // 150 pieces of both, and 50 more of each.
    const shared = scramble(`shared ${at}`, 154);
    return [`${shared}${scramble(`a ${at}`, 50)}`, `${shared}${scramble(`b ${at}`, 50)}`];
  });
  return pairs.filter(([one, other]) => areAlike(shinglesOf(one), shinglesOf(other)));
}

/** So many pairs without a common sentence. */
export function strangers(count: number): Pair[] {
  return fc.sample(fc.tuple(textOf(120, 250), textOf(120, 250)), { numRuns: count, seed: 24 });
}

function bitsApart(a: string, b: string): number {
  return [...a].filter((bit, at) => bit !== b[at]).length;
}

/** Whether the index would give one of them for the other. */
export function isFound([a, b]: Pair): boolean {
  const [one, other] = [signatureOf(a), signatureOf(b)];
  const bands = new Set(one.bands);
  return (
    other.bands.some((band) => bands.has(band)) && bitsApart(one.sketch, other.sketch) <= MOST_BITS_APART
  );
}
