import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language, Source, Standard } from '../../server/src/features/generation/gate/gate.types.ts';

const FILE = join(import.meta.dirname, 'corpus/authors.jsonl');

/** An invented author, as stored in a line of the file. */
type Author = { name: string; language: Language; niche: string; facts: string[]; posts: string[] };
/** Posts of held-out authors are never printed. */
export type CorpusAuthor = Author & { isHeldOut: boolean };

/** The authors of the corpus in order; those at even positions, counted from one, are held out. */
export function readCorpus(): CorpusAuthor[] {
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return lines.map((line, at) => ({ ...(JSON.parse(line) as Author), isHeldOut: at % 2 === 1 }));
}

/** What an author's posts are judged by: only their language, niche and fact sheet. */
export function standardOf({ language, niche, facts }: CorpusAuthor): Standard {
  return {
    language,
    niche,
    sources: sourcesOf(facts),
    samples: [],
    avoidWords: [],
    signOff: '',
    linksAllowed: false,
  };
}

/** The lines of a fact sheet as sources for the gate. */
export function sourcesOf(facts: readonly string[]): Source[] {
  return facts.map((text, at) => ({ id: `fact:${at}`, label: text, text, url: null }));
}
