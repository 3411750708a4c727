import type { Platform } from '../../platform/platform.ts';

export type AdminDeps = Pick<Platform, 'db' | 'clock'>;
