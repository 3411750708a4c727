import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { nodeRuntime } from './node-runtime.mjs';
import { ROOT } from './paths.mjs';
import { SOURCES, serverArguments } from './server-arguments.mjs';

/**
 * Runs a server role that ends by itself; the folder is relative to the caller's working directory.
 * @param {string} role
 */
export function runErrand(role) {
  const [given, ...rest] = process.argv.slice(2);
  const here = process.env.INIT_CWD ?? process.cwd();
  const isPath = given !== undefined && (role === 'backup' || existsSync(resolve(here, given)));
  const args = serverArguments(
    SOURCES,
    role,
    ...(given === undefined ? [] : [isPath ? resolve(here, given) : given]),
    ...rest,
  );
  process.exitCode = spawnSync(nodeRuntime(), args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}
