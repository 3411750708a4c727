import { join } from 'node:path';

/** The server that journeys start: the built one if `npm test` sets it, otherwise the sources. */
export const SERVER_MAIN = process.env.SERVER_MAIN ?? join(import.meta.dirname, '../../server/src/main.ts');
