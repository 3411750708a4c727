import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { ROOT } from './lib/paths.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run fuzz -- [--requests 100000] [--seed N]: the fuzz test of `npm test`, which sends 2,000 requests,
// with more.
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});
await setUp({ web: false, server: false });
const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
const args = [vitest, 'run', '--project', 'server', 'server/src/platform/http/fuzz.test.ts'];
const env = { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed };
process.exitCode = spawnSync(nodeRuntime(), args, { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1;
