import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nodeRuntime } from './node-runtime.mjs';
import { ROOT } from './paths.mjs';
import { runUntilStopped } from './run-until-stopped.mjs';
import { setUp } from './set-up.mjs';

/** Sets up what is missing or stale, then runs the whole product in one process tree until it is stopped. */
export async function startProduct() {
  await setUp({ web: true });
  const server = { file: nodeRuntime(), args: serverArguments('all') };
  process.exitCode = await runUntilStopped([server]);
}

/**
 * How Node runs one role of the server, with the settings of `.env` where there is one.
 * @param {string[]} roleAndMore
 */
export function serverArguments(...roleAndMore) {
  const settings = join(ROOT, '.env');
  const given = existsSync(settings) ? [`--env-file=${settings}`] : [];
  return [...given, join(ROOT, 'server/src/main.ts'), ...roleAndMore];
}
