import { runNode } from './lib/run-node.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run chaos -- [options]: breaks everything while posts are published. See bench/README.md.
await setUp({ web: false, server: true });
process.exitCode = runNode(['bench/chaos/main.ts', ...process.argv.slice(2)]);
