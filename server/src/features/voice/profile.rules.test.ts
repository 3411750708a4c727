import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pointsOf } from './points.rules.ts';
import { buildProfile, hasWords } from './profile.rules.ts';
import { lengthOf, traits, trigramsOf } from './traits.rules.ts';
import { bakerPosts } from './voice.fixture.ts';

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

test('a point is said in the owner’s words, and what the profile does not know is left out', () => {
  const profile = buildProfile(['Bread is up'], 'en');
  const points = pointsOf({
    profile,
    points: { length: { isOn: false, text: null }, comma: { isOn: true, text: 'I like commas.' } },
  });
  expect(points.filter(({ isOn, isEdited }) => !isOn || isEdited)).toEqual([
    { point: 'length', text: 'You write about 11 characters.', isOn: false, isEdited: false },
    { point: 'comma', text: 'I like commas.', isOn: true, isEdited: true },
  ]);
  expect(points.map(({ point }) => point)).toContain('contraction');
  expect(points.map(({ point }) => point)).not.toContain('wording');
  const favourites = ['rye', 'loaf'];
  const [wording] = pointsOf({ profile: { ...profile, favourites }, points: {} }).slice(-1);
  expect(wording?.text).toBe('Words that come up again and again: “rye”, “loaf”.');
  const [, sentences] = pointsOf({ profile: { ...profile, sentenceWords: 0.3 }, points: {} });
  expect(sentences?.text).toBe('Your sentences have about 1 words.');
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
