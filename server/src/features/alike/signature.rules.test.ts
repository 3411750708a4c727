import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFound, pairsAtSixTenths, strangers, textOf } from './signature.fixture.ts';
import { bandsOf, leastOf, signatureOf } from './similarity.rules.ts';

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

  test('stays what it was, for those of posts are kept and compared with new ones', () => {
    const { bands, sketch } = signatureOf('Water tomatoes at the root in the early morning.');
    expect(bands.slice(0, 3)).toEqual([-377087464, 204573986, -557116603]);
    expect(bands.at(-1)).toBe(-1312064106);
    expect(sketch.slice(0, 32)).toBe('01001001010000001110001101111000');
    expect([...leastOf('Water tomatoes at the root.', 3)]).toEqual([20417754, 319060575, 498522603]);
    expect(bandsOf(Uint32Array.of(1, 2, 3, 4), 2)).toEqual([-431507559, 819857416]);
  });

  test('and a small trial: of 100 pairs that share just six tenths it finds each', () => {
    const alike = pairsAtSixTenths(100);
    expect(alike.length).toBeGreaterThan(95);
    expect(alike.filter((pair) => !isFound(pair))).toEqual([]);
  });

  test('leaves strangers apart: of 100 pairs without a common sentence it takes none for near', () => {
    expect(strangers(100).filter(isFound)).toEqual([]);
  });
});
