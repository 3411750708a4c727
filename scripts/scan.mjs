import { runNode } from './lib/run-node.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run scan: starts the product and runs sqlmap and wapiti against it, if they are installed. Takes an hour.
await setUp({ web: true, server: true });
process.exitCode = runNode(['e2e/scan/main.ts']);
