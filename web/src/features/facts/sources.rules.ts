import type { PostSource } from '@drumbeat/contract/facts/facts.ts';

/** Merges the sources of a text with those of its new version: one per claim, the first one wins. */
export function mergeSources(known: readonly PostSource[], more: readonly PostSource[]): PostSource[] {
  const claims = new Set(known.map(({ claim }) => claim));
  return [...known, ...more.filter(({ claim }) => !claims.has(claim))];
}
