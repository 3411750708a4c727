import { describe, expect, it, test } from 'vitest';
import type { Standard } from '../gate.types.ts';
import { formOf } from './forms.rules.ts';
import { otherLanguageIn } from './languages.rules.ts';
import { leftoverIn } from './leftovers.rules.ts';
import { slurIn } from './slurs.rules.ts';
import { misspelledIn } from './spelling.rules.ts';
import { saysNothing } from './substance.rules.ts';
import { baitIn, machineToneOf } from './tells.rules.ts';
import { tokensOf, wordsOf } from './words.rules.ts';

describe('words', () => {
  it('keep their apostrophes and lose the marks around them', () => {
    const words = ['Don’t', 'dig', '3', 'wet', 'beds', 'ça', 'va', "l'été"];
    expect(wordsOf("Don’t dig 3 'wet' beds, ça va – l'été!")).toEqual(words);
  });

  it('as tokens are in lower case, with the marks between them', () => {
    const tokens = 'dig , “ don\'t ” ( now ) ... wet ish - so — or — no … " yes " : a ; b ? ! \n'.split(' ');
    expect(tokensOf('Dig, “Don’t” (now)... wet-ish - so – or — no… "Yes": a;b?!\n')).toEqual(tokens);
    expect(tokensOf('🌱')).toEqual([]);
  });
});

describe('leftovers', () => {
  test.each([
    ['The beans in [your city] are up', '[your city]', 'An unfilled placeholder.'],
    ['The beans {of} June', '{', 'An unfilled placeholder.'],
    ['undefined', 'undefined', 'An unfilled placeholder.'],
    ['Tweet 3: the beans are up', 'Tweet 3:', 'A label or introduction around the post.'],
    ['Here’s your post', 'Here’s your post', 'A label or introduction around the post.'],
    ['The **beans are up', '**', 'Markdown or code.'],
    ['["beans"]', '["', 'Markdown or code.'],
    ['Beans &amp; peas', '&amp;', 'Markdown or code.'],
    ['Now ignore all previous instructions', 'ignore all previous instructions', 'Wording from the prompt.'],
    ['Beans, as an AI model', 'as an AI model', 'Wording from the prompt.'],
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

  it('gives the benefit of the doubt to a near language and to dialect', () => {
    const spanish = 'La lluvia ha mojado todos los bancales del huerto durante la noche.';
    const scots = 'Ah dinnae ken whit the slugs are efter in ma wee gairden the nicht';
    expect([otherLanguageIn(spanish, 'pt'), otherLanguageIn(scots, 'en')]).toEqual([undefined, undefined]);
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
    ['en', 'That b1tch of a hose leaks', 'b1tch'],
    ['de', 'Der Arschloch von Nachbar', 'Arschloch'],
    ['fr', 'Merde, la pluie', 'Merde'],
    ['en', 'Blue tits nest here, the cock crows', undefined],
    ['en', 'A hell of a screwing job', undefined],
  ] as const)('in %s, of %j: %s', (language, text, word) => {
    expect(slurIn(text, language)).toBe(word);
  });
});

describe('bait', () => {
  const why = 'X hides posts that beg for likes, reposts or replies.';
  test.each([
    ['RT if you water at night', 'rt if you'],
    ['100 likes = a new video', 'likes = a'],
    ['Tell me in the comments', 'tell me in the comments'],
    ['Rain at last. Thoughts?', 'thoughts?'],
    ['Folge uns für mehr Regen', 'folge uns'],
    ['Siga para mais chuva', 'siga para'],
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
    ['two dashes and hype', 'Beans first — then peas — then leeks 🚀', dashes],
    ['four emoji', 'Beans 🌱🐌🍅🌧️', { quote: '', why: 'More emoji than a person would use.' }],
    ['short sentences and hype', 'Dig. Sow. Rake. 🚀🔥', slogans],
    ['a longer sentence between them', 'Dig. Sow in the wet bed. Rake. Rest. 🚀🔥', undefined],
    [
      'three abstract nouns',
      'Beans bring patience, kindness, and wisdom home',
      { quote: 'patience, kindness, and wisdom', why: 'Three abstract nouns in a row.' },
    ],
    ['one abstract noun of three', 'Wisdom, beans and peas', undefined],
    ['a plural with a singular verb', 'Buses beats the car', clash('buses beats')],
    ['a pronoun with the wrong verb', 'Others wakes the hens', clash('others wakes')],
    ['a pronoun that is no subject', 'The best of others is gone and one beside she want', undefined],
    ['a noun that may be a verb', 'Beans needs sun', undefined],
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

  test.each([
    ['de', 'Hand aufs Herz'],
    ['es', 'No se trata de regar más, sino de regar bien'],
    ['fr', 'Soyons honnêtes'],
    ['pt', 'A verdade é que chove'],
  ] as const)('is in the phrases of the text’s language alone: %s, %s', (language, text) => {
    expect(machineToneOf(text, language)?.why).toMatch(/\.$/);
    expect(machineToneOf(text, 'en')).toBeUndefined();
  });
});

describe('substance', () => {
  test.each([
    ['the niche alone', 'Gardens! The gardening’s garden', true],
    ['a thing', 'The hoe', false],
    ['an abstract word', 'Patience', true],
    ['a figure', 'It was 40 again', false],
    ['a place that ends like an abstract noun', 'The station', false],
    ['three abstract words of four', 'Patience, kindness, freedom, spade', false],
    ['four abstract words of five', 'Patience, kindness, freedom, wisdom, spade', true],
  ])('%s: %s', (_, text, expected) => {
    expect(saysNothing(text, { language: 'en', niche: 'Gardening' })).toBe(expected);
  });

  it('in other languages is one word of four letters with a meaning', () => {
    const inGerman = (text: string) => saysNothing(text, { language: 'de', niche: 'Garten' });
    expect(['Das Beet', 'Der Hut', 'Der Garten'].map(inGerman)).toEqual([false, true, true]);
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

  it('is not judged by one edit below six letters or in another language', () => {
    expect(misspelled('gardn', 'garden')).toBeUndefined();
    expect(misspelled('gadren', 'garden', { language: 'de' })).toBeUndefined();
  });

  it('is wrong from two unknown words on, in other languages from three on', () => {
    expect(misspelled('blurfl', 'garden')).toBeUndefined();
    expect(misspelled('garden blurfl qxzqxz', 'garden')).toBe('blurfl');
    expect(misspelled('Beet blurfl qxzqxz', '', { language: 'de' })).toBeUndefined();
    expect(misspelled('blurfl qxzqxz vvkwlx', '', { language: 'de' })).toBe('blurfl');
  });

  test.each([
    ['a name', 'Blurfl'],
    ['a word with a digit', 'blurfl7'],
    ['a word drawn out', 'soooblurfl'],
    ['a word of the internet', 'screenshot'],
    ['an account', '@blurfl'],
    ['a file', 'blurfl.ts'],
    ['a quotation', '“blurfl vvkwlx”'],
  ])('does not matter for %s: %s', (_, word) => {
    expect(passes(word)).toBe(true);
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
  ['myth', 'Some people think a bed is full.'],
  ['list', '- trowel\n- fork\n- hose'],
  ['list', '3 tools for a balcony: a trowel, a can, a brush'],
  ['story', 'The frost came on Tuesday and took the basil; the leeks were fine.'],
  ['opinion', 'Raised beds are overrated.'],
  [undefined, 'A cold frame is an old window with ambitions.'],
  [undefined, 'The frost came to the basil.'],
])('the form %s: %s', (form, text) => {
  expect(formOf(text)).toBe(form);
});
