/** How many suggestions sign-up shows before anything is typed. */
export const POPULAR_NICHES = 8;

/** The minimum similarity of a query and a name that does not contain it: allows two wrong letters. */
export const LIKENESS = 0.4;

/** Escapes LIKE wildcards. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The LIKE pattern for names that contain the text. */
export function containing(text: string): string {
  return `%${literal(text)}%`;
}

/** The LIKE pattern for names that begin with the text. */
export function beginningWith(text: string): string {
  return `${literal(text)}%`;
}

/** The LIKE pattern for names with a later word that begins with the text. */
export function withWord(text: string): string {
  return `% ${literal(text)}%`;
}

/**
 * The slug of a name: `AI & Machine Learning` is `ai-and-machine-learning`. Empty without any letter or
 * digit.
 */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/['\u2019]|\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-');
}
