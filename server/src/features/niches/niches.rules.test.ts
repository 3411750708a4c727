import { expect, test } from 'vitest';
import { nicheLookUps, nicheRequests } from '../../platform/limits.ts';
import { containing, LIKENESS, POPULAR_NICHES } from './niches.rules.ts';

test('a search text stands for itself inside a LIKE pattern', () => {
  expect(containing('coffee')).toBe('%coffee%');
  expect(containing('100%_a\\b')).toBe('%100\\%\\_a\\\\b%');
});

test('look-ups and requests have their limits', () => {
  expect(nicheLookUps).toEqual({ name: 'niche-look-up', points: 300, seconds: 60 });
  expect(nicheRequests).toEqual({ name: 'niche-request', points: 10, seconds: 86_400 });
  expect([POPULAR_NICHES, LIKENESS]).toEqual([8, 0.4]);
});
