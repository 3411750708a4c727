import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { ROOT } from './lib/paths.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run chaos -- [options]: breaks everything while posts go out, and compares. bench/README.md says how.
await setUp({ web: true });
const args = [join(ROOT, 'bench/chaos/main.ts'), ...process.argv.slice(2)];
process.exitCode = spawnSync(nodeRuntime(), args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
