import { expect, it } from 'vitest';
import { crashPoints } from '../../server/src/platform/crash-points.ts';
import { createArming } from './arming.ts';
import { planRun } from './plan.ts';
import type { Trouble } from './plan-types.ts';
import { seededRandom } from './random.ts';

const OPTIONS = { posts: 600, accounts: 60, minutes: 2, kills: 40, seed: 7, json: false, targets: false };

const WORST_HOUR_MS = 60 * 60_000;

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

it('freezes workers in turn, and plays the 402 that holds everybody only towards the end', () => {
  const { troubles } = planRun({ ...OPTIONS, kills: 100 });
  const freezes = troubles.filter((trouble) => trouble.kind === 'freeze');
  expect(freezes.map(({ slot }) => slot)).toEqual([0, 1, 2, 3, 0, 1, 2]);
  freezes.forEach(({ atMs }, index) => {
    expect(Math.floor((atMs * 7) / (OPTIONS.minutes * 60_000))).toBe(index);
  });
  const stops = troubles.filter(
    (trouble) => trouble.kind === 'fault' && trouble.fault.kind === 'payment_required',
  );
  expect(stops).toHaveLength(1);
  expect(stops[0]?.atMs).toBeGreaterThan(OPTIONS.minutes * 60_000 * 0.8);
});

it('gives one account a tenth of all posts, late by less than the hour in which they still go out', () => {
  const { posts } = planRun(OPTIONS);
  const late = posts.filter((post) => post.atMs < 0);
  expect(late).toHaveLength(60);
  expect(new Set(late.map((post) => post.account)).size).toBe(1);
  expect(Math.min(...late.map((post) => post.atMs))).toBeGreaterThan(-WORST_HOUR_MS + 3 * 60_000);
});

it('plans each post once, with a text of its own, and fits into any size', () => {
  for (const size of [
    OPTIONS,
    { ...OPTIONS, posts: 1, accounts: 1 },
    { ...OPTIONS, posts: 3, accounts: 2 },
  ]) {
    const { posts, accounts } = planRun(size);
    expect(posts.map((post) => post.number)).toEqual(Array.from({ length: size.posts }, (_, at) => at));
    expect(new Set(posts.map((post) => post.text)).size).toBe(size.posts);
    for (const post of posts) expect(accounts[post.account]).toBeDefined();
  }
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

it('gives a worker nothing when the troubles are over', () => {
  const arming = createArming(seededRandom(1), false);
  arming.end();
  expect(arming.next([])).toBeUndefined();
  expect(arming.missed()).toHaveLength(crashPoints.length);
});
