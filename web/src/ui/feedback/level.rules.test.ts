import { expect, test } from 'vitest';
import { levelColour, levelPercent } from './level.rules.ts';

test('PLAT-15 the level is a whole percent from 0 to 100', () => {
  expect(levelPercent(7, 14)).toBe(50);
  expect(levelPercent(20, 14)).toBe(100);
  expect(levelPercent(-1, 14)).toBe(0);
  expect(levelPercent(3, 0)).toBe(0);
});

test('PLAT-16 green at 66 or more, yellow from 33 to 65, red below 33', () => {
  expect([100, 66, 65, 33, 32, 0].map(levelColour)).toEqual([
    'green',
    'green',
    'yellow',
    'yellow',
    'red',
    'red',
  ]);
});

test('PLAT-17 the percent is rounded before it is coloured', () => {
  expect([65.4, 65.5, 32.4, 32.5].map(levelColour)).toEqual(['yellow', 'green', 'red', 'yellow']);
});

test('PLAT-15 what is no number, and a whole that is none, is empty', () => {
  expect([levelPercent(Number.NaN, 14), levelPercent(Number.POSITIVE_INFINITY, 14)]).toEqual([0, 0]);
  expect([levelPercent(-3, -14), levelPercent(3, Number.NaN)]).toEqual([0, 0]);
  expect([levelPercent(1, 3), levelPercent(2, 3)]).toEqual([33, 67]);
});
