import { text } from 'node:stream/consumers';
import { nameSources } from './lib/name-sources.mjs';

// npm run -s trace < LOG: the same text, in which the lines of the built server are those of its sources.
process.stdout.write(nameSources(await text(process.stdin)));
