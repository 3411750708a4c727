import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_MODULES } from './paths.mjs';

const NEEDED_MAJOR = 24;
const WINDOWS = process.platform === 'win32';
const PACKAGE = `node-${WINDOWS ? 'win' : process.platform}-${process.arch}`;
const PINNED = join(NODE_MODULES, PACKAGE, 'bin', WINDOWS ? 'node.exe' : 'node');

/** The Node that runs the product: the one installed by npm, or else this one if it is new enough. */
export function nodeRuntime() {
  return existsSync(PINNED) ? PINNED : process.execPath;
}

/** Whether there is a Node that can run the product. */
export function hasNodeRuntime() {
  return runs(PINNED) || Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR;
}

/** Throws unless there is one: npm has none for some platforms. */
export function requireNodeRuntime() {
  if (hasNodeRuntime()) return;
  throw new Error(
    `Drumbeat runs on Node ${NEEDED_MAJOR}. npm has none that runs here (${PACKAGE}), and this is ` +
      `${process.version}: start with Node ${NEEDED_MAJOR} or newer from nodejs.org.`,
  );
}

/** @param {string} file */
function runs(file) {
  try {
    const version = execFileSync(file, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(version.slice(1).split('.')[0]) >= NEEDED_MAJOR;
  } catch {
    return false;
  }
}
