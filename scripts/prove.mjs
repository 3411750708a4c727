import { runNode } from './lib/run-node.mjs';
import { setUp } from './lib/set-up.mjs';

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--project'];
const seed = String(Date.now() % 1_000_000_000);

/** @type {{ name: string, what: string, args: string[], env?: NodeJS.ProcessEnv }[]} */
const proofs = [
  {
    name: 'benches',
    what: 'every benchmark, and chaos, in a small run',
    args: [...VITEST, 'proofs'],
  },
  {
    name: 'lives',
    what: '1,000 random lives of a subscription',
    args: [...VITEST, 'server', 'server/src/features/billing/sync/lives.test.ts'],
    env: { LIVES: '1000' },
  },
  {
    name: 'lanes',
    what: '1,000 random histories of an account, and 1,000 rounds of changes at the same time',
    args: [
      ...VITEST,
      'server',
      'server/src/features/publishing/lanes/lane-faults.test.ts',
      'concurrent-changes',
    ],
    env: { LANE_HISTORIES: '1000', LANE_ROUNDS: '1000', LANE_SEED: process.env.LANE_SEED ?? seed },
  },
  {
    name: 'fuzz',
    what: '100,000 requests, whole and broken',
    args: [...VITEST, 'server', 'server/src/platform/http/fuzz.test.ts'],
    env: { FUZZ_REQUESTS: '100000', FUZZ_SEED: process.env.FUZZ_SEED ?? seed },
  },
  {
    name: 'drill',
    what: 'a backup and a restore, with 20,000 rows written meanwhile',
    args: [...VITEST, 'server', 'server/src/boot/restore.test.ts'],
    env: { DRILL_ROWS: '20000' },
  },
  {
    name: 'chaos',
    what: '10,000 posts in three minutes, while everything breaks',
    args: ['bench/chaos/main.ts', '--seed', seed],
  },
  {
    name: 'mutants',
    what: 'small faults in all pure rules, one at a time',
    args: ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run'],
  },
];

// npm run prove [-- NAME …]: the long proofs one after another, or only these. CONTRIBUTING.md says when.
const names = proofs.map(({ name }) => name);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no proof called ${unknown.join(', ')}. The proofs are: ${names.join(', ')}.`);
  process.exit(1);
}
await setUp({ web: true, server: true });
const lines = proofs
  .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  .map(({ name, what, args, env }) => {
    console.log(`\n${name}: ${what}`);
    const started = Date.now();
    const status = runNode(args, env);
    if (status !== 0) process.exitCode = 1;
    const seconds = Math.round((Date.now() - started) / 1000);
    return `${name}: ${status === 0 ? 'proved' : 'FAILED'} in ${seconds} s`;
  });
console.log(`\n${lines.join('\n')}`);
