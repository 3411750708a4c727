import type { Platform } from '../../platform/platform.ts';

export type FeedbackDeps = Pick<Platform, 'db' | 'clock' | 'limits'>;
