import { fileURLToPath } from 'node:url';

/** The server that tests start: the built one if `npm test` sets it, otherwise the sources. */
export const SERVER_MAIN =
  process.env.SERVER_MAIN ?? fileURLToPath(new URL('../src/main.ts', import.meta.url));
