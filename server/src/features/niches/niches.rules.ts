/** Suggestions that sign-up shows before anything is typed. */
export const POPULAR_NICHES = 8;

/** How similar a query and a name must be if the name does not contain it: allows two wrong letters. */
export const LIKENESS = 0.4;

/** The text as a LIKE pattern for names that contain it; its own wildcards stand for themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
