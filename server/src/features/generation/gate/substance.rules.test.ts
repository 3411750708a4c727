import { expect, test } from 'vitest';
import { isAbstract, saysNothing } from './substance.rules.ts';

const says = (text: string, niche = 'Gardening') => !saysNothing(text, { language: 'en', niche });

test.each([
  ['nothing at all', '', false],
  ['the niche alone', 'Gardening', false],
  ['the niche in another form', 'Gardens! The gardening’s garden', false],
  ['words of one or two letters', 'An ox', false],
  ['a thing of three letters', 'The hoe', true],
  ['one abstract word', 'Patience', false],
  ['a figure', 'It was 40 again', true],
  ['a small count', 'It was two again', false],
  ['a place that ends as abstract nouns do', 'The station', true],
  ['three abstract words of four', 'Patience, kindness, freedom, spade', true],
  ['four abstract words of five', 'Patience, kindness, freedom, wisdom, spade', false],
  ['four abstract words of seven', 'Patience, kindness, freedom, wisdom, spade, hose, rake', true],
  [
    'six abstract words of ten',
    'Patience, kindness, freedom, wisdom, quality, movement, spade, hose, rake, shed',
    false,
  ],
])('%s: %s', (_, text, expected) => {
  expect(says(text)).toBe(expected);
});

test('the words of a niche are none of substance, in singular and plural', () => {
  expect([
    says('Berry', 'Wild berries'),
    says('Cooks', 'Cooking'),
    says('Wild spade', 'Wild berries'),
  ]).toEqual([false, false, true]);
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

test('a word is abstract by its ending, or by name', () => {
  const words =
    'nation kindness qualities quality movements friendship importance patience optimism wisdom manhood';
  expect(words.split(' ').filter((word) => !isAbstract(word))).toEqual(['qualities']);
  for (const word of ['station', 'apartments', 'fence', 'bean', 'shipping', 'patiently'])
    expect(isAbstract(word), word).toBe(false);
});

test('things and places that end as abstract nouns do are things and places', () => {
  const things = `
    station stations basement basements apartment apartments cement city cities monument monuments garment
    garments ointment pavement pavements document documents instrument instruments lotion potion potions
    onion cushion fence fences entrance ambulance appliance appliances audience university universities
    facility element elements supplement supplements kingdom vegetation plantation fountain ornament
    ornaments parchment sediment ligament equipment furniture ship ships battleship neighborhood
    neighborhoods neighbourhood hood ration rations lion million infantry locomotion tournament tournaments
    investment investments payment payments department departments conference conferences`;
  expect(things.trim().split(/\s+/).filter(isAbstract)).toEqual([]);
});
