import { expect, test } from 'vitest';
import { isFound, pairsAtSixTenths, strangers } from './signature.fixture.ts';

/* What chance decides is tried often. Apart from the other tests, since faults are put into the rules by the thousand. */

test('of 3,000 pairs that share just six tenths a signature misses one at most', () => {
  const alike = pairsAtSixTenths(3_000);
  expect(alike.length).toBeGreaterThan(2_900);
  expect(alike.filter((pair) => !isFound(pair)).length).toBeLessThanOrEqual(1);
});

test('of 2,000 pairs without a common sentence it takes none for near', () => {
  expect(strangers(2_000).filter(isFound)).toEqual([]);
});
