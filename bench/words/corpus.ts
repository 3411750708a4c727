import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language, Source, Standard } from '../../server/src/features/generation/gate/gate.types.ts';

const FOLDER = fileURLToPath(new URL('corpus/', import.meta.url));

/** An invented author, as stored in their file. */
type AuthorFile = { name: string; language: Language; niche: string; facts: string[]; posts: string[] };
/** Posts of held-out authors are never printed. */
export type CorpusAuthor = AuthorFile & { isHeldOut: boolean };

/** The authors of the corpus in order; those at even positions, counted from one, are held out. */
export function readCorpus(): CorpusAuthor[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return files.sort().map((name, at) => ({
    ...(JSON.parse(readFileSync(FOLDER + name, 'utf8')) as AuthorFile),
    isHeldOut: at % 2 === 1,
  }));
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
