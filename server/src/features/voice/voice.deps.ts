import type { Platform } from '../../platform/platform.ts';

export type VoiceDeps = Pick<Platform, 'db' | 'clock' | 'limits'>;
