import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * How Node runs one role of the server, with the settings of `.env` where there is one.
 * @param {string[]} roleAndMore
 */
export function serverArguments(...roleAndMore) {
  const settings = join(ROOT, '.env');
  const given = existsSync(settings) ? [`--env-file=${settings}`] : [];
  return [...given, join(ROOT, 'server/src/main.ts'), ...roleAndMore];
}
