import type { Platform } from '../../platform/platform.ts';
import type { nicheRequests } from './niches.tables.ts';

export type NichesDeps = Pick<Platform, 'db' | 'limits' | 'clock'>;

/** A niche that people may choose. */
export type NicheRecord = { id: number; name: string; parentId: number | null };

/** A niche that a person missed in the list. */
export type NicheRequest = typeof nicheRequests.$inferSelect;

/** A niche as staff see it. */
export type StaffNicheRecord = {
  id: number;
  name: string;
  slug: string;
  isActive: boolean;
  selectionCount: number;
};

/** An open request with its author's email address. */
export type ToldNicheRequest = NicheRequest & { nicheExists: boolean; userEmail: string };

/** Requests of one person, or with these words in name or notes; null for all. */
export type RequestSearch = { userId: number } | { words: string } | null;
