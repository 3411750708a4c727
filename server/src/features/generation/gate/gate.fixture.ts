import { refusalOf } from './gate.rules.ts';
import type { Refusal, Source, Standard } from './gate.types.ts';
import { readLexicon } from './lists/read-lexicon.ts';

export const english: Standard = {
  language: 'en',
  niche: 'Gardening',
  sources: [],
  samples: [],
  avoidWords: [],
  signOff: '',
  linksAllowed: false,
};

/** A line of a fact sheet. */
export function fact(text: string, id = 'fact-1'): Source {
  return { id, label: 'Fact sheet', text, url: null };
}

/** Why a text is refused under the standard of an English gardener, or one that differs in something. */
export function refusal(text: string, change: Partial<Standard> = {}): Refusal | undefined {
  const standard = { ...english, ...change };
  // A dictionary is read where its first word is asked for: few texts come so far in another language.
  return refusalOf(text, standard, (word) => readLexicon(standard.language)(word));
}
