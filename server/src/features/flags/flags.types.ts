import type { featureFlags } from './flags.tables.ts';

export type SavedFlag = typeof featureFlags.$inferSelect;

/** What a version of a flag keeps. */
export type FlagContent = { value: unknown; description: string };
