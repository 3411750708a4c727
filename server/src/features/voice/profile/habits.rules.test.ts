import { expect, test } from 'vitest';
import { frequencyText, habitText, roundLength } from './habits.rules.ts';
import { traits } from './traits.rules.ts';

test.each([
  [1, 'always'],
  [0.98, 'always'],
  [0.979, 'nearly always'],
  [0.85, 'nearly always'],
  [0.849, 'usually'],
  [0.6, 'usually'],
  [0.599, 'often'],
  [0.35, 'often'],
  [0.349, 'sometimes'],
  [0.15, 'sometimes'],
  [0.149, 'rarely'],
  [0.02, 'rarely'],
  [0.019, 'never'],
  [0, 'never'],
])('a share of %d is told as %s', (share, text) => {
  expect(frequencyText(share)).toBe(text);
});

test('each habit is told in words', () => {
  expect(traits.map((trait) => habitText(trait, 0))).toEqual([
    'You never use exclamation marks',
    'You never use emoji',
    'You never use hashtags',
    'You never write words in capitals',
    'You never begin with a capital letter',
    'You never end with a full stop',
    'You never ask questions',
    'You never break lines',
    'You never use an ellipsis',
    'You never use dashes',
    'You never use semicolons',
    'You never use colons',
    'You never use brackets',
    'You never use quotation marks',
    'You never use contractions such as “don’t”',
    'You never write digits',
    'You never use commas',
  ]);
});

test('a length is told to the nearest ten from 30 on', () => {
  expect([0, 29, 30, 34, 35, 251].map(roundLength)).toEqual([0, 29, 30, 30, 40, 250]);
});
