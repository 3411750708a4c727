import { expect, test } from 'vitest';
import { plainWord, tokensOf, wordsOf } from './words.rules.ts';

test('words stand with their apostrophes, and without marks', () => {
  expect(wordsOf("Don’t dig 3 'wet' beds, ça va – l'été!")).toEqual([
    'Don’t',
    'dig',
    '3',
    'wet',
    'beds',
    'ça',
    'va',
    "l'été",
  ]);
  expect(wordsOf('…')).toEqual([]);
  expect(plainWord('DON’T’S')).toBe("don't's");
});

test('tokens are plain words and marks, and a dash is one however it is set', () => {
  expect(tokensOf('Dig, “Don’t” (now)... wet-ish - so – or — no… "Yes": a;b?!\n')).toEqual(
    [
      'dig',
      ',',
      '“',
      "don't",
      '”',
      '(',
      'now',
      ')',
      '...',
      'wet',
      'ish',
      '-',
      'so',
      '—',
      'or',
      '—',
      'no',
      '…',
    ].concat(['"', 'yes', '"', ':', 'a', ';', 'b', '?', '!', '\n']),
  );
  expect(tokensOf('🌱')).toEqual([]);
});
