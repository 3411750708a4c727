import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AUTO_MS, slideAfter, slideShown, TRANSITION_MS } from './Carousel.tsx';

test('PLAT-19 PLAT-20 slides change by themselves after 5000 ms, and take 500 ms to do so', () => {
  expect([AUTO_MS, TRANSITION_MS]).toEqual([5000, 500]);
});

test('after the last slide comes the first, and before the first the last', () => {
  expect([slideAfter(2, 1, 3), slideAfter(0, -1, 3), slideAfter(0, 1, 3), slideAfter(0, 1, 1)]).toEqual([
    0, 2, 1, 0,
  ]);
});

test('any number of steps and back leads to the same slide', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(19), fc.integer(), (count, from, steps) => {
      const slide = from % count;
      const there = slideAfter(slide, steps, count);
      expect(there).toBeGreaterThanOrEqual(0);
      expect(there).toBeLessThan(count);
      expect(slideAfter(there, -steps, count)).toBe(slide);
    }),
  );
});

test('the last slide is shown where the chosen one is gone', () => {
  expect([slideShown(2, 4), slideShown(3, 3), slideShown(3, 1), slideShown(0, 0)]).toEqual([2, 2, 0, 0]);
});
