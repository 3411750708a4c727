import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { ROOT } from './lib/paths.mjs';
import { builtServerEnvironment } from './lib/server-arguments.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run chaos -- [options]: breaks everything while posts are published, and checks the result. See
// bench/README.md.
await setUp({ web: true, server: true });
const args = [join(ROOT, 'bench/chaos/main.ts'), ...process.argv.slice(2)];
const options = { cwd: ROOT, env: builtServerEnvironment(), stdio: /** @type {const} */ ('inherit') };
process.exitCode = spawnSync(nodeRuntime(), args, options).status ?? 1;
