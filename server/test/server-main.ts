import { fileURLToPath } from 'node:url';

/** What a test starts as the server: the built one, which `npm test` names, or else its sources. */
export const SERVER_MAIN =
  process.env.SERVER_MAIN ?? fileURLToPath(new URL('../src/main.ts', import.meta.url));
