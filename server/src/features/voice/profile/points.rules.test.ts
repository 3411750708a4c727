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

test('lengths are rounded to the nearest ten, with their range if there is one', () => {
  expect(textOf('length')).toBe('You write about 100 characters, most posts between 30 and 150.');
  expect(textOf('length', { length: { low: 51, middle: 52, high: 53 } })).toBe(
    'You write about 50 characters.',
  );
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
