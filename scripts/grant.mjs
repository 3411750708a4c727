import { spawnSync } from 'node:child_process';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { ROOT } from './lib/paths.mjs';
import { serverArguments } from './lib/server-arguments.mjs';

// npm run grant -- EMAIL ROLE: gives a person a staff role, with the product running or not.
const args = serverArguments('grant', ...process.argv.slice(2));
process.exitCode = spawnSync(nodeRuntime(), args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
