import type { Platform } from '../../platform/platform.ts';

export type AlikeDeps = Pick<Platform, 'clock' | 'limits'>;
