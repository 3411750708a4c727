import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_MODULES, ROOT } from './paths.mjs';

// Size of V8's semi-space in MiB: its default of 16 or more doubles the memory of an idle server.
const SMALL_HEAP = '--max-semi-space-size=2';

/** The server's sources, which are always present and never stale. */
export const SOURCES = join(ROOT, 'server/src/main.ts');
/** The built server, which starts in half the time. */
export const BUILT = join(ROOT, 'server/dist/main.js');

/**
 * The Node arguments for one role of the server, including the settings in `.env` if it exists.
 * @param {string} main `SOURCES` or `BUILT`.
 * @param {string[]} roleAndMore
 */
export function serverArguments(main, ...roleAndMore) {
  const settings = join(ROOT, '.env');
  const given = existsSync(settings) ? [`--env-file=${settings}`] : [];
  return [SMALL_HEAP, ...given, main, ...roleAndMore];
}

/**
 * The environment of a server that we start. Node caches compiled code, which makes the next start a third
 * shorter; glibc keeps two heaps instead of eight a core, of which most lie idle.
 * @returns {NodeJS.ProcessEnv}
 */
export function serverEnvironment() {
  const cache = join(NODE_MODULES, '.cache', 'drumbeat');
  return { NODE_COMPILE_CACHE: cache, MALLOC_ARENA_MAX: '2', ...process.env };
}

/** Makes tests and benchmarks start the built server, as `npm start` does, instead of the sources. */
export function builtServerEnvironment() {
  return { ...serverEnvironment(), SERVER_MAIN: BUILT };
}
