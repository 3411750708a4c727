import { expect, test } from 'vitest';
import { endsSentence, isWord, openingOf, plainWord, sentencesOf, tokensOf, wordsOf } from './words.rules.ts';

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

test('a sentence ends at these, and nowhere else', () => {
  expect(['.', '!', '?', '…', '...', '\n'].every(endsSentence)).toBe(true);
  expect([',', ':', '—', 'dig', undefined].some(endsSentence)).toBe(false);
});

test('words are told from marks in any script', () => {
  expect(['dig', '3', 'été', '水', "don't"].every(isWord)).toBe(true);
  expect([',', '.', '...', '"', '(', '\n', '-', '—', '…', '“', '”', ''].some(isWord)).toBe(false);
});

test('sentences are their tokens, and marks alone are none', () => {
  expect(sentencesOf(tokensOf('Dig, now. ... ",". Wait\n\nRest'))).toEqual([
    ['dig', ',', 'now'],
    ['wait'],
    ['rest'],
  ]);
});

test('an opening is the first three words, plain', () => {
  expect(openingOf('“Dig”, – THEN rest, now.')).toBe('dig then rest');
  expect(openingOf('Dig, then rest', 2)).toBe('dig then');
  expect(openingOf('…')).toBe('');
});
