import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const CONTRACT = '@drumbeat/contract/';

/** The modules that a file imports for more than their types. */
function valueImports(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const imports = [...text.matchAll(/^(?:import|export)\s+(?!type\b)([^'"]*?)\s*from\s*'([^']+)'/gm)];
  const onlyTypes = (names: string) => /^\{(\s*type\s[^,}]+,?)+\s*\}$/.test(names);
  return imports.flatMap(([, names = '', from = '']) => (onlyTypes(names) ? [] : [from]));
}

/** Whether a module of the contract, or one that it imports, makes schemas. */
function makesSchemas(file: string): boolean {
  return valueImports(file).some(
    (from) => from === 'zod' || (from.startsWith('.') && makesSchemas(normalize(join(dirname(file), from)))),
  );
}

function screens(): string[] {
  const files = readdirSync(join(root, 'web/src'), { recursive: true }).map((name) => `web/src/${name}`);
  return files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.fixture\.|\/testing\//.test(name));
}

test('the browser takes no schemas from the contract, only their types, and never all of zod', () => {
  const taken = screens().flatMap((file) => valueImports(file).map((from) => ({ file, from })));
  const ofContract = taken
    .filter(({ from }) => from.startsWith(CONTRACT))
    .map(({ file, from }) => ({ file, from: `contract/src/${from.slice(CONTRACT.length)}` }));
  expect(ofContract.length).toBeGreaterThan(50);
  expect(ofContract.filter(({ from }) => makesSchemas(from))).toEqual([]);
  // What is kept on the device is read with `zod/mini`, a sixth of it.
  expect(taken.filter(({ from }) => from === 'zod')).toEqual([]);
  expect(makesSchemas('contract/src/posts/posts.ts')).toBe(true);
});
