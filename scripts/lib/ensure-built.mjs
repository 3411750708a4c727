import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runNpm } from './npm.mjs';
import { ROOT } from './paths.mjs';

const NOT_SOURCES = new Set(['dist', 'node_modules']);

/**
 * Builds a workspace unless the existing build was made from exactly these sources.
 * @param {{ title: string, workspace: string, sources: string[], product: string }} what `product` is a file that a
 * complete build contains; all paths are relative to the root.
 */
export async function ensureBuilt({ title, workspace, sources, product }) {
  const stampFile = join(ROOT, '.setup', `${workspace}-build`);
  const files = sources.flatMap((name) => filesUnder(join(ROOT, name))).sort();
  const glance = fingerprint(files, (path) => `${statSync(path).mtimeMs} ${statSync(path).size}`);
  const stamp = readStamp(stampFile);
  const built = existsSync(join(ROOT, product));
  if (built && stamp.glance === glance) return;
  const content = fingerprint(files, (path) => readFileSync(path));
  if (!built || stamp.content !== content) {
    // An interrupted build must not count as complete.
    rmSync(stampFile, { force: true });
    await runNpm(title, ['run', 'build', '--workspace', workspace], { env: { NODE_ENV: 'production' } });
  }
  writeFileSync(stampFile, JSON.stringify({ glance, content }));
}

/**
 * @param {string} file
 * @returns {{ glance?: string, content?: string }}
 */
function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
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
