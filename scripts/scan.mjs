import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { ROOT } from './lib/paths.mjs';
import { builtServerEnvironment } from './lib/server-arguments.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run scan: sqlmap and wapiti, where they are installed, against a product that is started for them. Takes an hour.
await setUp({ web: true, server: true });
const options = { cwd: ROOT, env: builtServerEnvironment(), stdio: /** @type {const} */ ('inherit') };
process.exitCode = spawnSync(nodeRuntime(), [join(ROOT, 'e2e/scan/main.ts')], options).status ?? 1;
