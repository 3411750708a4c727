import type { Platform } from '../../platform/platform.ts';

export type MaintenanceDeps = Pick<Platform, 'db' | 'clock'>;

/** For scheduling and cancelling, which also notify the workers. */
export type WindowDeps = MaintenanceDeps & Pick<Platform, 'events'>;
