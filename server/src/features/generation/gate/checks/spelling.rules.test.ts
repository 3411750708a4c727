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
    ['one at the front', 'xgarden'],
    ['one at the end', 'gardenx'],
    ['another letter', 'gardan'],
    ['another at the front', 'zarden'],
    ['another at the end', 'gardez'],
    ['two swapped', 'gadren'],
    ['the first two swapped', 'agrden'],
    ['the last two swapped', 'gardne'],
  ])('is misspelled: %s', (_, word) => {
    expect(misspelled(`my ${word} grows`, 'my garden grows')).toBe(word);
  });

  test.each([
    ['in the middle', 'gardns'],
    ['at the front', 'ardens'],
    ['at the end', 'garden'],
  ])('is misspelled: a letter missing %s', (_, word) => {
    expect(misspelled(word, 'gardens')).toBe(word);
  });

  it('takes every letter of the alphabet into account', () => {
    expect([misspelled('gardns', 'gardans'), misspelled('gardns', 'gardzns')]).toEqual(['gardns', 'gardns']);
  });

  it('is none below six letters, at two letters, or in another language', () => {
    expect(misspelled('gardn', 'garden')).toBeUndefined();
    expect(misspelled('gadnre', 'garden')).toBeUndefined();
    expect(misspelled('gadren', 'garden', { language: 'de' })).toBeUndefined();
  });

  it('goes before gibberish, wherever it stands', () => {
    expect(misspelled('qxzqxz blurfl gadren', 'garden')).toBe('gadren');
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
    ['a name with an accent', 'Éblurfl'],
    ['a word with a digit', 'blurfl7'],
    ['another script', 'блурфл'],
    ['a word drawn out', 'soooblurfl'],
    ['a word of the net', 'screenshot'],
    ['a tag', '#blurfl'],
    ['an account', '@blurfl'],
    ['a ticker', '$blurfl'],
    ['a file', 'blurfl.ts'],
    ['a path', 'blurfl/vvkwlx'],
    ['a path with a backslash', 'blurfl\\vvkwlx'],
    ['a name of a program', 'blurfl_vvkwlx'],
    ['a quotation', '“blurfl vvkwlx”'],
    ['straight quotation marks', '"blurfl vvkwlx"'],
    ['single quotation marks', '‘blurfl vvkwlx’'],
    ['straight single ones', "'blurfl vvkwlx'"],
    ['French quotation marks', '«blurfl vvkwlx»'],
  ])('%s: %s', (_, word) => {
    expect(passes(word)).toBe(true);
  });

  test.each([
    ['three letters', 'qxz'],
    ['a capital inside', 'blUrfl'],
    ['a letter twice', 'bluurfl'],
    ['an accent', 'blürfl'],
    ['an apostrophe', 'blur’fl'],
    ['a mark at the end', 'blurfl.'],
    ['a tag inside', 'blurfl#tag'],
    ['a stroke before it', '-/blurfl'],
    ['a stroke behind it', 'blurfl/-'],
    ['a quotation of more than sixty characters', `"${'blurfl '.repeat(9)}"`],
    ['a quotation over two lines', '"blurfl\nvvkwlx"'],
    ['an apostrophe before and one inside', "'blurfl won't"],
  ])('but not %s: %s', (_, word) => {
    expect(passes(word)).toBe(false);
  });

  it('words of the niche, of the person’s own texts and of the sources with their labels', () => {
    expect(passes('blurfl', '', { niche: 'Blurfl' })).toBe(true);
    expect(passes('blurfl', '', { samples: ['my Blurfl'] })).toBe(true);
    const source = { id: 'a', label: 'Blurfl & sons', text: 'sells vvkwlx', url: null };
    expect(passes('blurfl', '', { sources: [source] })).toBe(true);
    expect(passes('vvkwlx', '', { sources: [source] })).toBe(true);
  });
});

describe('a word passes that is made of a known one', () => {
  test.each([
    ['in capitals inside', 'gaRden', 'garden'],
    ['a contraction without its apostrophe', 'couldnt', "couldn't"],
    ['one with two letters behind it', 'theyve', "they've"],
    ['a swallowed g', 'gardenin', 'gardening'],
    ['a genitive', 'garden’s', 'garden'],
    ['would', "garden'd", 'garden'],
    ['will', "garden'll", 'garden'],
    ['have', "garden've", 'garden'],
    ['are', "garden're", 'garden'],
    ['am', "garden'm", 'garden'],
    ['you all', "garden'all", 'garden'],
    ['them', "garden'em", 'garden'],
    ['an article of French', "l'arrosoir", 'arrosoir'],
    ['que', "qu'arrosoir", 'arrosoir'],
    ['jusque', "jusqu'arrosoir", 'arrosoir'],
    ['two words in one', 'reedbed', 'reed bed'],
    ['two words in one, the short one first', 'bedreed', 'reed bed'],
    ['like', 'qxzqlike', 'qxzq'],
    ['less', 'qxzqless', 'qxzq'],
    ['ish', 'qxzqish', 'qxzq'],
    ['wise', 'qxzqwise', 'qxzq'],
    ['un', 'unqxzq', 'qxzq'],
    ['re', 'reqxzq', 'qxzq'],
    ['non', 'nonqxzq', 'qxzq'],
    ['pre', 'preqxzq', 'qxzq'],
    ['co', 'coqxzq', 'qxzq'],
    ['over', 'overqxzq', 'qxzq'],
    ['under', 'underqxzq', 'qxzq'],
    ['mini', 'miniqxzq', 'qxzq'],
    ['micro', 'microqxzq', 'qxzq'],
    ['anti', 'antiqxzq', 'qxzq'],
    ['super', 'superqxzq', 'qxzq'],
    ['mid', 'midqxzq', 'qxzq'],
  ])('%s: %s', (_, word, known) => {
    expect(passes(word, known)).toBe(true);
  });

  test.each([
    ['a genitive of nothing known', 'blurfl’s', 'garden'],
    ['an unknown ending', "garden'xx", 'garden'],
    ['a contraction with three letters behind its apostrophe', 'couldxyz', "could'xyz"],
    ['another word than one in -ing', 'blurfl', 'blurflg'],
    ['a genitive inside', "bean'dpole", 'beanpole'],
    ['an ending at the front', 'lessqxzq', 'qxzq'],
    ['an ending inside', 'qxzlessqv', 'qxzqv'],
    ['a prefix inside', 'qxzunqv', 'qxzqv'],
    ['a prefix at the end', 'qxzqun', 'qxzq'],
    ['two words of which one is unknown', 'reedqxz', 'reed'],
    ['two words of which the other is unknown', 'qxzreed', 'reed'],
    ['two words of which one has two letters', 'upreeded', 'up reeded'],
    ['two words of which the last has two letters', 'reededup', 'up reeded'],
    ['two words of six letters together', 'bedbug', 'bed bug'],
    ['a word behind another letter and an apostrophe', "x'arrosoir", 'arrosoir'],
    ['an article of French inside', "al'arrosoir", 'arrosoir'],
  ])('but not %s: %s', (_, word, known) => {
    expect(passes(word, known)).toBe(false);
  });
});

test('words of the net and of trades that no dictionary has are right', () => {
  const modern = `
    app apps auth backend backlog barista blog blogs bokeh bookish bot bots changelog chatbot cosplay craic
    crypto devs dm dms ebook emoji emojis esports fintech freelancing frontend gif glamping hashtag hashtags
    homelab indie influencer inbox keto kombucha lo-fi meme memes microservice misclick multiplayer newsfeed
    nft nfts offline onboarding onsite playlist podcast podcasts pomodoro preorder prepping refactor repost
    roguelike sass screenshot screenshots selfie shoutout signup skincare smartwatch sourdough speedrun
    startup startups staycation streamer tweet tweets upskill vibe vlog webinar wifi workflow workflows
    workspace yoga youtuber`;
  expect(
    modern
      .trim()
      .split(/\s+/)
      .filter((word) => !passes(word)),
  ).toEqual([]);
});
