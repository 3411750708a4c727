import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { ROOT } from './lib/paths.mjs';
import { SOURCES, serverArguments } from './lib/server-arguments.mjs';

// One-off commands of the server, whether or not the product is running: npm run grant|revoke -- EMAIL ROLE,
// reset-two-factor -- EMAIL REASON, audit-verify, backup -- FOLDER, restore -- FOLDER (into an empty DATA_DIR).
const [errand = 'grant', ...given] = process.argv.slice(2);
const args = errand === 'backup' || errand === 'restore' ? withFolder(errand, given) : given;
const options = { cwd: ROOT, stdio: /** @type {const} */ ('inherit') };
process.exitCode = spawnSync(nodeRuntime(), serverArguments(SOURCES, errand, ...args), options).status ?? 1;

/**
 * The server runs in the root, but the folder is relative to the working directory of the npm that called.
 * @param {string} errand
 * @param {string[]} args
 */
function withFolder(errand, [folder, ...rest]) {
  if (folder === undefined) return rest;
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  return [errand === 'backup' || existsSync(path) ? path : folder, ...rest];
}
