import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { ROOT } from './paths.mjs';

/** A position in a built file, as it appears in stack traces and logs, relative to the project's folder. */
const PLACE = /(server\/dist\/[\w.-]+\.js):(\d+):(\d+)/g;

/**
 * Replaces positions in the built server by those in its sources; positions without a source map stay.
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
