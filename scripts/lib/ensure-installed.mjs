import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { hasNodeRuntime, requireNodeRuntime } from './node-runtime.mjs';
import { runNpm } from './npm.mjs';
import { NODE_MODULES, ROOT } from './paths.mjs';

const FRESH = join(ROOT, '.setup', 'fresh');
const OLD = join(ROOT, '.setup', 'old');
/** Source maps, types, texts and headers for C: a third of the disk space. */
const ONLY_FOR_TOOLS = /\.(map|[cm]?tsx?)$|(?<!licen[cs]e)\.mdx?$|^node-[^/\\]+[/\\]include$/i;

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

/**
 * Installs the packages of the lockfile into a folder beside, and then swaps: a product that runs here keeps its files,
 * and what is interrupted changes nothing.
 * @param {boolean} all
 */
async function install(all) {
  /** @type {{ workspaces: string[] }} */
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const folders = [...workspaces, ''];
  deleteBoth();
  for (const file of ['package-lock.json', ...folders.map((folder) => join(folder, 'package.json'))])
    cpSync(join(ROOT, file), join(FRESH, file));
  await installFresh(`--${all ? 'include' : 'omit'}=dev`);
  if (!all) deleteOnlyForTools(join(FRESH, 'node_modules'));
  // The root's packages are last: the stamp lies with them.
  for (const folder of folders.map((name) => join(name, 'node_modules'))) {
    move(join(ROOT, folder), join(OLD, folder));
    move(join(FRESH, folder), join(ROOT, folder));
  }
  deleteBoth();
}

/** @param {string} kind */
async function installFresh(kind) {
  const args = ['ci', kind, '--no-audit', '--no-fund', '--loglevel=error'];
  const run = (/** @type {string[]} */ ...more) =>
    runNpm('Installing packages', [...args, ...more], { cwd: FRESH });
  // What npm has in its cache is not downloaded again; but its notes there may be older than the lockfile.
  await run('--prefer-offline').catch(() => run());
}

/** @param {string} folder */
function deleteOnlyForTools(folder) {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (ONLY_FOR_TOOLS.test(path)) rmSync(join(folder, path), { recursive: true, force: true });
}

/**
 * @param {string} from
 * @param {string} to
 */
function move(from, to) {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}

function deleteBoth() {
  for (const folder of [FRESH, OLD]) rmSync(folder, { recursive: true, force: true });
}
