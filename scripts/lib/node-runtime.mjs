import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_MODULES } from './paths.mjs';
import { runStep } from './progress.mjs';

const NEEDED_MAJOR = 24;
const PACKAGE = join(NODE_MODULES, 'node');
const PINNED = join(PACKAGE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** The Node that runs the product: the one installed by npm, or else this one if it is new enough. */
export function nodeRuntime() {
  return existsSync(PINNED) ? PINNED : process.execPath;
}

/** Ensures that the pinned Node is installed and works, as npm may be set to run no install scripts. */
export async function ensureNodeRuntime() {
  if (runs(PINNED)) return;
  const repair = join(PACKAGE, 'installArchSpecificPackage.js');
  if (existsSync(repair)) {
    await runStep('Fetching Node 24', process.execPath, [repair], { cwd: PACKAGE }).catch(() => undefined);
  }
  if (runs(PINNED) || Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return;
  throw new Error(
    `Node ${NEEDED_MAJOR}, which npm should have put into ${PINNED}, is missing or does not run here. ` +
      'Run "npm rebuild node" with access to the npm registry, or start with Node 24 installed.',
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
