import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areAlike, shinglesOf } from './similarity.rules.ts';

const alike = (a: string, b: string) => areAlike(shinglesOf(a), shinglesOf(b));
const numbers = (from: number, to: number) =>
  new Set(Array.from({ length: to - from }, (_, i) => String(from + i)));

describe('the pieces of a text', () => {
  test('are its runs of five characters, without case, punctuation or repeated spaces', () => {
    expect(shinglesOf('Coffee')).toEqual(new Set(['coffe', 'offee']));
    expect(shinglesOf('  A — b!! C ')).toEqual(new Set(['a b c']));
    expect(shinglesOf('ｃｏｆｆｅｅ ☕')).toEqual(shinglesOf('coffee'));
  });
});

describe('two posts count as the same', () => {
  const post = 'Grind your beans right before brewing, and water just off the boil will do the rest.';

  test('with another case, other punctuation or one more hashtag', () => {
    expect(alike(post, `${post.toUpperCase()} #coffee`)).toBe(true);
    expect(alike(post, post.replaceAll(/[,.]/g, ' – '))).toBe(true);
  });

  test('from six tenths of shared pieces on', () => {
    expect(areAlike(numbers(0, 8), numbers(2, 10))).toBe(true);
    expect(areAlike(numbers(0, 8), numbers(3, 11))).toBe(false);
    expect(areAlike(numbers(0, 6), numbers(0, 10))).toBe(true);
    expect(areAlike(numbers(0, 10), numbers(0, 6))).toBe(true);
    expect(areAlike(numbers(0, 5), numbers(0, 10))).toBe(false);
  });

  test('whichever is named first, and each with itself', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(alike(a, b)).toBe(alike(b, a));
        expect(alike(a, a)).toBe(true);
      }),
    );
  });
});
