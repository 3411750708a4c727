import { createHash } from 'node:crypto';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areAlike,
  bandsOf,
  counts,
  leastOf,
  lookAgainAt,
  MOST_BITS_APART,
  shinglesOf,
  signatureOf,
} from './similarity.rules.ts';

const alike = (a: string, b: string) => areAlike(shinglesOf(a), shinglesOf(b));

describe('two posts count as the same', () => {
  const post = 'Grind your beans right before brewing, and water just off the boil will do the rest.';
  const numbers = (from: number, to: number) =>
    new Set(Array.from({ length: to - from }, (_, i) => String(from + i)));

  test('with another case, other punctuation or one more hashtag', () => {
    expect(shinglesOf('  A — b!! C ')).toEqual(new Set(['a b c']));
    expect(shinglesOf('ｃｏｆｆｅｅ ☕')).toEqual(new Set(['coffe', 'offee']));
    expect(alike(post, `${post.toUpperCase()} #coffee`)).toBe(true);
    expect(alike(post, post.replaceAll(/[,.]/g, ' – '))).toBe(true);
  });

  test('from six tenths of shared pieces on', () => {
    expect(areAlike(numbers(0, 6), numbers(0, 10))).toBe(true);
    expect(areAlike(numbers(0, 5), numbers(0, 10))).toBe(false);
  });
});

describe('a signature', () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
  const textOf = (least: number, most: number) =>
    fc.string({ unit: letter, minLength: least, maxLength: most });

  /** Text without any order, the same for the same seed. */
  function scramble(seed: string, length: number): string {
    const chunks = Array.from({ length: Math.ceil(length / 64) }, (_, at) =>
      createHash('sha512').update(`${seed} ${at}`).digest('base64url').replace(/[-_]/g, '0'),
    );
    return chunks.join('').slice(0, length);
  }

  /** Whether the index finds one text for the other. */
  function isFound([a, b]: readonly [string, string]): boolean {
    const [one, other] = [signatureOf(a), signatureOf(b)];
    const bands = new Set(one.bands);
    const bitsApart = [...one.sketch].filter((bit, at) => bit !== other.sketch[at]).length;
    return other.bands.some((band) => bands.has(band)) && bitsApart <= MOST_BITS_APART;
  }

  test('ignores case, punctuation and spaces', () => {
    fc.assert(
      fc.property(textOf(1, 60), textOf(1, 60), (a, b) => {
        expect(signatureOf(`  ${a.toUpperCase()}... ${b}!`)).toEqual(signatureOf(`${a} ${b}`));
      }),
    );
  });

  test('stays the same across versions, because stored ones are compared with new ones', () => {
    const { bands, sketch } = signatureOf('Water tomatoes at the root in the early morning.');
    expect([bands.length, ...bands.slice(0, 3), bands.at(-1)]).toEqual([
      68, -377087464, 204573986, -557116603, -1312064106,
    ]);
    expect([sketch.length, sketch.slice(0, 32)]).toEqual([256, '01001001010000001110001101111000']);
    expect([...leastOf('Water tomatoes at the root.', 3)]).toEqual([20417754, 319060575, 498522603]);
    expect(bandsOf(Uint32Array.of(1, 2, 3, 4), 2)).toEqual([-431507559, 819857416]);
  });

  test('finds each of 100 pairs that share just six tenths, and none of 100 unrelated pairs', () => {
    const pairs = Array.from({ length: 100 }, (_, at): [string, string] => {
      // 150 pieces of both, and 50 more of each.
      const shared = scramble(`shared ${at}`, 154);
      return [`${shared}${scramble(`a ${at}`, 50)}`, `${shared}${scramble(`b ${at}`, 50)}`];
    }).filter(([one, other]) => alike(one, other));
    expect(pairs.length).toBeGreaterThan(95);
    expect(pairs.filter((pair) => !isFound(pair))).toEqual([]);
    const unrelated = fc.sample(fc.tuple(textOf(120, 250), textOf(120, 250)), { numRuns: 100, seed: 24 });
    expect(unrelated.filter(isFound)).toEqual([]);
  });
});

describe('a post is compared', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);

  test.each([
    ['for 90 days after it was published', 'posted', 90, true],
    ['no longer than that', 'posted', 90.001, false],
    ['however late it is, while it may go out', 'pending', 200, true],
    ['for 90 days after its time if it failed', 'failed', 90, true],
    ['and then no longer', 'failed', 90.001, false],
  ])('%s', (_, status, days, expected) => {
    const postedAt = status === 'posted' ? ago(days) : null;
    expect(counts({ status, scheduledAt: postedAt ? ago(days + 1) : ago(days), postedAt }, now)).toBe(
      expected,
    );
  });

  test('until the clean-up looks again, which is later than now', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), (days) => {
        const at = lookAgainAt(ago(days), now);
        expect(at.getTime()).toBeGreaterThan(now.getTime());
        const post = { status: 'posted', scheduledAt: ago(days), postedAt: null };
        expect(counts(post, new Date(at.getTime() + 1))).toBe(false);
      }),
    );
  });
});
