import { readFileSync } from 'node:fs';

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

/** The words of a niche. Slots are grammatical: each word must fit every sentence that uses its slot. */
export interface Vocabulary {
  /** Lower-case words that select this vocabulary when they occur in a niche's name. */
  names: readonly string[];
  /** Nouns that need no article: '… is underrated'. */
  topics: readonly string[];
  /** Plural: 'most … skip this'. */
  people: readonly string[];
  /** '-ing' phrases: 'stop …'. */
  mistakes: readonly string[];
  /** Base verbs: 'I … every week'. */
  habits: readonly string[];
  /** '-ing' phrases: '… took me a year'. */
  wins: readonly string[];
}

/**
 * The three parts of a plain post. Their counts (31, 37, 29) are coprime, so stepping through all three at once
 * gives any two of the first 899 posts at most one common part.
 */
export type Phrases = Record<'openings' | 'bodies' | 'closings', readonly string[]>;

/** The files that hold the niches, one for each area of life. */
const areas = ['life', 'business', 'culture', 'technology'];

/** All material. */
export const readShelf = once((): readonly Material[] =>
  areas.flatMap((area) => pagesOf(`${area}.md`).map(parseMaterial)),
);

export const readPhrases = once((): Phrases => JSON.parse(readMaterial('phrases.json')));

/** The first vocabulary is the general one. */
const readVocabularies = once((): readonly Vocabulary[] => JSON.parse(readMaterial('vocabularies.json')));

/** The material of a niche by its name; that of everyday life if none matches. */
export function materialFor(niche: string): Material {
  const all = readShelf();
  const best = bestNamed(all, niche) ?? all.find(({ title }) => title === 'Everyday');
  if (!best) throw new Error('The material for everyday life is missing.');
  return best;
}

/** The vocabulary of a niche by its name; the general one if none matches. */
export function vocabularyFor(niche: string): Vocabulary {
  const all = readVocabularies();
  return bestNamed(all, niche) ?? (all[0] as Vocabulary);
}

/**
 * The lines below a heading of a bad writer. `\n` in a line stands for a line break, `\u202e` and the like for
 * an invisible character.
 */
export function readWriterLines(writer: string, heading: 'seen' | 'held'): string[] {
  const page = pagesOf('bad-writers.md').find((one) => one.startsWith(`# ${writer}\n`)) ?? '';
  const part = page.split(/^## /m).find((one) => one.startsWith(heading)) ?? '';
  return part
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2).replaceAll('\\n', '\n'))
    .map((line) =>
      line.replace(/\\u([\da-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    );
}

/** The entry with the longest of the names that the niche's name contains: 'board games' before 'games'. */
function bestNamed<T extends { names: readonly string[] }>(
  entries: readonly T[],
  niche: string,
): T | undefined {
  const name = niche.toLowerCase();
  let best: T | undefined;
  let bestLength = 0;
  for (const entry of entries) {
    for (const word of entry.names) {
      if (word.length > bestLength && startsAWord(name, word)) {
        best = entry;
        bestLength = word.length;
      }
    }
  }
  return best;
}

function startsAWord(name: string, word: string): boolean {
  const at = name.indexOf(word);
  if (at === -1) return false;
  const before = at === 0 ? '' : name.charAt(at - 1);
  return !/[a-z]/.test(before) && (word.length > 3 || !/[a-z]/.test(name.charAt(at + word.length)));
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

/** The parts of a file that begin with `# `. */
function pagesOf(file: string): string[] {
  return readMaterial(file).split(/^(?=# )/m);
}

function readMaterial(file: string): string {
  return readFileSync(new URL(`../../material/${file}`, import.meta.url), 'utf8');
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
