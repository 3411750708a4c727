import { anyCharacter } from '@drumbeat/contract/text/any-character.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bakerPosts } from '../voice.fixture.ts';
import { pointsOf } from './points.rules.ts';
import { buildProfile, hasWords, wordingFit, wordingOfProfile } from './profile.rules.ts';
import { lengthOf, traits, trigramsOf } from './traits.rules.ts';

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
  expect(['🍞 5 https://example.com/loaf', 'a 5', 'ok'].map(hasWords)).toEqual([false, false, true]);
  expect(() => buildProfile(['🍞'], 'en')).toThrow(new RangeError('A profile needs a post with words.'));
});

test('favourites are words of several posts, and no small words', () => {
  const { favourites } = buildProfile(bakerPosts(60), 'en');
  expect(favourites.slice(0, 1)).toEqual(['batch']);
  expect(favourites).not.toContain('again');
  expect(favourites.length).toBeLessThanOrEqual(12);
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
  expect(favourites(10, 'tart loaf', 'loaf tart', 'tart loaf', 'tart cake', 'cake')).toEqual([
    'tart',
    'loaf',
  ]);
  expect(favourites(10, 'tart loaf', 'loaf tart', 'tart loaf')).toEqual(['loaf', 'tart']);
  // Three letters, and a small word.
  expect(favourites(9, 'bun this', 'bun this', 'bun this')).toEqual([]);
  const thirteen = Array.from({ length: 13 }, (_, at) => `word${String.fromCharCode(97 + at)}`).join(' ');
  expect(favourites(3, thirteen, thirteen, thirteen)).toHaveLength(12);
});

test('of trigrams the 400 commonest are kept, of equally common ones the first by their characters', () => {
  const signs = Array.from({ length: 450 }, (_, at) => String.fromCodePoint(0x4e00 + at));
  const profile = buildProfile([signs.join(''), 'zz zz'], 'en');
  const kept = Object.entries(profile.commonest);
  expect(kept.slice(0, 4)).toEqual([
    [' zz', 2],
    ['zz ', 2],
    [` ${signs[0]}${signs[1]}`, 1],
    ['z z', 1],
  ]);
  expect([kept.length, kept.at(-1)?.[0]]).toEqual([400, signs.slice(395, 398).join('')]);
  expect(profile.trigrams).toBe(455);
});

test('small words are counted, the commonest first', () => {
  const { functionWords, words } = buildProfile(['it is up and it is in', 'it rises'], 'en');
  expect(Object.entries(functionWords)).toEqual([
    ['it', 3],
    ['is', 2],
    ['and', 1],
    ['in', 1],
    ['up', 1],
  ]);
  expect(words).toBe(9);
});

test('a wording fits by the bits of its trigrams, and one that is unknown costs most', () => {
  const wording = { count: (trigram: string) => (trigram === 'rye' ? 50 : 0), total: 100, keptCount: 60 };
  expect(wordingFit(new Map([['rye', 1]]), wording)).toBeCloseTo(Math.log2(50 / 300), 9);
  expect(wordingFit(new Map([['bun', 1]]), wording)).toBeCloseTo(Math.log2(240 / 300 / 8_000), 9);
  const both = new Map([
    ['rye', 2],
    ['bun', 1],
  ]);
  expect(wordingFit(both, wording)).toBeCloseTo(-6.152_7, 3);
  expect(wordingFit(new Map(), wording)).toBe(0);
});

test('a profile knows its trigrams, with their number', () => {
  const profile = { ...buildProfile(['rye'], 'en'), trigrams: 9, commonest: { rye: 4, bun: 2 } };
  const { count, total, keptCount } = wordingOfProfile(profile);
  expect([count('rye'), count('pie'), total, keptCount]).toEqual([4, 0, 9, 6]);
});

test('how well a post fits is asked of the others: a tenth of them less than low, half less than the middle', () => {
  const wording = (...posts: string[]) => buildProfile(posts, 'en').wording;
  const alone = Math.log2(1 / 8_000);
  expect(wording('rye')).toEqual({ low: -12.966, middle: -12.966 });
  // ' ry', 'rye' and 'ye ', each once in the other post: one of 203.
  expect(wording('rye', 'rye')).toEqual({ low: -7.665, middle: -7.665 });
  const eight = Array.from({ length: 8 }, () => 'rye');
  const { low, middle } = wording('qwz', ...eight, 'xkj');
  expect(low).toBeLessThan(alone);
  expect(middle).toBeCloseTo(Math.log2(7 / (3 * 9 + 200)), 3);
});

test('of 400 posts every second is asked, of fewer than that the first 200', () => {
  const pairs = Array.from({ length: 200 }, (_, at) => ['rye', `${String.fromCodePoint(0x4e00 + at)}b${at}`]);
  const { low, middle } = buildProfile(pairs.flat(), 'en').wording;
  expect(low).toBe(middle);
  const [of399, first] = [pairs.flat().slice(0, 399), Array.from({ length: 200 }, () => 'rye')];
  expect(buildProfile(of399, 'en').wording.low).toBeLessThan(middle);
  const late = buildProfile([...first, ...pairs.slice(0, 100).map(([, other = '']) => other)], 'en').wording;
  expect(late.low).toBe(late.middle);
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
    fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (text) => {
      const sum = [...trigramsOf(text).values()].reduce((all, count) => all + count, 0);
      expect(sum).toBe(lengthOf(text));
    }),
  );
});
