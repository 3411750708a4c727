import { expect } from 'vitest';
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

/** Turns of phrase, separated by bars: each as somebody would write it. */
export function turnsOf(text: string): string[] {
  return text.split('|').map((turn) => turn.trim());
}

/** Turns that are told without their last word, which is an example of several or one that may be missing. */
const TOLD_SOONER = turnsOf(`
  Last year, beans | Last month, beans | Last quarter, beans | Last season, beans | Journey not a the | Be kind to |
  Is not about beans it's about | Not just beans, but also | Keep showing up | Take action today | Take action now |
  Take action and`);

/**
 * Asserts that `tell` gives this reason for each turn of phrase, and not for the turn without its last word: a phrase
 * that says more than it should would.
 */
export function expectWhole(turns: string, why: string, tell: (text: string) => string | undefined): void {
  const all = turnsOf(turns);
  for (const turn of all) expect(tell(turn), turn).toBe(why);
  const isToldSooner = (turn: string) => tell(turn.split(' ').slice(0, -1).join(' ')) === why;
  expect(all.filter(isToldSooner)).toEqual(all.filter((turn) => TOLD_SOONER.includes(turn)));
}

/** Adds a faint tell in a sentence of its own: only two faint ones give a machine away. */
export const besideAnother = (turn: string) => `${turn}${/[?:,]$/.test(turn) ? '' : '.'} Worth every bean`;
