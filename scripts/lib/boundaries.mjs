import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** @typedef {import('dependency-cruiser').ICruiseResult} Result */

const WORKSPACES = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench'];
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
 * The workspaces of which no module, or none with imports, was read: their boundaries would not be checked at all.
 * @param {Result['modules']} modules
 */
export function unread(modules) {
  return WORKSPACES.filter((name) => {
    const read = modules.filter(({ source }) => source.startsWith(`${name}/`));
    return !read.some(({ dependencies }) => dependencies.length > 0);
  });
}
