import { expect, it } from 'vitest';
import type { ChaosOptions } from './options.ts';
import { planRun } from './plan.ts';
import { runChaos } from './run-chaos.ts';

const OPTIONS: ChaosOptions = {
  posts: 240,
  accounts: 170,
  minutes: 0.3,
  kills: 3,
  seed: 42,
  json: true,
  targets: false,
};
const CRASH_POINTS = 14;
const MAY_BE_MISSED = 3;

/** Faults of the plan that whoever calls next meets; one for a named person may find that they post nothing more. */
function plannedFaults(): string[] {
  const faults = planRun(OPTIONS).troubles.flatMap((trouble) =>
    trouble.kind === 'fault' && !trouble.fault.username ? [trouble.fault] : [],
  );
  return [...new Set(faults.map(({ endpoint, kind }) => `${endpoint} ${kind}`))];
}

it('EXACTLY ONCE: killed and frozen workers, silent and restarted databases and a failing X lose no post and double none', {
  timeout: 480_000,
}, async () => {
  const { result, violations } = await runChaos(OPTIONS, () => undefined);
  expect(violations).toEqual([]);
  expect(result).toMatchObject({
    posts: 240,
    duplicates: 0,
    creates_beyond_first: 0,
    lost: 0,
    wrongly_failed: 0,
    contradictions: 0,
    out_of_order: 0,
    ledger_faults: 0,
    database_restarts: 2,
  });
  expect(result.published).toBeGreaterThan(60);

  // staging.ts arranges what each one needs, again and again; which worker comes to it first is luck.
  const missed = result.crash_points_missed as string[];
  expect(missed.length).toBeLessThanOrEqual(MAY_BE_MISSED);
  expect(result.kills).toBeGreaterThanOrEqual(CRASH_POINTS - MAY_BE_MISSED + OPTIONS.kills);
  expect(result.frozen_workers).toBeGreaterThanOrEqual(1);
  expect(result.silenced_connections).toBeGreaterThanOrEqual(1);
  expect(Object.keys(result.faults)).toEqual(expect.arrayContaining(plannedFaults()));
  expect(plannedFaults().length).toBeGreaterThan(15);
});
