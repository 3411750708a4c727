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
  ])('%s', (_, share, text, score, reasons) => {
    expect(near(text, profileOf({ exclamation: share }))).toEqual({ score, reasons });
  });

  test.each([
    ['as long as the longest', 10, 100],
    ['twice as long', 20, 80],
    ['as short as the shortest', 8, 100],
    ['half as long', 4, 80],
  ])('up to 20 for a length: %s', (_, length, score) => {
    const profile = profileOf({}, { length: { low: 8, middle: 9, high: 10 } });
    const way = length > 10 ? 'shorter' : 'longer';
    expect(near('x'.repeat(length), profile, { points: {} })).toEqual({
      score,
      reasons: score === 100 ? [] : [`Your posts are ${way}: about 9 characters`],
    });
    expect(near('x'.repeat(length), profile).score).toBe(100);
  });

  // A text of which a profile knows nothing fits by -12.97 bits.
  test.each([
    ['nothing where one’s own fit worse', { low: -14, middle: -13 }, 100, false],
    ['14 for a third of the way, without a word', { low: -13, middle: -12 }, 86, false],
    ['45 for all of it', { low: -11, middle: -9.9 }, 58, true],
  ])('%s of wording', (_, wording, score, isTold) => {
    expect(near('rye', profileOf({}, { wording }))).toEqual({
      score,
      reasons: isTold ? ['Its wording is unlike that of your posts'] : [],
    });
    expect(near('rye', profileOf({}, { wording }), { points: { length: off, wording: off } }).score).toBe(
      100,
    );
  });
});

test.each([
  ['artful bread', 'art', false],
  ['artart art', 'art', true],
  ['(art)', 'ART', true],
  ['bread#rye', '#rye', true],
  ['our c++code', 'c++', true],
  ['our vc++', 'c++', false],
  ['we say no!way', 'no!', true],
])('in %j the phrase %j is found: %s', (text, phrase, isFound) => {
  expect(hasPhrase(text, phrase)).toBe(isFound);
});

describe('of the average of a set, there is taken off', () => {
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
});
