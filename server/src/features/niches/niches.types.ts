import type { nicheRequests } from './niches.tables.ts';

/** A niche that people may choose. */
export type NicheRecord = { id: number; name: string; parentId: number | null };

/** A niche that a person misses in the list. */
export type NicheRequest = typeof nicheRequests.$inferSelect;
