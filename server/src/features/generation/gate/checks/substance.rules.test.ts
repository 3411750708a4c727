import { expect, test } from 'vitest';
import { saysNothing } from './substance.rules.ts';

const says = (text: string, niche = 'Gardening') => !saysNothing(text, { language: 'en', niche });

test.each([
  ['the niche alone', 'Gardening', false],
  ['the niche in another form', 'Gardens! The gardening’s garden', false],
  ['a thing of three letters', 'The hoe', true],
  ['one abstract word', 'Patience', false],
  ['a figure', 'It was 40 again', true],
  ['a place that ends as abstract nouns do', 'The station', true],
  ['three abstract words of four', 'Patience, kindness, freedom, spade', true],
  ['four abstract words of five', 'Patience, kindness, freedom, wisdom, spade', false],
  [
    'six abstract words of ten',
    'Patience, kindness, freedom, wisdom, quality, movement, spade, hose, rake, shed',
    false,
  ],
])('%s: %s', (_, text, expected) => {
  expect(says(text)).toBe(expected);
});

test('in other languages a word of four letters that means something is enough', () => {
  const inGerman = (text: string) => saysNothing(text, { language: 'de', niche: 'Garten' });
  expect(['Das Beet', 'Der Hut', 'Und aber nicht', 'Der Garten'].map(inGerman)).toEqual([
    false,
    true,
    true,
    true,
  ]);
});
