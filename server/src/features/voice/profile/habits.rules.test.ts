import { expect, test } from 'vitest';
import { frequencyText, roundLength } from './points.rules.ts';

test.each([
  [0.98, 'always'],
  [0.979, 'nearly always'],
  [0.35, 'often'],
  [0.349, 'sometimes'],
  [0.15, 'sometimes'],
  [0.019, 'never'],
])('a share of %d is told as %s', (share, text) => {
  expect(frequencyText(share)).toBe(text);
});

test('lengths from 30 on are rounded to tens', () => {
  expect([0, 29, 30, 34, 35, 251].map(roundLength)).toEqual([0, 29, 30, 30, 40, 250]);
});
