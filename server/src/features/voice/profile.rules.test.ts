import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frequencyText, habitText } from './habits.rules.ts';
import { pointsOf } from './points.rules.ts';
import { buildProfile, hasWords } from './profile.rules.ts';
import { lengthOf, plainOf, sentencesOf, traits, traitsOf, trigramsOf, wordsOf } from './traits.rules.ts';
import { bakerPosts } from './voice.fixture.ts';

test('a text is read without its links, and with one space where several carry nothing', () => {
  expect(plainOf('  Read  this: https://example.com/a?b=c  now\r\n\r\n\r\n\r\nBye ')).toBe(
    'Read this: now\n\nBye',
  );
});

test('words are in lower case, with their apostrophe, without hashtags and names of accounts', () => {
  expect(wordsOf('Don’t ask @ada about #bread, it’s 5 o’clock')).toEqual([
    "don't",
    'ask',
    'about',
    "it's",
    '5',
    "o'clock",
  ]);
});

test('an emoji counts as a character, and sentences end at signs and at lines', () => {
  expect(lengthOf('Bread 🍞')).toBe(7);
  expect(sentencesOf('One. Two! Three…\nfour')).toBe(4);
  expect(sentencesOf('🍞')).toBe(1);
});

test.each([
  ['capitals', '“Bread is up', 'bread is up'],
  ['full_stop', 'Bread is up.', 'Bread is up...'],
  ['exclamation', 'Bread!', 'Bread.'],
  ['question', 'Bread?', 'Bread.'],
  ['emoji', 'Bread 🍞', 'Bread 5'],
  ['hashtag', 'Bread #loaf', 'Bread # 5'],
  ['line_break', 'Bread\nloaf', 'Bread loaf'],
  ['comma', 'Bread, loaf', 'Bread loaf'],
  ['colon', 'Bread: loaf', 'Bread; loaf'],
  ['semicolon', 'Bread; loaf', 'Bread: loaf'],
  ['dash', 'Bread - loaf', 'well-known bread'],
  ['ellipsis', 'Bread… loaf', 'Bread. loaf'],
  ['brackets', 'Bread (rye)', 'Bread rye'],
  ['quotes', 'The “bread”', "The 'bread'"],
  ['number', '5 loaves', 'Five loaves'],
  ['shouting', 'The BEST loaf', 'The BBc loaf'],
  ['contraction', 'I don’t know', 'I do not know'],
] as const)('%s is found in "%s" and not in "%s"', (trait, having, lacking) => {
  expect(traitsOf(having)[trait]).toBe(true);
  expect(traitsOf(lacking)[trait]).toBe(false);
});

test('a profile has the figures of its posts', () => {
  const posts = ['Bread is up!', 'Bread is up, and so am I. Come in.', 'Rye', '🍞', 'https://example.com'];
  const profile = buildProfile(posts, 'en');
  expect(profile).toMatchObject({
    version: 1,
    language: 'en',
    posts: 3,
    length: { low: 3, middle: 12, high: 34 },
    sentenceWords: 3.3,
    words: 13,
    trigrams: 12 + 34 + 3,
  });
  expect(profile.traits).toMatchObject({ exclamation: 0.3333, capitals: 1, comma: 0.3333, emoji: 0 });
  expect(profile.functionWords).toMatchObject({ is: 2, up: 2, and: 1 });
  expect(profile.commonest[' Br']).toBe(2);
});

test('posts without a word make no profile', () => {
  expect([hasWords('🍞 5 https://example.com/loaf'), hasWords('ok')]).toEqual([false, true]);
  expect(() => buildProfile(['🍞'], 'en')).toThrow(RangeError);
});

test('favourites are words of several posts, and no small words', () => {
  const { favourites } = buildProfile(bakerPosts(60), 'en');
  expect(favourites.slice(0, 1)).toEqual(['batch']);
  expect(favourites).not.toContain('again');
  expect(favourites.length).toBeLessThanOrEqual(12);
});

test('how often is said in seven words', () => {
  expect([0, 0.019, 0.02, 0.15, 0.35, 0.6, 0.85, 0.98].map(frequencyText)).toEqual([
    'never',
    'never',
    'rarely',
    'sometimes',
    'often',
    'usually',
    'nearly always',
    'always',
  ]);
  expect(habitText('exclamation', 0)).toBe('You never use exclamation marks');
});

test('the points say what the posts show, and contractions only of English', () => {
  const german = ['Heute ist das Brot gut.', 'Morgen ist es besser.', 'Gestern war es hart.'];
  const points = pointsOf({ profile: buildProfile(german, 'de'), points: {} });
  const said = points.map(({ text }) => text);
  expect(said.slice(0, 2)).toEqual([
    'You write about 21 characters, most posts between 20 and 23.',
    'Your sentences have about 4 words.',
  ]);
  expect(said).toContain('You always end with a full stop.');
  expect(points.map(({ point }) => point)).not.toContain('contraction');
  expect(pointsOf({ profile: null, points: {} })).toEqual([]);
});

const someTexts = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.lorem()), {
  minLength: 1,
  maxLength: 30,
});

test('a profile of any texts is bounded, has shares from 0 to 1, and is the same each time', () => {
  fc.assert(
    fc.property(someTexts, (texts) => {
      fc.pre(texts.some(hasWords));
      const profile = buildProfile(texts, 'en');
      expect(buildProfile(texts, 'en')).toEqual(profile);
      expect(Object.keys(profile.commonest).length).toBeLessThanOrEqual(400);
      for (const trait of traits) expect(profile.traits[trait] >= 0 && profile.traits[trait] <= 1).toBe(true);
      const { low, middle, high } = profile.length;
      expect(low <= middle && middle <= high).toBe(true);
      expect(profile.wording.low).toBeLessThanOrEqual(profile.wording.middle);
      // What the database is to keep comes back as it was.
      expect(JSON.parse(JSON.stringify(profile))).toEqual(profile);
    }),
  );
});

test('trigrams are as many as characters, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      const sum = [...trigramsOf(text).values()].reduce((all, count) => all + count, 0);
      expect(sum).toBe(lengthOf(text));
    }),
  );
});
