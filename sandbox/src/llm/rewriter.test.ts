import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weightedLength } from '../x/text.ts';
import { goodPostsOf, writeGoodPost } from './good-writer.ts';
import { materialFor, readShelf } from './material.ts';
import { writeAgain } from './rewriter.ts';

const grinding = materialFor('Coffee').topics[0];
if (!grinding) throw new Error('The material on coffee is missing.');
const [_opening = '', _second = ''] = grinding.openings;
const [_continuation = ''] = grinding.continuations;

describe('a post written again', () => {
  it('fits a post, is not the old one, and is never the same twice in a row', () => {
    const niches = readShelf().map(({ names }) => names[0] ?? '');
    fc.assert(
      fc.property(
        fc.constantFrom(...niches),
        fc.nat(5000),
        fc.constantFrom('shorter', 'angle', 'hint'),
        fc.constantFrom('', 'ask something', 'more about time and people', 'zzz'),
        fc.nat(100),
        (niche, at, way, hint, number) => {
          const text = writeGoodPost(niche, at % goodPostsOf(materialFor(niche)));
          const [one, next] = [number, number + 1].map((n) => writeAgain(niche, { text, way, hint }, n));
          expect(one).not.toBe(text);
          expect(one).not.toBe(next);
          expect(weightedLength(one ?? '')).toBeLessThanOrEqual(280);
        },
      ),
      { numRuns: 20 },
    );
  });
});
