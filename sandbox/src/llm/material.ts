import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One subject within a niche: sentences to open with, and sentences that go on from any of them. */
export interface Topic {
  name: string;
  openings: readonly string[];
  continuations: readonly string[];
}

/** What the good writer knows of a niche. */
export interface Material {
  title: string;
  /** Words by which the niche is found in a person's own name of it. */
  names: readonly string[];
  topics: readonly Topic[];
}

const folder = fileURLToPath(new URL('../../material/', import.meta.url));
let shelf: readonly Material[] | undefined;

/** The material of a niche by its name; that of everyday life where none fits. */
export function materialFor(niche: string): Material {
  const all = readShelf();
  const name = niche.toLowerCase();
  let best = all.find(({ title }) => title === 'Everyday');
  let bestLength = 0;
  for (const material of all) {
    for (const word of material.names) {
      // The longest matching words decide: 'board games' before 'games'.
      if (word.length > bestLength && startsAWord(name, word)) {
        best = material;
        bestLength = word.length;
      }
    }
  }
  if (!best) throw new Error('The material of everyday life is missing.');
  return best;
}

/** All material, read once. */
export function readShelf(): readonly Material[] {
  shelf ??= readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => parseMaterial(readFileSync(`${folder}${file}`, 'utf8')));
  return shelf;
}

/** Reads a page of material: `# title`, `names: …`, and under each `## topic` its `- openings` and `+ continuations`. */
export function parseMaterial(page: string): Material {
  const title = /^# (.+)$/m.exec(page)?.[1] ?? '';
  const names = /^names: (.+)$/m.exec(page)?.[1]?.split(/,\s*/) ?? [];
  const topics = page
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const lines = part.split('\n');
      const marked = (mark: string) =>
        lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length).trim());
      return { name: lines[0]?.trim() ?? '', openings: marked('- '), continuations: marked('+ ') };
    });
  return { title, names, topics };
}

/**
 * The lines below a heading of a page of the bad writers. `\n` in a line stands for a break, `\u202e` and the like for a
 * character that nobody sees.
 */
export function readWriterLines(writer: string, heading: 'seen' | 'held'): string[] {
  const page = readFileSync(`${folder}writers/${writer}.md`, 'utf8');
  const part = page.split(/^## /m).find((one) => one.startsWith(heading)) ?? '';
  return part
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2).replaceAll('\\n', '\n'))
    .map((line) =>
      line.replace(/\\u([\da-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    );
}

function startsAWord(name: string, word: string): boolean {
  const at = name.indexOf(word);
  if (at === -1) return false;
  const before = at === 0 ? '' : name.charAt(at - 1);
  return !/[a-z]/.test(before) && (word.length > 3 || !/[a-z]/.test(name.charAt(at + word.length)));
}
