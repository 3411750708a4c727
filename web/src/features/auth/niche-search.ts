/** The search of the niche picker. Pure. */
import { NICHE_NAMES } from '@drumbeat/contract/niches/niche-names.ts';

const MIN_QUERY = 2;
export const DEBOUNCE_MS = 250;
export const RESULT_LIMIT = 20;
const SUGGESTION_LIMIT = 8;

export function isSearch(query: string): boolean {
  return query.trim().length >= MIN_QUERY;
}

/** Matches from the list of a new installation, for when the server cannot be reached. */
export function offlineNiches(query: string): string[] {
  if (!isSearch(query)) return [...NICHE_NAMES];
  const asked = query.trim().toLowerCase();
  const found = NICHE_NAMES.filter((name) => name.toLowerCase().includes(asked));
  const first = found.filter((name) => name.toLowerCase().startsWith(asked));
  return [...new Set([...first, ...found])].slice(0, RESULT_LIMIT);
}

/** The chips for queries below two characters: at most eight, always including the selected one. */
export function suggestions(popular: readonly string[], chosen: string): string[] {
  const first = popular.slice(0, SUGGESTION_LIMIT);
  return first.includes(chosen) ? first : [chosen, ...first.slice(0, SUGGESTION_LIMIT - 1)];
}
