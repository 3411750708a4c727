import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { ROOT } from './lib/paths.mjs';
import { builtServerEnvironment } from './lib/server-arguments.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run bench -- NAME [options]: runs one benchmark and its peers. bench/README.md lists the names.
await setUp({ web: ['web', 'start'].includes(process.argv[2] ?? ''), server: true });
const args = [join(ROOT, 'bench/main.ts'), ...process.argv.slice(2)];
const options = { cwd: ROOT, env: builtServerEnvironment(), stdio: /** @type {const} */ ('inherit') };
process.exitCode = spawnSync(nodeRuntime(), args, options).status ?? 1;
