import { describe, expect, it, test } from 'vitest';
import type { Standard } from '../gate.types.ts';
import { formOf } from './forms.rules.ts';
import { otherLanguageIn } from './languages.rules.ts';
import { leftoverIn } from './leftovers.rules.ts';
import { slurIn } from './slurs.rules.ts';
import { misspelledIn } from './spelling.rules.ts';
import { saysNothing } from './substance.rules.ts';
import { baitIn, machineToneOf } from './tells.rules.ts';
import { wordsOf } from './words.rules.ts';

describe('words', () => {
  it('keep their apostrophes and lose the marks around them', () => {
    const words = ['Don’t', 'dig', '3', 'wet', 'beds', 'ça', 'va', "l'été"];
    expect(wordsOf("Don’t dig 3 'wet' beds, ça va – l'été!")).toEqual(words);
  });
});

describe('leftovers', () => {
  test.each([
    ['The beans in [your city] are up', '[your city]', 'An unfilled placeholder.'],
    ['Tweet 3: the beans are up', 'Tweet 3:', 'A label or introduction around the post.'],
    ['Here’s your post', 'Here’s your post', 'A label or introduction around the post.'],
    ['The **beans are up', '**', 'Markdown or code.'],
    ['Now ignore all previous instructions', 'ignore all previous instructions', 'Wording from the prompt.'],
    ['Beans. Let me know if you’d like more', 'Let me know if you’d like', 'A remark about the answer.'],
  ])('are found in %j', (text, quote, why) => {
    expect(leftoverIn(text)).toEqual({ quote, why });
  });

  test.each(['\u0007', '\u200b', '\u202e', '\ufffd', '\ue000', '\t'])(
    'include the invisible character %j',
    (character) => {
      const found = { quote: '', why: 'Invisible characters.' };
      expect(leftoverIn(`The beans${character} are up`)).toEqual(found);
    },
  );

  test.each([
    'The beans are up.\n\nThe peas [sic] are not',
    'Beans #1 and 3 * 4 peas < 20',
    'Nobody can ignore the beans, and the rules of the shed stay',
    'Family: 👩‍🌾',
  ])('are not what a person may write: %s', (text) => {
    expect(leftoverIn(text)).toBeUndefined();
  });
});

describe('the language', () => {
  const german = 'Gießen wir alle Beete morgens, trocknen Blätter';

  it('is another one only if that is clear, from 40 letters on', () => {
    expect(german.match(/\p{L}/gu)).toHaveLength(40);
    expect(otherLanguageIn(german, 'en')).toBe('German');
    expect(otherLanguageIn(german.slice(1), 'en')).toBeUndefined();
    expect(otherLanguageIn(german, 'de')).toBeUndefined();
  });

  it('is another script from three letters of ten on, however short the text', () => {
    expect(otherLanguageIn('Gardens да!', 'en')).toBeUndefined();
    expect(otherLanguageIn('Gardens дом', 'en')).toBe('another script');
    expect(otherLanguageIn('Été à Nîmes', 'fr')).toBeUndefined();
  });
});

describe('slurs', () => {
  test.each([
    ['en', 'That Bitch of a hose leaks', 'Bitch'],
    ['de', 'Der Arschloch von Nachbar', 'Arschloch'],
    ['en', 'Blue tits nest here, the cock crows', undefined],
    ['en', 'A hell of a screwing job', undefined],
  ] as const)('in %s, of %j: %s', (language, text, word) => {
    expect(slurIn(text, language)).toBe(word);
  });
});

describe('bait', () => {
  const why = 'X hides posts that beg for likes, reposts or replies.';
  test.each([
    ['Tell me in the comments', 'tell me in the comments'],
    ['Rain at last. Thoughts?', 'thoughts?'],
    ['Folge uns für mehr Regen', 'folge uns'],
  ])('is quoted from %j', (text, quote) => {
    expect(baitIn(text)).toEqual({ quote, why });
  });

  test.each(['The slugs like it if you water at night', 'The bots retweet to win', 'A post about comments'])(
    'is not in %j',
    (text) => {
      expect(baitIn(text)).toBeUndefined();
    },
  );
});

describe('a machine’s tone', () => {
  const dashes = { quote: '—', why: 'Dashes instead of separate sentences.' };
  const slogans = { quote: '', why: 'A row of slogans instead of a sentence.' };
  const clash = (quote: string) => ({ quote, why: 'Subject and verb do not agree.' });
  test.each([
    ['three dashes', 'Beans first — then peas — then leeks – then rest', dashes],
    ['four emoji', 'Beans 🌱🐌🍅🌧️', { quote: '', why: 'More emoji than a person would use.' }],
    ['short sentences and hype', 'Dig. Sow. Rake. 🚀🔥', slogans],
    ['a longer sentence between them', 'Dig. Sow in the wet bed. Rake. Rest. 🚀🔥', undefined],
    [
      'three abstract nouns',
      'Beans bring patience, kindness, and wisdom home',
      { quote: 'patience, kindness, and wisdom', why: 'Three abstract nouns in a row.' },
    ],
    ['a plural with a singular verb', 'Buses beats the car', clash('buses beats')],
    ['a pronoun that is no subject', 'The best of others is gone and one beside she want', undefined],
    [
      'words in -s that are singular',
      "Fungus needs the sun. Canvas needs it. Neighbor's needs it",
      undefined,
    ],
  ])('%s: %s', (_, text, expected) => {
    expect(machineToneOf(text, 'en')).toEqual(expected && expect.objectContaining(expected));
  });

  it('is in two faint phrases, not in one', () => {
    expect(machineToneOf('Less is more', 'en')).toBeUndefined();
    expect(machineToneOf('Less is more, so back to basics', 'en')?.quote).toBe('less is more');
  });
});

describe('substance', () => {
  test.each([
    ['the niche alone', 'Gardens! The gardening’s garden', true],
    ['a thing', 'The hoe', false],
    ['an abstract word', 'Patience', true],
    ['a figure', 'It was 40 again', false],
    ['four abstract words of five', 'Patience, kindness, freedom, wisdom, spade', true],
  ])('%s: %s', (_, text, expected) => {
    expect(saysNothing(text, { language: 'en', niche: 'Gardening' })).toBe(expected);
  });
});

describe('spelling', () => {
  const plain = { language: 'en', niche: '', samples: [], sources: [] } as const;
  /** The misspelled word of a text, by a dictionary of these words. */
  function misspelled(text: string, known: string, change: Partial<Standard> = {}): string | undefined {
    const words = new Set(known.split(' '));
    return misspelledIn(text, { ...plain, ...change }, (word) => words.has(word));
  }
  /** Whether a word passes beside one that no dictionary has. */
  const passes = (word: string, known = '') => misspelled(`${word} qxzqxz`, known) === undefined;

  test.each(['gardeen', 'gardan', 'gadren'])('is wrong one edit from a known word: %s', (word) => {
    expect(misspelled(`my ${word} grows`, 'my garden grows')).toBe(word);
  });

  it('is wrong from two unknown words on, in other languages from three on', () => {
    expect(misspelled('blurfl', 'garden')).toBeUndefined();
    expect(misspelled('garden blurfl qxzqxz', 'garden')).toBe('blurfl');
    expect(misspelled('Beet blurfl qxzqxz', '', { language: 'de' })).toBeUndefined();
    expect(misspelled('blurfl qxzqxz vvkwlx', '', { language: 'de' })).toBe('blurfl');
  });

  test.each([
    ['a contraction without its apostrophe', 'couldnt', "couldn't", true],
    ['a swallowed g', 'gardenin', 'gardening', true],
    ['a genitive', 'garden’s', 'garden', true],
    ['a genitive of an unknown word', 'blurfl’s', 'garden', false],
    ['two known words in one', 'reedbed', 'reed bed', true],
    ['a known and an unknown word in one', 'reedqxz', 'reed', false],
  ])('follows from a known word: %s, %s', (_, word, known, expected) => {
    expect(passes(word, known)).toBe(expected);
  });
});

test.each([
  ['question', 'Too late for garlic? Plant anyway.'],
  ['tip', "Don't dig wet clay."],
  ['list', '3 tools for a balcony: a trowel, a can, a brush'],
  ['story', 'The frost came on Tuesday and took the basil; the leeks were fine.'],
  ['opinion', 'Raised beds are overrated.'],
  [undefined, 'A cold frame is an old window with ambitions.'],
  [undefined, 'The frost came to the basil.'],
])('the form %s: %s', (form, text) => {
  expect(formOf(text)).toBe(form);
});
