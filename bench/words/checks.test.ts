import { expect, test } from 'vitest';
import { hasLink, isTooLong, unsupportedFigures, unsupportedShares } from './checks.ts';

test('the second check finds length, links, figures and shares by itself', () => {
  expect([isTooLong('a'.repeat(280)), isTooLong('a'.repeat(281)), isTooLong('あ'.repeat(141))]).toEqual([
    false,
    true,
    true,
  ]);
  expect(['see example.com', 'at www.garden', 'Tea.Then cake', '3.50 each'].map(hasLink)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const sources = ['A class costs $1,200 and there are twelve of us.'];
  expect(unsupportedFigures('12 of us pay 1200, or twelve hundred', sources)).toEqual([]);
  expect(unsupportedFigures('Two of us: 13, forty-two, 12%, 24/7', sources)).toEqual([
    '13',
    '24',
    '7',
    '%',
    'forty two',
  ]);
  expect(unsupportedFigures('1. Dig\n2. Plant', [])).toEqual([]);
  expect(unsupportedShares('Half of all seeds fail, one in five rots, the dull half of it', [])).toEqual([
    'Half of',
    'one in five',
  ]);
  expect(unsupportedShares('Half of them', ['We lost half of our hives.'])).toEqual([]);
});
