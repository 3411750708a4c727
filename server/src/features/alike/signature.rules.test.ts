import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_BITS_APART, signatureOf } from './signature.rules.ts';
import { areAlike, shinglesOf } from './similarity.rules.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const letter = fc.constantFrom(...letters);
const textOf = (least: number, most: number) =>
  fc.string({ unit: letter, minLength: least, maxLength: most });

/** So many letters and digits without any order, the same for the same seed. */
function scramble(seed: string, length: number): string {
  const chunks = Array.from({ length: Math.ceil(length / 64) }, (_, at) =>
    createHash('sha512').update(`${seed} ${at}`).digest('base64url').replace(/[-_]/g, '0'),
  );
  return chunks.join('').slice(0, length);
}
function bitsApart(a: string, b: string): number {
  return [...a].filter((bit, at) => bit !== b[at]).length;
}
/** Whether the index would give one of them for the other. */
function isFound(a: string, b: string): boolean {
  const [one, other] = [signatureOf(a), signatureOf(b)];
  const bands = new Set(one.bands);
  return (
    other.bands.some((band) => bands.has(band)) && bitsApart(one.sketch, other.sketch) <= MOST_BITS_APART
  );
}

describe('a signature', () => {
  test('is of 68 numbers of 32 bits and 256 bits, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { bands, sketch } = signatureOf(text);
        expect(bands).toHaveLength(68);
        for (const band of bands) expect(band).toBe(band | 0);
        expect(sketch).toMatch(/^[01]{256}$/);
      }),
    );
  });

  test('is the same for texts that differ in case, punctuation and spaces alone', () => {
    fc.assert(
      fc.property(textOf(1, 60), textOf(1, 60), (a, b) => {
        expect(signatureOf(`  ${a.toUpperCase()}... ${b}!`)).toEqual(signatureOf(`${a} ${b}`));
      }),
    );
  });

  test('finds at six tenths, where alike begins, all but one pair in 10,000: by the numbers', () => {
    const bands = signatureOf('any').bands.length;
    const byBands = 1 - (1 - 0.6 ** 4) ** bands;
    // Bits differ with half the share of pieces that differ; 84 of 256 and more are 5 deviations off.
    const deviations = (MOST_BITS_APART - 256 * 0.2) / Math.sqrt(256 * 0.2 * 0.8);
    expect(byBands).toBeGreaterThan(0.9999);
    expect(deviations).toBeGreaterThan(5);
  });

  test('and by trial: of 3,000 pairs that share just six tenths it misses one at most', () => {
    const pairs = Array.from({ length: 3_000 }, (_, at): [string, string] => {
      // 150 pieces of both, and 50 more of each.
      const shared = scramble(`shared ${at}`, 154);
      return [`${shared}${scramble(`a ${at}`, 50)}`, `${shared}${scramble(`b ${at}`, 50)}`];
    });
    // Here and there a piece comes twice, and a pair shares a little less.
    const alike = pairs.filter(([one, other]) => areAlike(shinglesOf(one), shinglesOf(other)));
    expect(alike.length).toBeGreaterThan(2_900);
    expect(alike.filter(([one, other]) => !isFound(one, other)).length).toBeLessThanOrEqual(1);
  });

  test('leaves strangers apart: of 2,000 pairs without a common sentence it takes none for near', () => {
    const pairs = fc.sample(fc.tuple(textOf(120, 250), textOf(120, 250)), { numRuns: 2_000, seed: 24 });
    expect(pairs.filter(([a, b]) => isFound(a, b))).toEqual([]);
  });
});
