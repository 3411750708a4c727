import type { Limit } from '../../platform/rate-limits.ts';

/** Look-ups from one address: more than a fast typist makes. */
export const nicheLookUps: Limit = { name: 'niche-look-up', points: 300, seconds: 60 };

/** Requests of one person for niches that the list does not have. */
export const nicheRequests: Limit = { name: 'niche-request', points: 10, seconds: 24 * 60 * 60 };

/** Suggestions that sign-up shows before anything is typed. */
export const POPULAR_NICHES = 8;

/** How similar a query and a name must be if the name does not contain it: allows two wrong letters. */
export const LIKENESS = 0.4;

/** The text as a LIKE pattern for names that contain it; its own wildcards stand for themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
