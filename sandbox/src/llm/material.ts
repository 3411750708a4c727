import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One topic within a niche: opening sentences, and sentences that can follow any of them. */
export interface Topic {
  name: string;
  openings: readonly string[];
  continuations: readonly string[];
}

/** What the good writer knows about a niche. */
export interface Material {
  title: string;
  /** Words that identify the niche in a person's own name for it. */
  names: readonly string[];
  topics: readonly Topic[];
}

const folder = fileURLToPath(new URL('../../material/', import.meta.url));
let shelf: readonly Material[] | undefined;

/** The material of a niche by its name; that of everyday life if none matches. */
export function materialFor(niche: string): Material {
  const all = readShelf();
  const name = niche.toLowerCase();
  let best = all.find(({ title }) => title === 'Everyday');
  let bestLength = 0;
  for (const material of all) {
    for (const word of material.names) {
      // The longest match wins: 'board games' before 'games'.
      if (word.length > bestLength && startsAWord(name, word)) {
        best = material;
        bestLength = word.length;
      }
    }
  }
  if (!best) throw new Error('The material for everyday life is missing.');
  return best;
}

/** All material, loaded once. */
export function readShelf(): readonly Material[] {
  shelf ??= readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => parseMaterial(readFileSync(`${folder}${file}`, 'utf8')));
  return shelf;
}

/** Parses `# title`, `names: …`, and under each `## topic` its `- openings` and `+ continuations`. */
function parseMaterial(page: string): Material {
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
 * The lines below a heading in a bad writer's file. `\n` in a line stands for a line break, `\u202e` and the
 * like for an invisible character.
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
