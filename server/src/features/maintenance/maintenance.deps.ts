import type { Platform } from '../../platform/platform.ts';

export type MaintenanceDeps = Pick<Platform, 'db' | 'clock'>;

/** What planning and cancelling needs, too: the workers are told. */
export type WindowDeps = MaintenanceDeps & Pick<Platform, 'events'>;
