import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_MODULES, ROOT } from './paths.mjs';

// MiB of new space: V8's own choice of 16 and more doubles what an idle server holds.
const SMALL_HEAP = '--max-semi-space-size=4';

/**
 * How Node runs one role of the server, with the settings of `.env` where there is one.
 * @param {string[]} roleAndMore
 */
export function serverArguments(...roleAndMore) {
  const settings = join(ROOT, '.env');
  const given = existsSync(settings) ? [`--env-file=${settings}`] : [];
  return [SMALL_HEAP, ...given, join(ROOT, 'server/src/main.ts'), ...roleAndMore];
}

/**
 * The environment of a server that we start: Node keeps what it has compiled, which makes the next start a
 * third shorter.
 * @returns {NodeJS.ProcessEnv}
 */
export function serverEnvironment() {
  return { NODE_COMPILE_CACHE: join(NODE_MODULES, '.cache', 'drumbeat'), ...process.env };
}
