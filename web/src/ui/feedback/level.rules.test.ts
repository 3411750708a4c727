import { expect, test } from 'vitest';
import { levelColour, levelPercent } from './LevelIndicator.tsx';

test('PLAT-15 the level is a whole percent from 0 to 100', () => {
  expect(levelPercent(7, 14)).toBe(50);
  expect(levelPercent(20, 14)).toBe(100);
  expect(levelPercent(-1, 14)).toBe(0);
  expect(levelPercent(3, 0)).toBe(0);
});

test('PLAT-16 green at 66 or more, yellow from 33 to 65, red below 33', () => {
  expect([66, 65, 33, 32].map(levelColour)).toEqual(['green', 'yellow', 'yellow', 'red']);
});

test('PLAT-17 the percent is rounded before the colour is chosen', () => {
  expect([65.4, 65.5, 32.4, 32.5].map(levelColour)).toEqual(['yellow', 'green', 'red', 'yellow']);
});
