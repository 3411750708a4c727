import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { ROOT } from './lib/paths.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run bench -- NAME [options]: measures one thing beside its peers. bench/README.md lists the names.
await setUp({ web: process.argv[2] === 'web' });
const args = [join(ROOT, 'bench/main.ts'), ...process.argv.slice(2)];
process.exitCode = spawnSync(nodeRuntime(), args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
