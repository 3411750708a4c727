import { spawnSync } from 'node:child_process';
import { nodeRuntime } from './node-runtime.mjs';
import { ROOT } from './paths.mjs';
import { builtServerEnvironment } from './server-arguments.mjs';

/**
 * Runs a script of the repository until it ends; servers that it starts are the built one. Returns its exit status.
 * @param {string[]} args The script, relative to the root, and its arguments.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runNode(args, env = {}) {
  const options = { cwd: ROOT, env: { ...builtServerEnvironment(), ...env } };
  return spawnSync(nodeRuntime(), args, { ...options, stdio: 'inherit' }).status ?? 1;
}
