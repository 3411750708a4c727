import { expect, test } from 'vitest';
import { readNumbers, takeTexts } from './options.ts';
import { median, percentile } from './report.ts';

test('an option that is no number is refused in words', () => {
  expect(() => readNumbers(['--posts', 'many'], { posts: 1 })).toThrow('--posts must be a number above 0');
  expect(readNumbers(['--posts', '5'], { posts: 1, rounds: 2 })).toEqual({ posts: 5, rounds: 2 });
});

test('options that are texts are taken out of the others', () => {
  expect(takeTexts(['--posts', '5', '--data', 'x'], ['data', 'only'])).toEqual({
    texts: { data: 'x' },
    rest: ['--posts', '5'],
  });
  expect(() => takeTexts(['--data'], ['data'])).toThrow('--data needs a value');
});

test('percentiles are by nearest rank', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(percentile([10, 20, 30, 40], 50)).toBe(20);
  const hundred = Array.from({ length: 100 }, (_, at) => at + 1);
  expect(percentile(hundred, 99)).toBe(99);
  expect(percentile([], 50)).toBeNaN();
});
