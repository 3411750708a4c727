/** The versions of a text, oldest first; `at` is the index of the one in the field. */
export type Versions = { texts: readonly string[]; at: number };

export const NO_VERSIONS: Versions = { texts: [''], at: 0 };

/** Adds a new version after the current text; versions that were undone are dropped. */
export function addVersion({ texts, at }: Versions, current: string, next: string): Versions {
  return { texts: [...texts.slice(0, at), current, next], at: at + 1 };
}

/** Goes to the previous or next version, if any, and keeps the current text so that it can come back. */
export function turnVersion({ texts, at }: Versions, current: string, by: -1 | 1): Versions {
  const to = Math.min(Math.max(0, at + by), texts.length - 1);
  return { texts: texts.with(at, current), at: to };
}
