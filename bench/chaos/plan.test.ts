import { expect, it } from 'vitest';
import { crashPoints } from '../../server/src/platform/crash-points.ts';
import { createArming } from './arming.ts';
import { planRun } from './plan.ts';
import type { Trouble } from './plan-types.ts';
import { seededRandom } from './random.ts';

const OPTIONS = { posts: 600, accounts: 60, minutes: 2, kills: 40, seed: 7, json: false, targets: false };

it('the same seed gives the same plan, another seed another one', () => {
  expect(planRun(OPTIONS)).toEqual(planRun(OPTIONS));
  expect(planRun({ ...OPTIONS, seed: 8 })).not.toEqual(planRun(OPTIONS));
});

it('plans every trouble, and more of them in a larger run', () => {
  const kinds = (troubles: readonly Trouble[]) => Map.groupBy(troubles, (trouble) => trouble.kind);
  const small = kinds(planRun(OPTIONS).troubles);
  const large = kinds(planRun({ ...OPTIONS, posts: 6_000, kills: 400, minutes: 8 }).troubles);
  const every = [
    'kill',
    'freeze',
    'silence',
    'restart',
    'fault',
    'expire',
    'revoke',
    'edit',
    'remove',
    'move',
  ];
  for (const kind of [...every, 'pause', 'retry'] as Trouble['kind'][])
    expect(small.get(kind)?.length, kind).toBeGreaterThan(0);
  for (const kind of ['kill', 'freeze', 'silence', 'fault', 'edit'] as const)
    expect(large.get(kind)?.length, kind).toBeGreaterThan((small.get(kind)?.length ?? 0) * 3);
});

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
