import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { ROOT } from './paths.mjs';

/** A place in a file of the build, as stack traces and logs name it after the path of the project. */
const PLACE = /(server\/dist\/[\w.-]+\.js):(\d+):(\d+)/g;

/**
 * Replaces places in the built server by those in its sources; what has none stays.
 * @param {string} text
 * @param {string} root The project's folder.
 */
export function nameSources(text, root = ROOT) {
  /** @type {Map<string, SourceMap | undefined>} */
  const maps = new Map();
  return text.replace(PLACE, (place, /** @type {string} */ file, line, column) => {
    if (!maps.has(file)) maps.set(file, mapOf(join(root, `${file}.map`)));
    const found = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!found || !('originalSource' in found)) return place;
    const source = relative(root, resolve(root, dirname(file), found.originalSource));
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
}

/** @param {string} path */
function mapOf(path) {
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}
