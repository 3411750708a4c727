import { expect, test } from 'vitest';
import { disagreementIn } from './agreement.rules.ts';
import { tokensOf } from './words.rules.ts';

const clashIn = (text: string) => disagreementIn(tokensOf(text));

test.each([
  ['They wants the hose', 'they wants'],
  ['He want a spade', 'he want'],
  ['Each have a spade', 'each have'],
  ['Buses beats the car', 'buses beats'],
])('in %j these do not agree: %s', (text, clash) => {
  expect(clashIn(text)).toBe(clash);
});

test.each([
  ['words that agree', 'They want the hose. He wants a spade'],
  ['a pronoun that is no subject', 'The best of others is gone and one beside she want'],
  ['a noun behind a preposition', 'Behind buses beats the drum'],
  ['a noun as the third word', 'The local buses beats the car'],
  ['a verb at the end', 'Buses beats'],
  ['a word that is a noun, too, without an object', 'Beans needs sun'],
  ['is and was', 'Beans is the best'],
  ['-us', 'Fungus needs the sun'],
  ['a genitive', "Neighbor's needs the sun"],
  ['one thing in -s', 'Canvas needs the sun'],
])('nothing is said of %s: %s', (_, text) => {
  expect(clashIn(text)).toBeUndefined();
});
