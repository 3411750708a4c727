import { describe, expect, test } from 'vitest';
import type { Nearness, Voice, VoiceProfile } from '../voice.types.ts';
import { hasPhrase, nearnessOf, nearnessOfSet } from './nearness.rules.ts';
import { type Trait, traits } from './traits.rules.ts';

const off = { isOn: false, text: null };

/** A profile of 99 posts that finds nothing odd: each trait is in half of them, and any wording is better than its own. */
function profileOf(
  shares: Partial<Record<Trait, number>> = {},
  change: Partial<VoiceProfile> = {},
): VoiceProfile {
  const halves = Object.fromEntries(traits.map((trait) => [trait, 0.5])) as Record<Trait, number>;
  return {
    version: 1,
    language: 'en',
    posts: 99,
    length: { low: 10, middle: 10, high: 10 },
    sentenceWords: 5,
    traits: { ...halves, ...shares },
    words: 0,
    functionWords: {},
    favourites: [],
    trigrams: 0,
    commonest: {},
    wording: { low: -100, middle: -99 },
    ...change,
  };
}

type Compared = Pick<Voice, 'profile' | 'points' | 'bannedWords' | 'signOff'>;
function voiceOf(profile: VoiceProfile, change: Partial<Compared> = {}): Compared {
  return { profile, points: { length: off }, bannedWords: [], signOff: '', ...change };
}
function near(text: string, profile: VoiceProfile, change: Partial<Compared> = {}): Nearness {
  const nearness = nearnessOf(text, voiceOf(profile, change));
  if (!nearness) throw new Error('There is a profile.');
  return nearness;
}
const nearSet = (texts: readonly string[], profile: VoiceProfile, change: Partial<Compared> = {}) =>
  nearnessOfSet(texts, voiceOf(profile, change));

describe('of 100, there is taken off', () => {
  test('40 for each word that is never to be used, down to nothing', () => {
    const reasons = [
      '“rye” is on your list of words never to use',
      '“bun” is on your list of words never to use',
    ];
    const banned = (...bannedWords: string[]) => near('rye bun tart', profileOf(), { bannedWords });
    expect(banned('cake')).toEqual({ score: 100, reasons: [] });
    expect(banned('rye')).toEqual({ score: 60, reasons: reasons.slice(0, 1) });
    expect(banned('rye', 'bun')).toEqual({ score: 20, reasons });
    expect(banned('rye', 'bun', 'tart').score).toBe(0);
    expect(banned('rye', 'rye')).toEqual({ score: 20, reasons: reasons.slice(0, 1) });
  });

  test('10 for a sign-off that is missing at the end', () => {
    const missing = { score: 90, reasons: ['You sign off with “Ada”'] };
    expect(near('rye', profileOf(), { signOff: 'Ada' })).toEqual(missing);
    expect(near('Ada has rye', profileOf(), { signOff: 'Ada' })).toEqual(missing);
    expect(near('rye Ada', profileOf(), { signOff: 'Ada' })).toEqual({ score: 100, reasons: [] });
  });

  test.each([
    ['17 for what never happens', 0, 'rye!', 83, ['You never use exclamation marks']],
    ['17 for what always happens and does not', 1, 'rye', 83, ['You always use exclamation marks']],
    ['nothing for what always happens and does', 1, 'rye!', 100, []],
    ['nothing for what happens in one of three', 0.34, 'rye!', 100, []],
    ['3 for what happens in one of five', 0.2, 'rye!', 97, ['You sometimes use exclamation marks']],
    ['3 without a word where it is just below', 0.21, 'rye!', 97, []],
  ])('%s', (_, share, text, score, reasons) => {
    expect(near(text, profileOf({ exclamation: share }))).toEqual({ score, reasons });
  });

  test('35 at most for all habits together, of which three are told', () => {
    const never = profileOf({ exclamation: 0, question: 0, comma: 0, colon: 0 });
    expect(near('rye!?', never).score).toBe(65);
    expect(near('rye!?,:', never)).toEqual({
      score: 65,
      reasons: ['You never use exclamation marks', 'You never ask questions', 'You never use colons'],
    });
    expect(near('rye!?', never, { points: { length: off, question: off } })).toEqual({
      score: 83,
      reasons: ['You never use exclamation marks'],
    });
  });

  test('less for a habit that few posts show', () => {
    expect(near('rye!', profileOf({ exclamation: 0 }, { posts: 10 })).score).toBe(87);
  });

  test.each([
    ['as long as the longest', 10, 100],
    ['four tenths longer', 14, 90],
    ['twice as long', 20, 80],
    ['four times as long', 40, 80],
    ['as short as the shortest', 8, 100],
    ['half as long', 4, 80],
    ['an eighth as long', 1, 80],
  ])('up to 20 for a length: %s', (_, length, score) => {
    const profile = profileOf({}, { length: { low: 8, middle: 9, high: 10 } });
    const way = length > 10 ? 'shorter' : 'longer';
    expect(near('x'.repeat(length), profile, { points: {} })).toEqual({
      score,
      reasons: score === 100 ? [] : [`Your posts are ${way}: about 9 characters`],
    });
    expect(near('x'.repeat(length), profile).score).toBe(100);
  });

  test('nothing is given back for a length that is right', () => {
    const profile = profileOf({ exclamation: 0 }, { length: { low: 5, middle: 9, high: 20 } });
    expect(near('tart cake!', profile, { points: {} }).score).toBe(83);
  });

  test('no more for no text than for one character', () => {
    const profile = profileOf({}, { length: { low: 1, middle: 9, high: 10 } });
    expect(near('', profile, { points: {} }).score).toBe(100);
  });

  // A text of which a profile knows nothing fits by -12.97 bits.
  test.each([
    ['nothing where one’s own fit worse', { low: -14, middle: -13 }, 100, false],
    ['14 for a third of the way, without a word', { low: -13, middle: -12 }, 86, false],
    ['23 for half of it', { low: -12.4, middle: -11.4 }, 77, true],
    ['45 for all of it', { low: -11, middle: -9.9 }, 58, true],
    ['45 at most', { low: -6, middle: -5 }, 55, true],
    ['no more for a narrow voice than for half a bit', { low: -12.5, middle: -12.5 }, 86, false],
  ])('%s of wording', (_, wording, score, isTold) => {
    expect(near('rye', profileOf({}, { wording }))).toEqual({
      score,
      reasons: isTold ? ['Its wording is unlike that of your posts'] : [],
    });
    expect(near('rye', profileOf({}, { wording }), { points: { length: off, wording: off } }).score).toBe(
      100,
    );
  });

  test('the dearest is told first', () => {
    const profile = profileOf({ exclamation: 0 });
    expect(near('rye!', profile, { bannedWords: ['rye'], signOff: 'Ada' }).reasons).toEqual([
      '“rye” is on your list of words never to use',
      'You never use exclamation marks',
      'You sign off with “Ada”',
    ]);
  });
});

test.each([
  ['artful bread', 'art', false],
  ['smart bread', 'art', false],
  ['3art bread', 'art', false],
  ['art3 bread', 'art', false],
  ['artart art', 'art', true],
  ['art', 'art', true],
  ['(art)', 'ART', true],
  ['bread#rye', '#rye', true],
  ['bread #ryes', '#rye', false],
  ['our c++code', 'c++', true],
  ['our vc++', 'c++', false],
  ['we say no!way', 'no!', true],
  ['bread', 'rye', false],
])('in %j the phrase %j is found: %s', (text, phrase, isFound) => {
  expect(hasPhrase(text, phrase)).toBe(isFound);
});

describe('of the average of a set, there is taken off', () => {
  const none = Object.fromEntries(traits.map((trait) => [trait, 0]));
  const words = ['rye', 'bun', 'tart', 'cake', 'loaf', 'roll', 'naan', 'pita', 'ciabatta', 'scone'];

  test('nothing where it lacks nothing, of three texts on', () => {
    expect(nearSet(words.slice(0, 3), profileOf())).toEqual({ score: 100, reasons: [] });
    expect(nearSet(words.slice(0, 2), profileOf())).toBeNull();
    expect(nearSet(words.slice(0, 3), profileOf(), { bannedWords: ['rye'] })).toEqual({
      score: 87,
      reasons: [],
    });
  });

  test('5 for a trait that far more or fewer of them have than usual', () => {
    const always = profileOf({ exclamation: 1 });
    const told = (text: string) => [`You always use exclamation marks; of these 4 posts ${text}`];
    const set = (...texts: string[]) => nearSet(texts, always);
    expect(set('rye!', 'bun!', 'tart!', 'cake')).toEqual({ score: 96, reasons: [] });
    expect(set('rye!', 'bun!', 'tart', 'cake')).toEqual({ score: 87, reasons: told('2 do') });
    expect(set('rye!', 'bun', 'tart', 'cake')?.reasons).toEqual(told('one does'));
    expect(set('rye', 'bun', 'tart', 'cake')?.reasons).toEqual(told('none does'));
    const points = { length: off, exclamation: off };
    expect(nearSet(['rye', 'bun', 'tart'], always, { points })).toEqual({ score: 100, reasons: [] });
  });

  test.each([
    [13, 16, 100],
    [14, 16, 95],
    [75, 100, 100],
    [76, 100, 95],
  ])('nothing for what chance makes of a half: %i of %i', (having, all, score) => {
    const texts = Array.from({ length: all }, (_, at) => `${words[at % 10]}${at < having ? '!' : ''}`);
    expect(nearSet(texts, profileOf({ ...none, exclamation: 0.5 }))?.score).toBe(score);
  });

  test('8 where all are about as long, and one’s own vary', () => {
    const set = (points: Voice['points'], low: number, high: number, all: readonly number[]) =>
      nearSet(
        all.map((length, at) => (words[at] ?? '').slice(0, length).padEnd(length, 'x')),
        profileOf(none, { length: { low, middle: low, high } }),
        { points },
      );
    const lengths = (low: number, high: number, ...all: number[]) => set({}, low, high, all);
    const varied = { score: 100, reasons: [] };
    const same = {
      score: 92,
      reasons: ['These posts are all about the same length; yours vary, from 10 to 40 characters'],
    };
    expect(lengths(10, 40, 10, 10, 10)).toEqual(same);
    expect(lengths(10, 40, 10, 15, 20)).toEqual(same);
    expect(lengths(10, 40, 21, 15, 10)).toEqual(varied);
    expect(lengths(10, 40, 10, 10, 10, 10, 10, 30, 30, 30, 30, 30)).toEqual(varied);
    expect(lengths(100, 174, 120, 120, 120)).toEqual(varied);
    expect(lengths(104, 182, 120, 120, 120)?.reasons.join()).toContain('from 100 to 180 characters');
    // One of ten at either end is not looked at.
    expect(lengths(10, 40, 1, 9, 9, 9, 9, 9, 9, 9, 9, 99)?.reasons).toEqual(same.reasons);
    expect(lengths(10, 40, 9, 9, 9, 9, 9, 9, 9, 9, 99)?.reasons).toEqual([]);
    expect(lengths(10, 40, 1, 9, 9, 9, 9, 9, 9, 9, 9)?.reasons).toEqual([]);
    // What a person switched off is not looked at either.
    expect(set({ length: off }, 10, 40, [10, 10, 10])).toEqual(varied);
  });

  test('8 where more than two of five begin alike, and at least three', () => {
    const set = (alike: number, all: number) =>
      nearSet(
        words.slice(0, all).map((word, at) => (at >= all - alike ? `brioche ${word}` : word)),
        profileOf(none),
      );
    expect(set(3, 7)).toEqual({ score: 92, reasons: ['3 of these 7 posts begin with “brioche”'] });
    for (const [alike, all] of [
      [3, 8],
      [4, 10],
      [2, 3],
    ] as const)
      expect(set(alike, all), `${alike} of ${all}`).toEqual({ score: 100, reasons: [] });
    expect(nearSet(['🍞', '🥐', '🥨'], profileOf())?.reasons).toEqual([]);
  });
});
