import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildProfile, hasWords } from './profile.rules.ts';
import { traits } from './traits.rules.ts';

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

test('lengths are those of which a tenth, a half and nine tenths are shorter, in whatever order posts come', () => {
  const posts = [7, 2, 11, 4, 9, 6, 3, 10, 5, 8].map((length) => 'x'.repeat(length));
  expect(buildProfile(posts, 'en').length).toEqual({ low: 3, middle: 7, high: 11 });
});

test('a word is a favourite from three posts and 6 % of them on, however often it is in one', () => {
  const favourites = (posts: number, ...texts: string[]) =>
    buildProfile([...texts, ...Array.from({ length: posts - texts.length }, () => 'rye')], 'en').favourites;
  expect(favourites(50, 'loaf', 'loaf', 'a loaf')).toEqual(['loaf']);
  expect(favourites(51, 'loaf', 'loaf', 'a loaf')).toEqual([]);
  expect(favourites(51, 'loaf', 'loaf', 'a loaf', 'loaf')).toEqual(['loaf']);
  expect(favourites(10, 'loaf loaf', 'loaf loaf loaf')).toEqual([]);
  const thirteen = Array.from({ length: 13 }, (_, at) => `word${String.fromCharCode(97 + at)}`).join(' ');
  expect(favourites(3, thirteen, thirteen, thirteen)).toHaveLength(12);
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
