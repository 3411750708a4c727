import { expect, it } from 'vitest';
import { crashPoints } from '../../server/src/platform/crash-points.ts';
import { createArming } from './arming.ts';
import { seededRandom } from './random.ts';

it('gives every worker a point that none waits at, until one has died at each', () => {
  const arming = createArming(seededRandom(1), true);
  for (let left = crashPoints.length; left > 0; left -= 1) {
    expect(arming.missed()).toHaveLength(left);
    const first = arming.next([]);
    const second = arming.next([first]);
    if (left > 1) expect(second).not.toBe(first);
    if (first) arming.hit(first);
    expect(arming.isOpen(first)).toBe(false);
  }
  expect(arming.next([])).toBeUndefined();
});

it('gives a worker nothing when the troubles are over', () => {
  const arming = createArming(seededRandom(1), false);
  arming.end();
  expect(arming.next([])).toBeUndefined();
  expect(arming.missed()).toHaveLength(crashPoints.length);
});
