import type { Platform } from '../../platform/platform.ts';

export type MaintenanceDeps = Pick<Platform, 'db' | 'clock'>;
