import { runNode } from './lib/run-node.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run bench -- NAME [options]: runs one benchmark and its peers. bench/README.md lists the names.
const args = process.argv.slice(2);
await setUp({ web: ['web', 'start'].includes(args[0] ?? ''), server: true });
process.exitCode = runNode(['bench/main.ts', ...args]);
