import { expect, test } from 'vitest';
import { choiceFor, limitOf, moreThan } from './audit-limit.rules.ts';

test('ADM-AUD-05 Load more adds 100, up to 500', () => {
  expect([50, 100, 200, 450, 500].map(moreThan)).toEqual([150, 200, 300, 500, null]);
});

test('ADM-AUD-08 the selector shows the nearest choice below the number', () => {
  expect([1, 50, 150, 200, 300, 499, 500].map(choiceFor)).toEqual([50, 50, 100, 200, 200, 200, 500]);
});

test('ADM-AUD-04 a missing or invalid limit is 100', () => {
  expect(['1', '150', '500'].map(limitOf)).toEqual([1, 150, 500]);
  expect(['', '0', '501', '1e2', '-5', '12px', '0x10', 'x'].map(limitOf)).toEqual(Array(8).fill(100));
});
