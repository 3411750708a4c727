import type { Platform } from '../../platform/platform.ts';

export type UsersDeps = Pick<Platform, 'db' | 'clock'>;
