import { describe, expect, it, test } from 'vitest';
import { tokensOf } from '../checks/words.rules.ts';
import { compilePhrases, findPhrases } from './phrases.rules.ts';

function finds(phrase: string, text: string): boolean {
  return findPhrases(tokensOf(text), compilePhrases([{ phrases: [phrase] }])).length > 0;
}

describe('a phrase', () => {
  test.each([
    ['slugs|snails at night', 'snails at night', true],
    ['slugs at? night', 'slugs night', true],
    ['the _ slug', 'the grey slug', true],
    ['not * but', 'not the slugs of June but frost', true],
    ['not * but', 'not the slugs. but frost', false],
    ['not ** but', 'not the slugs. but frost', true],
    ['< slugs', 'Rain. Slugs', true],
    ['< slugs', 'The slugs', false],
    ['^ slugs', 'Rain. Slugs', false],
    ['slugs >', 'We have slugs. Again', true],
    ['slugs $', 'We have slugs! 🐌', true],
    ["isn't", 'It isn’t', true],
    ['not ** but', 'not one two three, four five six. seven eight but', false],
  ])('%s, in: %s', (phrase, text, expected) => {
    expect(finds(phrase, text)).toBe(expected);
  });

  it('is found once, with the words that match', () => {
    const owner = { phrases: ['slugs|snails eat'] };
    const found = findPhrases(tokensOf('Slugs eat. Snails eat.'), compilePhrases([owner]));
    expect(found).toEqual([{ owner, phrase: 'slugs|snails eat', from: 0, to: 2 }]);
  });
});
