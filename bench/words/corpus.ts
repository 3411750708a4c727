import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language, Source, Standard } from '../../server/src/features/generation/gate/gate.types.ts';

const FOLDER = fileURLToPath(new URL('corpus/', import.meta.url));

/** An invented author, as their file has them. */
type AuthorFile = { name: string; language: Language; niche: string; facts: string[]; posts: string[] };
/** Of an author who is held out nobody prints a post. */
export type CorpusAuthor = AuthorFile & { isHeldOut: boolean };

/** The authors of the corpus in their order; those at even places, counted from one, are held out. */
export function readCorpus(): CorpusAuthor[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return files.sort().map((name, at) => ({
    ...(JSON.parse(readFileSync(FOLDER + name, 'utf8')) as AuthorFile),
    isHeldOut: at % 2 === 1,
  }));
}

/** What an author's posts are judged by: their language, niche and fact sheet, with nothing else known of them. */
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

/** The lines of a fact sheet, as the gate takes them. */
export function sourcesOf(facts: readonly string[]): Source[] {
  return facts.map((text, at) => ({ id: `fact:${at}`, label: text, text, url: null }));
}
