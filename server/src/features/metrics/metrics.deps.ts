import type { Platform } from '../../platform/platform.ts';

export type MetricsDeps = Pick<Platform, 'db' | 'clock'>;
