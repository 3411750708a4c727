import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { ROOT } from './lib/paths.mjs';
import { builtServerEnvironment } from './lib/server-arguments.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run scan: starts the product and runs sqlmap and wapiti against it, if they are installed. Takes an
// hour.
await setUp({ web: true, server: true });
const options = { cwd: ROOT, env: builtServerEnvironment(), stdio: /** @type {const} */ ('inherit') };
process.exitCode = spawnSync(nodeRuntime(), [join(ROOT, 'e2e/scan/main.ts')], options).status ?? 1;
