import type { Platform } from '../../platform/platform.ts';

export type NichesDeps = Pick<Platform, 'db' | 'limits' | 'clock'>;
