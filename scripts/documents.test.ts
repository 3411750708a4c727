import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  'sandbox/README.md',
];
const FOLDERS = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', 'scripts', 'docs'];

const files = new Set(
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => !/(^|\/)(node_modules|dist|test-results)\//.test(path))
      .map((path) => `${folder}/${path}`),
  ),
);

/** The files and folders that a text names: what stands in backticks or behind a link, but for patterns and examples. */
function named(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`|\]\(([^)#\s]+)/g)].map(
    ([, code, link]) => code ?? link ?? '',
  );
  return quoted.filter((name) => /^[\w./-]+\/$|^[\w./-]+\.(ts|tsx|mjs|css|md|csv)$/.test(name));
}

/** Names without a file: as a path from the root, or, where only its end is given, of any file. */
function missing(text: string): string[] {
  const ends = (name: string) => [...files].some((file) => `/${file}`.endsWith(`/${name}`));
  return named(text).filter((name) => !existsSync(join(ROOT, name)) && !ends(name.replace(/\/$/, '')));
}

describe('the documents', () => {
  it.each(DOCUMENTS)('%s names only files that exist', (document) => {
    const text = readFileSync(join(ROOT, document), 'utf8');
    expect(named(text).length).toBeGreaterThan(0);
    expect(missing(text)).toEqual([]);
  });

  it('would be found to name a file that was moved', () => {
    const text =
      'a shortcut: `web/src/gone/Sheet.tsx`, [why](docs/decisions/none.md); here `feedback/toasts.ts` and `gone.rules.ts`';
    expect(missing(text)).toEqual(['web/src/gone/Sheet.tsx', 'docs/decisions/none.md', 'gone.rules.ts']);
  });
});
