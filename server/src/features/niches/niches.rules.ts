/** Suggestions that sign-up shows before anything is typed. */
export const POPULAR_NICHES = 8;

/** How similar a query and a name must be if the name does not contain it: allows two wrong letters. */
export const LIKENESS = 0.4;

/** Wildcards of a text that stand for themselves. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The text as a LIKE pattern for names that contain it. */
export function containing(text: string): string {
  return `%${literal(text)}%`;
}

/** The same for names that begin with it. */
export function beginningWith(text: string): string {
  return `${literal(text)}%`;
}

/** And for names with a later word that begins with it. */
export function withWord(text: string): string {
  return `% ${literal(text)}%`;
}

/** The slug of a name: `AI & Machine Learning` is `ai-and-machine-learning`. Empty where no letter or digit is left. */
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
