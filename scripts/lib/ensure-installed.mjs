import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureNodeRuntime } from './node-runtime.mjs';
import { runNpm } from './npm.mjs';
import { NODE_MODULES, ROOT } from './paths.mjs';

const LOCKFILE = join(ROOT, 'package-lock.json');
const INSTALLED = join(NODE_MODULES, '.package-lock.json');
const STAMP = join(NODE_MODULES, '.drumbeat-setup');

/** Installs the packages of the lockfile, unless exactly these were installed before on such a machine. */
export async function ensureInstalled() {
  const lockfile = readFileSync(LOCKFILE);
  const wanted = createHash('sha256')
    .update(`${process.platform} ${process.arch}\n`)
    .update(lockfile)
    .digest('hex');
  if (textOf(STAMP) === wanted) return;
  if (!isInstalled(lockfile.toString())) {
    const quiet = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    await runNpm('Installing packages', ['ci', ...quiet]);
  }
  await ensureNodeRuntime();
  writeFileSync(STAMP, wanted);
}

/**
 * Whether someone has run `npm ci` by hand: npm writes this file last, so it proves a complete installation.
 * @param {string} lockfile
 */
function isInstalled(lockfile) {
  const installed = textOf(INSTALLED);
  if (!installed) return false;
  const found = JSON.parse(installed).packages;
  return Object.entries(JSON.parse(lockfile).packages).every(
    ([path, { version, integrity, optional, link }]) => {
      if (!path.startsWith('node_modules/') || link) return true;
      const there = found[path];
      return there ? there.version === version && there.integrity === integrity : Boolean(optional);
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
