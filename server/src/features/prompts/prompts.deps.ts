import type { Platform } from '../../platform/platform.ts';

export type PromptsDeps = Pick<Platform, 'db' | 'clock'>;
