import { spawnSync } from 'node:child_process';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { ROOT } from './lib/paths.mjs';
import { SOURCES, serverArguments } from './lib/server-arguments.mjs';

// npm run grant|revoke -- EMAIL ROLE, reset-two-factor -- EMAIL REASON, audit-verify: one-off commands of the
// server, whether or not the product is running.
const [change = 'grant', ...rest] = process.argv.slice(2);
const args = serverArguments(SOURCES, change, ...rest);
process.exitCode = spawnSync(nodeRuntime(), args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
