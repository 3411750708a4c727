import type { Platform } from '../../platform/platform.ts';
import type { featureFlags } from './flags.tables.ts';

export type FlagsDeps = Pick<Platform, 'db' | 'clock'>;

export type SavedFlag = typeof featureFlags.$inferSelect;

/** The content of a flag's version. */
export type FlagContent = { value: unknown; description: string };
