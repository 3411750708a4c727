import type { StaffNiche } from '@drumbeat/contract/niches/niches.admin.ts';

export const nichePageSizes = [10, 25, 50, 100] as const;
export const NICHE_PAGE_SIZE = 25;

/** The niches whose name or slug contains this text. */
export function matchingNiches(niches: readonly StaffNiche[], q: string): StaffNiche[] {
  const words = q.trim().toLowerCase();
  return niches.filter(({ name, slug }) => name.toLowerCase().includes(words) || slug.includes(words));
}

/** One page of a list, starting at 1, and the number of the next page; null if there is none. */
export function pageOf<T>(
  all: readonly T[],
  page: number,
  size: number,
): { rows: T[]; nextPage: number | null } {
  const end = page * size;
  return { rows: all.slice(end - size, end), nextPage: end < all.length ? page + 1 : null };
}
