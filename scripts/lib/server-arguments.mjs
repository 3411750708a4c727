import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_MODULES, ROOT } from './paths.mjs';

// MiB of new space: V8's own choice of 16 and more doubles what an idle server holds.
const SMALL_HEAP = '--max-semi-space-size=4';

/** The server as it is written, which is always there and never stale. */
export const SOURCES = join(ROOT, 'server/src/main.ts');
/** The server as the set-up has built it: it starts in half the time. */
export const BUILT = join(ROOT, 'server/dist/main.js');

/**
 * How Node runs one role of the server, with the settings of `.env` where there is one.
 * @param {string} main `SOURCES` or `BUILT`.
 * @param {string[]} roleAndMore
 */
export function serverArguments(main, ...roleAndMore) {
  const settings = join(ROOT, '.env');
  const given = existsSync(settings) ? [`--env-file=${settings}`] : [];
  return [SMALL_HEAP, ...given, main, ...roleAndMore];
}

/**
 * The environment of a server that we start: Node keeps what it has compiled, which makes the next start a
 * third shorter.
 * @returns {NodeJS.ProcessEnv}
 */
export function serverEnvironment() {
  return { NODE_COMPILE_CACHE: join(NODE_MODULES, '.cache', 'drumbeat'), ...process.env };
}

/** With it, tests and measurements that start servers start what `npm start` does; by themselves they start the sources. */
export function builtServerEnvironment() {
  return { ...serverEnvironment(), SERVER_MAIN: BUILT };
}
