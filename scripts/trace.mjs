import { text } from 'node:stream/consumers';
import { nameSources } from './lib/name-sources.mjs';

// npm run -s trace < LOG: prints the log with positions in the built server replaced by those in its sources.
process.stdout.write(nameSources(await text(process.stdin)));
