import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** @typedef {import('dependency-cruiser').ICruiseResult} Result */

const WORKSPACES = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench'];
const TEST = /\.(test|fixture)\.tsx?$/;
export const REPORT = join(ROOT, '.setup', 'boundaries.json');

/**
 * The report of dependency-cruiser for the workspaces of a folder, as JSON.
 * @param {string} folder
 * @returns {Promise<string>}
 */
export function cruise(folder) {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const config = join(ROOT, '.dependency-cruiser.mjs');
  const args = [program, '--config', config, '--output-type', 'json', ...WORKSPACES];
  return new Promise((resolve, reject) => {
    // It exits with 1 on a violation, but prints its report all the same.
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 100_000_000 }, (_error, stdout, stderr) => {
      if (stdout) resolve(stdout);
      else reject(new Error(stderr));
    });
  });
}

/**
 * Circles of features, each with the imports that form it. Files of a circle of features need not form one
 * themselves, so dependency-cruiser does not see it.
 * @param {Result['modules']} modules
 * @returns {string[]} a line for each import of one feature by another on a circle
 */
export function featureCircles(modules) {
  return ['server/src/features/', 'web/src/features/'].flatMap((root) => {
    /** @param {string} path */
    const featureOf = (path) =>
      path.startsWith(root) ? path.slice(root.length).split('/', 1)[0] : undefined;
    /** @type {Map<string, Map<string, string>>} */
    const arrows = new Map();
    for (const { source, dependencies } of modules) {
      const from = featureOf(source);
      if (!from || TEST.test(source)) continue;
      for (const { resolved } of dependencies) {
        const to = featureOf(resolved);
        if (to && to !== from && !TEST.test(resolved))
          arrows.set(from, (arrows.get(from) ?? new Map()).set(to, `${source} → ${resolved}`));
      }
    }
    return [...arrows].flatMap(([from, targets]) =>
      [...targets]
        .filter(([to]) => isReached(arrows, to, from))
        .map(([to, example]) => `${from} and ${to}: ${example}`),
    );
  });
}

/**
 * @param {Map<string, Map<string, string>>} arrows
 * @param {string} from
 * @param {string} to
 */
function isReached(arrows, from, to) {
  const seen = new Set([from]);
  for (const feature of seen) for (const next of arrows.get(feature)?.keys() ?? []) seen.add(next);
  return seen.has(to);
}

/**
 * The workspaces of which no module, or none with imports, was read: their boundaries would not be checked at all.
 * @param {Result['modules']} modules
 */
export function unread(modules) {
  return WORKSPACES.filter((name) => {
    const read = modules.filter(({ source }) => source.startsWith(`${name}/`));
    return !read.some(({ dependencies }) => dependencies.length > 0);
  });
}
