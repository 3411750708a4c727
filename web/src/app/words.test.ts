/** All that the screens have to say, on one page: docs/words.md. */
import { expect, test } from 'vitest';

const HEAD = `# The words of the screens

A test writes this page, and fails while it is older than the words: whoever changes one reads it here among its neighbours. Write it anew with \`npx vitest run --project web app/words -u\`. What depends on something is written out for one, for two and for a name.`;

const modules: Record<string, Record<string, unknown>> = import.meta.glob(
  ['../**/*.strings.ts', '../features/voice/archive.rules.ts', '../features/landing/samples.ts'],
  { eager: true },
);

/** What functions of words are called with; they take names, counts, or both. */
const ARGUMENTS = [
  ['Ada', 'Bo', 'Cy'],
  [1, 1, 1],
  [2, 2, 2],
  [1, 'Ada', 'Bo'],
  ['Ada', 1, 1],
];
/** An argument of another kind shows as one of these. */
const NONSENSE = /undefined|NaN|\[object|function|=>/;

test('docs/words.md says all that the screens have to say', async () => {
  const sections = Object.entries(modules)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, module]) => [path.replace('../', ''), ...linesOf(module, '')])
    .filter((lines) => lines.length > 1)
    .map(([path, ...lines]) => `## ${path}\n\n${lines.join('\n')}`);
  expect(sections.length).toBeGreaterThan(40);
  await expect(`${[HEAD, ...sections].join('\n\n')}\n`).toMatchFileSnapshot('../../../docs/words.md');
});

function linesOf(words: unknown, name: string): string[] {
  if (typeof words === 'string') return [`- ${name}: ${inLine(words)}`];
  if (typeof words === 'function') return saidBy(words as Says).map((text) => `- ${name}(): ${inLine(text)}`);
  if (typeof words !== 'object' || words === null) return [];
  return Object.entries(words).flatMap(([key, inner]) => linesOf(inner, name ? `${name}.${key}` : key));
}

const inLine = (text: string) => text.replaceAll('\n', ' ⏎ ');

type Says = (...given: unknown[]) => unknown;

/** What it says for each kind of argument, once where only the argument differs. */
function saidBy(says: Says): string[] {
  const found = new Map<string, string>();
  for (const all of ARGUMENTS) {
    const given = all.slice(0, says.length);
    const text = said(says, given);
    const plain = given.reduce<string>(
      (rest, each) => rest.replace(new RegExp(`\\b${each}\\b`, 'g'), '#'),
      text,
    );
    if (text !== '' && !NONSENSE.test(text) && !found.has(plain)) found.set(plain, text);
  }
  return [...found.values()];
}

function said(says: Says, given: unknown[]): string {
  try {
    const text = says(...given);
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}
