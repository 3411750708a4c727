/** The versions that a text went through, oldest first; `at` is the one in the field. */
export type Versions = { texts: readonly string[]; at: number };

export const NO_VERSIONS: Versions = { texts: [''], at: 0 };

/** With a new version behind what is in the field now; what was taken back before is forgotten. */
export function addVersion({ texts, at }: Versions, current: string, next: string): Versions {
  return { texts: [...texts.slice(0, at), current, next], at: at + 1 };
}

/** The version before or behind, if there is one. What is in the field now stays in its place, so that it can come back. */
export function turnVersion({ texts, at }: Versions, current: string, by: -1 | 1): Versions {
  const to = Math.min(Math.max(0, at + by), texts.length - 1);
  return { texts: texts.with(at, current), at: to };
}
