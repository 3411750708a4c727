import type { Platform } from '../../platform/platform.ts';

export type FlagsDeps = Pick<Platform, 'db' | 'clock'>;
