import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runNpm } from './npm.mjs';
import { NODE_MODULES, ROOT } from './paths.mjs';

const SOURCES = ['web', 'contract', 'package-lock.json', 'tsconfig.base.json'];
const NOT_SOURCES = new Set(['dist', 'node_modules']);
const STAMP = join(NODE_MODULES, '.drumbeat-web-build');

/** Builds the web app unless the build at hand was made from exactly these sources. */
export async function ensureWebBuilt() {
  const files = SOURCES.flatMap((name) => filesUnder(join(ROOT, name))).sort();
  const glance = fingerprint(files, (path) => `${statSync(path).mtimeMs} ${statSync(path).size}`);
  const stamp = readStamp();
  const built = existsSync(join(ROOT, 'web', 'dist', 'index.html'));
  if (built && stamp.glance === glance) return;
  const content = fingerprint(files, (path) => readFileSync(path));
  if (!built || stamp.content !== content) {
    // An interrupted build must not count as complete.
    rmSync(STAMP, { force: true });
    await runNpm('Building the web app', ['run', 'build', '--workspace', 'web'], { NODE_ENV: 'production' });
  }
  writeFileSync(STAMP, JSON.stringify({ glance, content }));
}

/** @returns {{ glance?: string, content?: string }} */
function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (statSync(path).isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(path)
    .filter((name) => !NOT_SOURCES.has(name))
    .flatMap((name) => filesUnder(join(path, name)));
}

/**
 * @param {string[]} files
 * @param {(path: string) => string | Buffer} read
 */
function fingerprint(files, read) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${relative(ROOT, file)}\n`).update(read(file));
  return hash.digest('hex');
}
