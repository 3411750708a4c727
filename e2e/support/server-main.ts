import { join } from 'node:path';

/** What a journey starts as the server: the built one, which `npm test` names, or else its sources. */
export const SERVER_MAIN = process.env.SERVER_MAIN ?? join(import.meta.dirname, '../../server/src/main.ts');
