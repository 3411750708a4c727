import { describe, expect, it, test } from 'vitest';
import type { Standard } from '../gate.types.ts';
import { misspelledIn } from './spelling.rules.ts';

const plain = { language: 'en', niche: '', samples: [], sources: [] } as const;

/** The misspelled word of a text, by a dictionary of these words. */
function misspelled(text: string, known: string, change: Partial<Standard> = {}): string | undefined {
  const words = new Set(known.split(' '));
  return misspelledIn(text, { ...plain, ...change }, (word) => words.has(word));
}

/** Whether a word passes; beside a second one that no dictionary has, an unknown word is gibberish. */
function passes(word: string, known = '', change: Partial<Standard> = {}): boolean {
  return misspelled(`${word} qxzqxz`, known, change) === undefined;
}

describe('a slip of one letter', () => {
  test.each([
    ['a letter too many', 'gardeen'],
    ['another letter', 'gardan'],
    ['two swapped', 'gadren'],
  ])('is misspelled: %s', (_, word) => {
    expect(misspelled(`my ${word} grows`, 'my garden grows')).toBe(word);
  });

  test.each([
    ['in the middle', 'gardns'],
    ['at the end', 'garden'],
  ])('is misspelled: a letter missing %s', (_, word) => {
    expect(misspelled(word, 'gardens')).toBe(word);
  });

  it('is none below six letters, at two letters, or in another language', () => {
    expect(misspelled('gardn', 'garden')).toBeUndefined();
    expect(misspelled('gadnre', 'garden')).toBeUndefined();
    expect(misspelled('gadren', 'garden', { language: 'de' })).toBeUndefined();
  });
});

describe('gibberish', () => {
  it('is two words that are like nothing; one is a name or a trade’s word', () => {
    expect(misspelled('blurfl', 'garden')).toBeUndefined();
    expect(misspelled('garden blurfl qxzqxz', 'garden')).toBe('blurfl');
  });

  it('in another language is three unknown words', () => {
    expect(misspelled('Beet blurfl qxzqxz', '', { language: 'de' })).toBeUndefined();
    expect(misspelled('blurfl qxzqxz vvkwlx', '', { language: 'de' })).toBe('blurfl');
  });
});

describe('what a person may spell as they like', () => {
  test.each([
    ['two letters', 'qx'],
    ['a name', 'Blurfl'],
    ['a word with a digit', 'blurfl7'],
    ['another script', 'блурфл'],
    ['a word drawn out', 'soooblurfl'],
    ['a word of the net', 'screenshot'],
    ['an account', '@blurfl'],
    ['a file', 'blurfl.ts'],
    ['a name of a program', 'blurfl_vvkwlx'],
    ['a quotation', '“blurfl vvkwlx”'],
    ['French quotation marks', '«blurfl vvkwlx»'],
  ])('%s: %s', (_, word) => {
    expect(passes(word)).toBe(true);
  });

  test.each([
    ['three letters', 'qxz'],
    ['a capital inside', 'blUrfl'],
    ['an apostrophe', 'blur’fl'],
    ['a stroke before it', '-/blurfl'],
    ['a quotation of more than sixty characters', `"${'blurfl '.repeat(9)}"`],
    ['an apostrophe before and one inside', "'blurfl won't"],
  ])('but not %s: %s', (_, word) => {
    expect(passes(word)).toBe(false);
  });
});

describe('a word passes that is made of a known one', () => {
  test.each([
    ['in capitals inside', 'gaRden', 'garden'],
    ['a contraction without its apostrophe', 'couldnt', "couldn't"],
    ['a swallowed g', 'gardenin', 'gardening'],
    ['a genitive', 'garden’s', 'garden'],
    ['an article of French', "l'arrosoir", 'arrosoir'],
    ['two words in one', 'reedbed', 'reed bed'],
    ['un', 'unqxzq', 'qxzq'],
  ])('%s: %s', (_, word, known) => {
    expect(passes(word, known)).toBe(true);
  });

  test.each([
    ['a genitive of nothing known', 'blurfl’s', 'garden'],
    ['an unknown ending', "garden'xx", 'garden'],
    ['an ending at the front', 'lessqxzq', 'qxzq'],
    ['two words of which one is unknown', 'reedqxz', 'reed'],
    ['two words of six letters together', 'bedbug', 'bed bug'],
  ])('but not %s: %s', (_, word, known) => {
    expect(passes(word, known)).toBe(false);
  });
});
