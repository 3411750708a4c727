import type { PostSource } from '@drumbeat/contract/facts.ts';

/** What supports a text, with what supports a new version of it: each claim once, the first that is known. */
export function mergeSources(known: readonly PostSource[], more: readonly PostSource[]): PostSource[] {
  const claims = new Set(known.map(({ claim }) => claim));
  return [...known, ...more.filter(({ claim }) => !claims.has(claim))];
}
