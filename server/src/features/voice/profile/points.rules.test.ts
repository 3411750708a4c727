import { voicePoints } from '@drumbeat/contract/voice/voice.rules.ts';
import { expect, test } from 'vitest';
import type { VoiceProfile } from '../voice.types.ts';
import { pointsOf } from './points.rules.ts';
import { traits } from './traits.rules.ts';

const profile: VoiceProfile = {
  version: 1,
  language: 'en',
  posts: 9,
  length: { low: 34, middle: 96, high: 151 },
  sentenceWords: 7.5,
  traits: Object.fromEntries(traits.map((trait) => [trait, 0])) as VoiceProfile['traits'],
  words: 9,
  functionWords: {},
  favourites: ['rye', 'loaf'],
  trigrams: 9,
  commonest: {},
  wording: { low: -9, middle: -8 },
};
const textOf = (point: string, change: Partial<VoiceProfile> = {}) =>
  pointsOf({ profile: { ...profile, ...change }, points: {} }).find((each) => each.point === point)?.text;

test('a profile says every point once, in their order, on and in its own words', () => {
  const points = pointsOf({ profile, points: {} });
  expect(points.map(({ point }) => point)).toEqual([...voicePoints]);
  expect(points.every(({ isOn, isEdited }) => isOn && !isEdited)).toBe(true);
  expect(pointsOf({ profile: null, points: {} })).toEqual([]);
});

test('lengths are told to the nearest ten, and their range where there is one', () => {
  expect(textOf('length')).toBe('You write about 100 characters, most posts between 30 and 150.');
  expect(textOf('length', { length: { low: 51, middle: 52, high: 53 } })).toBe(
    'You write about 50 characters.',
  );
});

test('sentences have a whole number of words, and one at least', () => {
  expect(textOf('sentences')).toBe('Your sentences have about 8 words.');
  expect(textOf('sentences', { sentenceWords: 0.2 })).toBe('Your sentences have about 1 words.');
});

test('habits are told by their share, contractions only of English', () => {
  expect(textOf('emoji')).toBe('You never use emoji.');
  expect(textOf('emoji', { traits: { ...profile.traits, emoji: 1 } })).toBe('You always use emoji.');
  expect(textOf('contraction')).toBe('You never use contractions such as “don’t”.');
  expect(textOf('contraction', { language: 'de' })).toBeUndefined();
  expect(textOf('emoji', { language: 'de' })).toBe('You never use emoji.');
});

test('words that come up again and again are named, if there are any', () => {
  expect(textOf('wording')).toBe('Words that come up again and again: “rye”, “loaf”.');
  const none = pointsOf({ profile: { ...profile, favourites: [] }, points: {} });
  expect(none.map(({ point }) => point)).toEqual(voicePoints.slice(0, -1));
});

test('a point is as its owner left it, also one of which the profile knows nothing', () => {
  const points = {
    length: { isOn: false, text: null },
    comma: { isOn: true, text: 'I like commas.' },
    wording: { isOn: false, text: 'I say rye.' },
  };
  const changed = pointsOf({ profile: { ...profile, favourites: [] }, points });
  expect(changed.filter(({ isOn, isEdited }) => !isOn || isEdited)).toEqual([
    {
      point: 'length',
      text: 'You write about 100 characters, most posts between 30 and 150.',
      isOn: false,
      isEdited: false,
    },
    { point: 'comma', text: 'I like commas.', isOn: true, isEdited: true },
    { point: 'wording', text: 'I say rye.', isOn: false, isEdited: true },
  ]);
});
