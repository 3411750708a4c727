import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';
import { hasNodeRuntime, requireNodeRuntime } from './node-runtime.mjs';
import { NODE_MODULES, ROOT } from './paths.mjs';

const LOCKFILE = join(ROOT, 'package-lock.json');
const INSTALLED = join(NODE_MODULES, '.package-lock.json');
const STAMP = join(NODE_MODULES, '.drumbeat-setup');

/**
 * Installs the packages of the lockfile, unless exactly these were installed before on such a machine: all of them, or
 * without `tools` only those that building and running the product need.
 * @param {{ tools: boolean }} parts
 */
export async function ensureInstalled({ tools }) {
  const lockfile = readFileSync(LOCKFILE);
  // Once the tools are there they stay: the product runs with them as well.
  const all = tools || existsSync(join(NODE_MODULES, 'vitest'));
  const wanted = createHash('sha256')
    .update(`${process.platform} ${process.arch} ${all ? 'all' : 'running'}\n`)
    .update(lockfile)
    .digest('hex');
  const stamp = textOf(STAMP);
  if (stamp === wanted) return;
  // Without a stamp, someone may have run `npm ci` by hand.
  if (stamp || !isInstalled(lockfile.toString(), all) || !hasNodeRuntime()) await install(all);
  requireNodeRuntime();
  writeFileSync(STAMP, wanted);
}

/**
 * Whether someone has run `npm ci` by hand: npm writes this file last, so it proves a complete installation.
 * @param {string} lockfile
 * @param {boolean} all
 */
function isInstalled(lockfile, all) {
  const installed = textOf(INSTALLED);
  if (!installed) return false;
  const found = JSON.parse(installed).packages;
  return Object.entries(JSON.parse(lockfile).packages).every(
    ([path, { version, integrity, optional, dev, link }]) => {
      if (!path.startsWith('node_modules/') || link) return true;
      const there = found[path];
      if (there) return there.version === version && there.integrity === integrity;
      return Boolean(optional || (dev && !all));
    },
  );
}

/** @param {string} path */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
